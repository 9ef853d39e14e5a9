import CNcurses
import CellGrid
import Glibc
import SystemLibraries

/// The terminal that the program runs in: draws frames with ncurses, reports keys and signals, and restores the
/// terminal on `close`, on signals and on crashes.
///
/// Only one can be open, since ncurses has one screen. Nothing else writes to the terminal while it is open.
@MainActor public final class Terminal {
    /// The name and version of ncurses.
    public nonisolated static var libraryVersion: String { String(cString: curses_version()) }

    /// The smallest supported window.
    static let minimumSize = Size(rows: 5, columns: 20)

    /// The number of colours that are shown.
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
    // The pictures that the terminal has.
    private var pictures: [UInt16: Pixels] = [:]
    // The connection to the reading thread; nil once closed.
    private var reader: TerminalReader?
    // The actions of the interrupt signals before the terminal was released to another program; nil while it is not.
    private var savedInterrupts: Signals.Interrupts?
    private let signals: SignalPipe
    // When something was last requested; nil before.
    private var asked: ContinuousClock.Instant?
    // The longest wait for the terminal's response; later ones are ignored.
    private static let answerTime = Duration.seconds(1)

    /// Opens the terminal.
    /// - Parameters:
    ///   - input: The descriptor that keys are read from.
    ///   - output: The descriptor that frames are written to.
    ///   - environment: Returns the values of `TERM`, `TERM_PROGRAM`, `TMUX`, `STY`, `COLORTERM`, `NO_COLOR` and
    ///     `ESCDELAY`.
    ///   - report: Receives the events, in order, on the thread that reads the terminal, which waits until it returns.
    public init(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
        environment: (String) -> String? = { getenv($0).map { String(cString: $0) } },
        report: @escaping @Sendable ([TerminalEvent]) -> Void
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
        // Before ncurses, which does not replace existing handlers.
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
        control = ControlSequences(
            type: type, program: environment("TERM_PROGRAM"),
            isMultiplexed: ["TMUX", "STY"].contains { environment($0) ?? "" != "" })
        frames = FrameOutput(terminal: output, ncurses: fileno(files.output), control: control)
        Emergency.prepare(
            writing: Self.restoreSequence(control), to: output, setting: saved, on: input)
        Self.setModes()
        depth = Self.depth(environment)
        painter = CursesPainter(depth: depth)
        do {
            try TerminalInput.start(
                reading: input, signals: signals, orders: orders.reading, answers: answers.writing,
                decoder: KeyDecoder(
                    listed: Self.keys, escapeDelay: KeyDecoder.escapeDelay(environment)),
                report: report)
        } catch {
            close()
            throw error
        }
    }

    /// The window's size according to the driver, or else according to the terminal database.
    public var size: Size {
        if let size = TerminalInput.size(of: output) { return size }
        let window = cncurses_window()
        return Size(rows: Row(Int(getmaxy(window))), columns: Column(Int(getmaxx(window))))
    }

    /// Draws `frame`: only the differences from the previous frame are sent, and nothing if there are none.
    public func draw(_ frame: Frame) {
        guard reader != nil else { return }
        guard savedInterrupts == nil else { return shown = frame }
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
        let requests = requests(of: frame)
        defer { self.shown = frame }
        if rows.isEmpty, requests.isEmpty, shown?.cursor == frame.cursor { return }
        for row in rows { painter.paint(row, of: frame) }
        frames.write(requests) {
            place(frame.cursor)
            wnoutrefresh(window)
            doupdate()
        }
    }

    /// Requests that the terminal put a text into its clipboard. False if it has no sequence for that; true says only
    /// that the request was sent, as terminals do not respond.
    public func copy(_ text: String) -> Bool {
        guard reader != nil, savedInterrupts == nil, let sequence = control.clipboard(text) else {
            return false
        }
        frames.write(sequence)
        return true
    }

    /// Requests a notification on the desktop with a text; rings the bell without one, or if the terminal is not known to
    /// show notifications.
    public func alert(_ text: String?) {
        guard reader != nil, savedInterrupts == nil else { return }
        guard let sequence = text.flatMap(control.notification) else { return frames.write("") { beep() } }
        frames.write(sequence)
    }

    /// Redraws the last frame, after something else wrote to the terminal or changed its modes.
    public func repaint() {
        guard reader != nil, savedInterrupts == nil else { return }
        endwin()
        // While ncurses draws, its output is not a terminal whose modes it could set.
        reset_prog_mode()
        modes = []
        pictures = [:]
        title = ""
        guard let frame = shown else { return }
        shown = nil
        draw(frame)
    }

    /// Restores the terminal, stops the job as `^Z` does under a shell, and redraws when it continues.
    public func suspend() {
        guard reader != nil else { return }
        // The program that the terminal is released to restores it itself.
        guard savedInterrupts == nil else { return Signals.stopJob() }
        restoreModes()
        Signals.stopJob()
        repaint()
    }

    /// Releases the terminal to another program: no key is read and nothing is drawn until `reclaim`.
    public func release() {
        guard let reader, savedInterrupts == nil else { return }
        reader.pause()
        restoreModes()
        savedInterrupts = Signals.ignoreInterrupts()
    }

    /// Takes the terminal back, in whatever state the other program left it, and redraws the last frame.
    public func reclaim() {
        guard let reader, let savedInterrupts else { return }
        self.savedInterrupts = nil
        Signals.restore(savedInterrupts)
        frames.write(String(decoding: Self.restoreSequence(control), as: UTF8.self))
        repaint()
        reader.resume()
    }

    /// Restores the terminal as it was found. The second call does nothing.
    public func close() {
        guard let reader else { return }
        self.reader = nil
        if let savedInterrupts { Signals.restore(savedInterrupts) }
        restoreModes()
        // A response that arrives while the program ends must not become the shell's input.
        if let asked, ContinuousClock.now - asked < Self.answerTime {
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

    /// Ends the process by `signal`, so that its parent receives the reason; call it after `close()`. A plain `raise`
    /// would be blocked, since the threads that run the main actor block signals.
    public nonisolated static func endProcess(by signal: Int32) -> Never { Signals.die(of: signal) }

    /// Restores these modes of a terminal when a signal ends the program, until `stopRestoring`. It is for a program
    /// that changes the modes of a terminal without drawing on it.
    public nonisolated static func restoreOnSignal(_ modes: termios, of descriptor: Int32) {
        Emergency.prepare(writing: [], to: descriptor, setting: modes, on: descriptor, handlesRequests: true)
    }

    /// Restores the actions of signals before `restoreOnSignal`.
    public nonisolated static func stopRestoring() { Emergency.cancel() }

    private func restoreModes() {
        frames.write(control.modes(from: modes, to: []) + control.pictures(from: pictures, to: [:]))
        modes = []
        pictures = [:]
        clearLastRow()
        endwin()
    }

    // Without an alternate screen the frame stays, and the shell's prompt comes into its last row.
    private func clearLastRow() {
        guard shown != nil, !isendwin(), Self.terminfo("rmcup") == nil else { return }
        let window = cncurses_window()
        wmove(window, getmaxy(window) - 1, 0)
        wclrtoeol(window)
        frames.write("") { wrefresh(window) }
    }

    // ncurses 6.5 does not say what a window is made of, so no parameter can have its type.
    private func place(_ cursor: Position?) {
        if let cursor {
            wmove(cncurses_window(), CInt(cursor.row.value), CInt(cursor.column.value))
            curs_set(1)
        } else {
            curs_set(0)
        }
    }

    // The sequences for those parts of the frame that are not cells and have changed.
    private func requests(of frame: Frame) -> String {
        var wanted = frame.modes
        // Without colours the background is irrelevant.
        if depth == .mono || !control.isUnderstood { wanted.remove(.backgroundColor) }
        // Cells name pictures by colours of the palette.
        let hasNumbers = depth == .palette256 || depth == .direct
        if !hasNumbers || !control.isUnderstood || control.isMultiplexed {
            wanted.subtract([.terminalName, .graphics])
        }
        let questions: Frame.Modes = [.backgroundColor, .terminalName, .graphics]
        if !wanted.intersection(questions).isSubset(of: modes) { asked = ContinuousClock.now }
        defer {
            (title, modes) = (frame.title, wanted)
            pictures = frame.pictures
        }
        return (frame.title == title ? "" : control.title(frame.title))
            + control.modes(from: modes, to: wanted) + control.pictures(from: pictures, to: frame.pictures)
    }
}
