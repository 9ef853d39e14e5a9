import CNcurses
import CellGrid
import Glibc
import SystemLibraries

/// The terminal the program runs in: draws frames on it with ncurses, reports keys and signals, and gives it
/// back as it was, on `close` as on signals and crashes.
///
/// One at a time, since ncurses keeps one screen. Nothing else writes to the terminal while it is open.
@MainActor public final class Terminal {
    /// The smallest window that is drawn on at all.
    static let minimumSize = Size(rows: 5, columns: 20)

    /// How many colours are shown.
    public let depth: ColorDepth
    private let input: CInt
    private let output: CInt
    private let frames: FrameOutput
    private let control: ControlSequences
    private let screen: OpaquePointer
    private let files: (output: UnsafeMutablePointer<FILE>, input: UnsafeMutablePointer<FILE>)
    private var painter: CursesPainter
    private var shown: Frame?
    private var modes: Frame.Modes = []
    private var title = ""
    // The way to the reading thread; nil once closed.
    private var reader: TerminalReader?
    // What the keys that interrupt meant before another program got the terminal; nil while it is ours.
    private var lent: Signals.Interrupts?
    private let signals: SignalPipe
    // When the terminal was asked for its ground; nil before.
    private var askedForBackground: ContinuousClock.Instant?
    // An answer that comes later than this is not waited for, nor looked out for.
    private static let answerTime = Duration.seconds(1)

    /// Takes over the terminal.
    /// - Parameters:
    ///   - input: Where keys come from.
    ///   - output: Where frames go.
    ///   - environment: Is asked for `TERM`, `COLORTERM`, `NO_COLOR` and `ESCDELAY`.
    ///   - report: Takes what happens, in order, on the thread that reads the terminal, which waits until it returns.
    public init(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
        environment: (String) -> String? = { getenv($0).map { String(cString: $0) } },
        report: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalFailure) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        guard let type = environment("TERM"), !type.isEmpty else { throw .typeMissing }
        if let size = TerminalInput.size(of: output) { try Self.check(size) }
        self.input = input
        self.output = output
        Self.useWideCharacters()
        var saved = termios()
        tcgetattr(input, &saved)

        let orders = try Self.pipe()
        let answers = try Self.pipe()
        reader = TerminalReader(orders: orders.writing, answers: answers.reading)
        // Before ncurses, which leaves alone what is handled already.
        guard let signals = SignalPipe(of: Signals.watched) else {
            throw .refused(String(cString: strerror(errno)))
        }
        self.signals = signals
        do {
            (screen, files) = try Self.open(type, input, output, environment)
        } catch {
            signals.close()
            for end in [
                signals.descriptor, orders.reading, orders.writing, answers.reading, answers.writing,
            ] {
                Glibc.close(end)
            }
            throw error
        }
        control = ControlSequences(type: type)
        frames = FrameOutput(terminal: output, ncurses: fileno(files.output), control: control)
        Emergency.prepare(
            writing: TerminalType.restoreSequence(control), to: output, setting: saved, on: input)
        Self.setModes()
        depth = Self.depth(environment)
        painter = CursesPainter(depth: depth)
        do {
            try TerminalInput.start(
                reading: input, signals: signals, orders: orders.reading, answers: answers.writing,
                decoder: KeyDecoder(
                    listed: TerminalType.keys, escapeDelay: KeyDecoder.escapeDelay(environment)),
                report: report)
        } catch {
            close()
            throw error
        }
    }

    /// The window's size as the driver knows it; where it knows none, as the terminal database says.
    public var size: Size {
        if let size = TerminalInput.size(of: output) { return size }
        let window = cncurses_window()
        return Size(rows: Row(Int(getmaxy(window))), columns: Column(Int(getmaxx(window))))
    }

    /// Shows `frame`: only what differs from the frame before is sent.
    public func draw(_ frame: Frame) {
        guard reader != nil else { return }
        guard lent == nil else { return shown = frame }
        Emergency.coverThisThread()
        if painter.isExhausted {
            painter.forgetPairs()
            shown = nil
        }
        if shown?.size != frame.size {
            resizeterm(CInt(frame.size.rows.value), CInt(frame.size.columns.value))
        }
        let window = cncurses_window()
        if shown == nil { wclear(window) }
        let rows = shown.map(frame.changedRows) ?? Array(Row(0)..<frame.size.rows)
        for row in rows { painter.paint(row, of: frame) }
        frames.write(requests(of: frame)) {
            place(frame.cursor, in: window)
            wnoutrefresh(window)
            doupdate()
        }
        shown = frame
    }

    /// Asks the terminal to put a text into its clipboard. False where it knows no way; true says only that it was
    /// asked, as terminals do not answer.
    public func copy(_ text: String) -> Bool {
        guard reader != nil, lent == nil, let sequence = control.clipboard(text) else { return false }
        frames.write(sequence)
        return true
    }

    /// Draws the last frame anew, after something else wrote to the terminal or changed its modes.
    public func repaint() {
        guard reader != nil, lent == nil else { return }
        endwin()
        // While drawing, ncurses has no terminal whose modes it could set.
        reset_prog_mode()
        modes = []
        title = ""
        guard let frame = shown else { return }
        shown = nil
        draw(frame)
    }

    /// Gives the terminal back, stops the job as `^Z` does under a shell, and draws again when it continues.
    public func suspend() {
        guard reader != nil else { return }
        // The program that has the terminal gives it back itself.
        guard lent == nil else { return Signals.stopJob() }
        giveBack()
        Signals.stopJob()
        repaint()
    }

    /// Gives the terminal to another program: no key is read and nothing is drawn until `takeBack`.
    public func lend() {
        guard let reader, lent == nil else { return }
        reader.rest()
        giveBack()
        lent = Signals.ignoreInterrupts()
    }

    /// Takes the terminal back, in whatever state the other program left it, and draws the last frame.
    public func takeBack() {
        guard let reader, let lent else { return }
        self.lent = nil
        Signals.restore(lent)
        frames.write(String(decoding: TerminalType.restoreSequence(control), as: UTF8.self))
        repaint()
        reader.goOn()
    }

    /// Gives the terminal back as it was found. The second call does nothing.
    public func close() {
        guard let reader else { return }
        self.reader = nil
        if let lent { Signals.restore(lent) }
        giveBack()
        // An answer that comes as the program ends must not become the shell's input.
        if let asked = askedForBackground, ContinuousClock.now - asked < Self.answerTime {
            tcflush(input, TCIFLUSH)
        }
        Emergency.cancel()
        signals.close()
        reader.end()
        frames.close()
        delscreen(screen)
        fclose(files.output)
        fclose(files.input)
    }

    /// Ends the process by `signal`, so that its parent sees why; call it after `close()`. A plain `raise`
    /// would be held back, since the threads that serve the main actor block signals.
    public nonisolated static func endProcess(by signal: Int32) -> Never { Signals.die(of: signal) }

    /// Has these modes set on a terminal where a signal ends the program, until `letGo`: for a program that changes the
    /// modes of a terminal which it draws nothing on.
    public nonisolated static func keep(_ modes: termios, of descriptor: Int32) {
        Emergency.prepare(writing: [], to: descriptor, setting: modes, on: descriptor, heedsRequests: true)
    }

    /// Signals mean again what they meant before `keep`.
    public nonisolated static func letGo() { Emergency.cancel() }

    private func giveBack() {
        frames.write(control.modes(from: modes, to: []))
        modes = []
        endwin()
    }

    private func place(_ cursor: Position?, in window: UnsafeMutablePointer<WINDOW>?) {
        if let cursor {
            wmove(window, CInt(cursor.row.value), CInt(cursor.column.value))
            curs_set(1)
        } else {
            curs_set(0)
        }
    }

    // The sequences for what of the frame is not cells, so far as it has changed.
    private func requests(of frame: Frame) -> String {
        var wanted = frame.modes
        // Without colours no ground matters.
        if depth == .mono || !control.isUnderstood { wanted.remove(.backgroundColor) }
        if wanted.contains(.backgroundColor), !modes.contains(.backgroundColor) {
            askedForBackground = ContinuousClock.now
        }
        defer { (title, modes) = (frame.title, wanted) }
        return (frame.title == title ? "" : control.title(frame.title))
            + control.modes(from: modes, to: wanted)
    }
}
