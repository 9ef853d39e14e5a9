import CPty
import Glibc

/// A program on a pseudo-terminal: tests read its screen, send keys and wait for its end.
///
/// The terminal is only read while waiting; reading in between would not change the result. Every wait has a
/// deadline and throws `TimedOut` with the screen when it passes.
public actor Pty {
    /// The default time limit of a wait: far beyond what any program here needs.
    public static let patience = Duration.seconds(20)

    /// All bytes that the program wrote so far.
    public private(set) var output: [UInt8] = []
    private let executor: ThreadExecutor
    private let emulator: Emulator
    private var frames = WholeFrames()
    private let process: ChildProcess
    // -1 once the window is closed.
    private var master: CInt
    private let processID: pid_t
    private var isOpen = true

    /// The thread that blocks while waiting.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Starts `program` (a path) on a terminal of the given size. The environment is small and the same
    /// everywhere (`TERM=xterm-256color`, `LANG=C.UTF-8`); `environment` adds to it. With `KITTY_WINDOW_ID` the terminal
    /// answers as kitty does.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], rows: Int = 24,
        columns: Int = 80, folder: String? = nil
    ) throws {
        executor = try ThreadExecutor()
        emulator = Emulator(
            rows: rows, columns: columns, isKitty: environment["KITTY_WINDOW_ID"] != nil)
        var slave: CInt = -1
        master = cpty_open(CInt(rows), CInt(columns), &slave)
        guard master >= 0 else { throw SystemError("openpty") }
        process = try ChildProcess(
            program, arguments,
            environment: ChildProcess.environment(
                adding: ["TERM": "xterm-256color"].merging(environment) { $1 }),
            folder: folder, standard: (slave, slave, slave), isTerminal: true)
        processID = process.id
    }

    deinit {
        if master >= 0 { close(master) }
    }

    /// The screen after everything received so far.
    public var screen: Screen {
        receiveAll()
        return emulator.snapshot
    }

    /// The process ID.
    public nonisolated var id: Int32 { processID }

    /// Waits until the screen satisfies `condition` and returns it; `what` names the condition in the failure.
    @discardableResult
    public func waitUntil(
        _ what: String, within limit: Duration = patience, _ condition: @Sendable (Screen) -> Bool
    ) throws -> Screen {
        let deadline = Deadline(after: limit)
        while true {
            let screen = screen
            if condition(screen) { return screen }
            guard isOpen, deadline.poll([master]) != nil else {
                let end = process.reap().map { ", program ended: \($0)" } ?? ""
                throw TimedOut(description: "waited for \(what)\(end)\n\(screen)")
            }
            receive()
        }
    }

    /// Waits until the screen contains `text` and returns it.
    @discardableResult
    public func waitUntil(contains text: String, within limit: Duration = patience) throws -> Screen {
        try waitUntil("“\(text)”", within: limit) { $0.contains(text) }
    }

    /// Waits until the program ends; its last output is in `output` and on `screen`.
    public func waitForExit(within limit: Duration = patience) throws -> ExitStatus {
        let deadline = Deadline(after: limit)
        while true {
            if let status = process.reap() {
                receiveAll()
                return status
            }
            guard let ready = deadline.poll(isOpen ? [process.descriptor, master] : [process.descriptor])
            else {
                throw TimedOut(description: "waited for the program to end\n\(screen)")
            }
            if isOpen, ready[1] { receive() }
        }
    }

    /// Types `text` literally.
    public func send(_ text: String) { transmit(Array(text.utf8)) }

    /// Presses `keys` in order.
    public func press(_ keys: PtyKey...) { for key in keys { transmit(Array(key.sequence.utf8)) } }

    /// Changes the terminal's size and notifies the program.
    public func resize(rows: Int, columns: Int) {
        emulator.resize(rows: rows, columns: columns)
        cpty_resize(master, CInt(rows), CInt(columns))
    }

    /// Closes the terminal, as if its window were closed.
    public func hangUp() {
        close(master)
        master = -1
        isOpen = false
    }

    /// Sends a signal to the program.
    public func signal(_ number: Int32) { process.signal(number) }

    /// Whether the terminal is in the mode that a shell expects: canonical input with echo.
    public var isRestored: Bool {
        var (isCanonical, isEchoing) = (false, false)
        return cpty_line_modes(master, &isCanonical, &isEchoing) == 0 && isCanonical && isEchoing
    }

    /// Receives everything available.
    private func receiveAll() {
        while isOpen, Deadline(after: .zero).poll([master]) != nil { receive() }
    }

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(master, &bytes, bytes.count)
        // EIO means that no process has the terminal open any more.
        guard count > 0 else {
            isOpen = count < 0 && errno == EINTR
            if !isOpen { _ = emulator.receive(frames.rest()) }
            return
        }
        output.append(contentsOf: bytes[..<count])
        transmit(emulator.receive(frames.take(bytes[..<count])))
    }

    private func transmit(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}

/// A key as an xterm sends it.
public enum PtyKey: Sendable {
    /// The arrow keys.
    case up, down, left, right
    /// Home, end, and the page keys.
    case home, end, pageUp, pageDown
    /// Tab and Shift-Tab.
    case tab, backTab
    /// Other keys.
    case enter, escape, backspace, delete, insert
    /// A function key, 1 to 12.
    case function(Int)
    /// Control and a letter.
    case control(Character)
    /// Alt and a character.
    case alt(Character)

    var sequence: String {
        switch self {
        // Programs that use application mode get SS3 sequences for the cursor keys.
        case .up: "\u{1B}OA"
        case .down: "\u{1B}OB"
        case .right: "\u{1B}OC"
        case .left: "\u{1B}OD"
        case .home: "\u{1B}OH"
        case .end: "\u{1B}OF"
        case .pageUp: "\u{1B}[5~"
        case .pageDown: "\u{1B}[6~"
        case .tab: "\t"
        case .backTab: "\u{1B}[Z"
        case .enter: "\r"
        case .escape: "\u{1B}"
        case .backspace: "\u{7F}"
        case .delete: "\u{1B}[3~"
        case .insert: "\u{1B}[2~"
        case .function(let number):
            switch number {
            case 1...4: "\u{1B}O" + String("PQRS".dropFirst(number - 1).prefix(1))
            case 5: "\u{1B}[15~"
            default: "\u{1B}[\([17, 18, 19, 20, 21, 23, 24][min(max(number - 6, 0), 6)])~"
            }
        case .control(let letter): String(UnicodeScalar((letter.asciiValue ?? 0) & 0x1F))
        case .alt(let character): "\u{1B}\(character)"
        }
    }
}
