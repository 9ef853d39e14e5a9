import CellGrid
import Glibc
import SystemLibraries
import Terminal

/// A program for the tests of Terminal: it draws a known screen, writes the received events below, and ends in
/// the way that a key selects.
@main @MainActor struct Probe {
    private let terminal: Terminal
    private let events: AsyncStream<TerminalEvent>
    private var lines: [String] = []
    private var title = "probe"
    private var modes: Frame.Modes = []
    private var picture: Pixels?

    static func main() async {
        do {
            let (events, told) = AsyncStream<TerminalEvent>.makeStream()
            var probe = Probe(
                terminal: try Terminal { for event in $0 { told.yield(event) } }, events: events)
            await probe.run()
        } catch {
            complain("terminal-probe: \(error)\n")
            exit(1)
        }
    }

    private static func complain(_ text: String) { write(STDERR_FILENO, text, text.utf8.count) }

    init(terminal: Terminal, events: AsyncStream<TerminalEvent>) {
        (self.terminal, self.events) = (terminal, events)
    }

    mutating func run() async {
        terminal.draw(frame)
        for await event in events {
            switch event {
            case .keyPressed(let key): press(key)
            case .resized(let size): lines.append("resized \(size.rows) \(size.columns)")
            case .suspensionRequested:
                terminal.suspend()
                lines.append("continued")
            case .resumed: terminal.repaint()
            case .terminated(let signal):
                terminal.close()
                print("terminated by \(signal)")
                Terminal.endProcess(by: signal)
            }
            terminal.draw(frame)
        }
    }

    private mutating func press(_ key: Key) {
        if case .mouse(let mouse) = key {
            lines.append("mouse \(mouse.action) \(mouse.row) \(mouse.column)")
        } else {
            lines.append("key \(key)")
        }
        switch key {
        case .character("q"):
            terminal.close()
            exit(0)
        case .character("h"):
            terminal.close()
            kill(getpid(), SIGHUP)
            exit(0)
        case .character("c"): print([1, 2, 3][lines.count + 10])
        case .character("s"): UnsafePointer<Int>(bitPattern: 8).map { print($0.pointee) }
        case .character("a"): abort()
        case .character("A"): Task.detached { abort() }
        case .character("S"):
            _ = DetachedThread.start(blockingSignals: true) {
                UnsafePointer<Int>(bitPattern: 8).map { print($0.pointee) }
            }
        case .character("o"): print(Self.deep(1))
        case .character("x"):
            terminal.draw(frame)
            while getppid() != 0 {}
        case .character("m"): modes = [.mouse, .paste, .focus]
        case .character("t"): title = "evil \u{1B}]0;gone\u{07} \u{202E}title"
        case .character("b"): measure()
        case .character("g"): modes = [.terminalName, .graphics]
        case .character("p"):
            let isShown = picture != nil
            picture =
                isShown
                ? nil : Pixels(number: 245, columns: 3, rows: 1, width: 1, height: 1, bytes: [9, 8, 7, 6])
        case .character("e"):
            let names = ["TERMINFO", "TERM"].map { name in
                "\(name) \(getenv(name).map { String(cString: $0) } ?? "none")"
            }
            lines.append(names.joined(separator: ", "))
        default: break
        }
    }

    /// Overflows the stack; not a tail call.
    private static func deep(_ depth: Int) -> Int {
        depth > Int.max - 1 ? 0 : deep(depth + 1) + getpid().words.count
    }

    private mutating func measure() {
        let clock = ContinuousClock()
        for kind in ["line", "screen"] {
            var times: [Duration] = []
            var frame = frame
            for number in 0..<200 {
                let style = Style(foreground: .palette(UInt8(number)), background: .rgb(0, UInt8(number), 40))
                let rows: Row = kind == "line" ? 1 : frame.size.rows
                for row in Row(0)..<rows {
                    frame.put(
                        "\(number) 一行 changed line of text ", at: Position(row: row, column: 0), style: style)
                }
                times.append(clock.measure { terminal.draw(frame) })
            }
            lines.append("\(kind) \((times.sorted()[100] / .microseconds(1)).rounded()) us")
        }
    }

    private var frame: Frame {
        var frame = Frame(size: terminal.size)
        frame.title = title
        frame.modes = modes
        frame.cursor = Position(row: 2, column: 3)
        let samples: [(String, Style)] = [
            ("plain", .plain),
            ("bold", Style(attributes: .bold)),
            ("italic", Style(attributes: .italic)),
            ("under", Style(attributes: .underline)),
            ("rev", Style(attributes: .reverse)),
            ("rgb", Style(foreground: .rgb(255, 135, 0), background: .rgb(0, 0, 95))),
            ("pal", Style(foreground: .palette(9), background: .palette(4))),
        ]
        var column: Column = 0
        for (text, style) in samples {
            column = frame.put(text, at: Position(row: 0, column: column), style: style) + 1
        }
        frame.put("宽字 e\u{301} 👨‍👩‍👧 ❤️ 🇫🇷 \u{1B}[31m|", at: Position(row: 1, column: 0))
        frame.put("depth \(terminal.depth)", at: Position(row: 2, column: 0))
        if let picture {
            for column in 0..<3 {
                frame.put(picture, row: 0, column: column, at: Position(row: 2, column: Column(40 + column)))
            }
        }
        let room = max(frame.size.rows.value - 3, 0)
        for (index, line) in lines.suffix(room).enumerated() {
            frame.put(line, at: Position(row: Row(index) + 3, column: 0))
        }
        return frame
    }
}
