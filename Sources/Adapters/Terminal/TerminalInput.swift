import CNcurses
import CellGrid
import Glibc
import SystemLibraries

/// The only thread that reads the terminal: it waits for keys, signals and its end, and never calls ncurses.
///
/// It blocks in `poll` without a timeout, except while an escape sequence or a paste is incomplete, or a signal is
/// ending the program.
struct TerminalInput: Sendable {
    /// The time limit for closing the terminal after a signal that ends the program.
    private static let grace = Duration.seconds(2)

    private let terminal: CInt
    private let signals: SignalPipe
    private let orders: CInt
    private let answers: CInt
    private let decoder: KeyDecoder
    private let report: @Sendable ([TerminalEvent]) -> Void

    /// Starts the thread. It reads the orders of `TerminalReader` from `orders` and acknowledges each on `answers`;
    /// when the other end of `orders` is closed, it closes both and the signal pipe, and ends. Events are reported on
    /// the thread.
    static func start(
        reading terminal: CInt, signals: SignalPipe, orders: CInt, answers: CInt, decoder: KeyDecoder,
        report: @escaping @Sendable ([TerminalEvent]) -> Void
    ) throws(TerminalFailure) {
        let input = TerminalInput(
            terminal: terminal, signals: signals, orders: orders, answers: answers, decoder: decoder,
            report: report)
        let error = DetachedThread.start { input.read() }
        if error != 0 { throw .refused(String(cString: strerror(error))) }
    }

    /// The size according to the driver; nil if it has none.
    static func size(of terminal: CInt) -> Size? {
        var (rows, columns): (CInt, CInt) = (0, 0)
        guard cncurses_terminal_size(terminal, &rows, &columns) == 0, rows > 0, columns > 0 else {
            return nil
        }
        return Size(rows: Row(Int(rows)), columns: Column(Int(columns)))
    }

    private func read() {
        var decoder = decoder
        var isGone = false
        var ending: (signal: CInt, deadline: ContinuousClock.Instant)?
        var sources = [terminal, signals.descriptor, orders].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            var timeout: CInt = decoder.patience ?? -1
            if let ending {
                let left = max(ContinuousClock.now.duration(to: ending.deadline) / .milliseconds(1), 0)
                timeout = timeout < 0 ? CInt(left) : min(timeout, CInt(left))
            }
            let count = poll(&sources, nfds_t(sources.count), timeout)
            if let ending, ContinuousClock.now >= ending.deadline {
                Emergency.restore()
                Signals.die(of: ending.signal)
            }
            if count == 0 { report(decoder.flushed()) }
            guard count > 0 else { continue }
            if sources[2].revents != 0 {
                guard let order = bytes(from: orders).last.flatMap(TerminalReader.Order.init) else { break }
                // A negative descriptor is not polled.
                sources[0].fd = order == .pause || isGone ? -1 : terminal
                sources[0].revents = 0
                report(decoder.flushed())
                TerminalReader.answer(on: answers)
            }
            var signal: CInt?
            if sources[1].revents != 0 { signal = report(signals.next()) }
            if sources[0].revents != 0 {
                let input = bytes(from: terminal)
                report(decoder.decode(input))
                if input.isEmpty {
                    // The window was closed.
                    isGone = true
                    sources[0].fd = -1
                    report([.terminated(signal: SIGHUP)])
                    signal = SIGHUP
                }
            }
            if let signal, ending == nil { ending = (signal, ContinuousClock.now + Self.grace) }
        }
        for descriptor in [signals.descriptor, orders, answers] { close(descriptor) }
    }

    private func bytes(from descriptor: CInt) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = retried { Glibc.read(descriptor, &bytes, bytes.count) }
        return bytes.prefix(max(count, 0))
    }

    // `^Z` is not passed to the program as a key: it suspends, as in every other program.
    private func report(_ keys: [Key]) {
        guard !keys.isEmpty else { return }
        report(keys.map { $0 == .control("z") ? .suspensionRequested : .keyPressed($0) })
    }

    // Returns the signal that must end the program, if there is one.
    private func report(_ signals: [CInt]) -> CInt? {
        var ending: CInt?
        for signal in signals {
            switch signal {
            case SIGWINCH:
                if let size = Self.size(of: terminal) { report([.resized(size)]) }
            case SIGTSTP: report([.suspensionRequested])
            case SIGCONT: report((Self.size(of: terminal).map { [.resized($0)] } ?? []) + [.resumed])
            default:
                report([.terminated(signal: signal)])
                ending = signal
            }
        }
        return ending
    }
}

/// The program's connection to the thread that reads the terminal. Orders are acknowledged, so that after `pause` no key
/// of another program is read.
struct TerminalReader {
    /// An order to the thread; each is one byte.
    enum Order: UInt8 {
        /// Stop reading keys.
        case pause = 1
        /// Resume reading keys.
        case resume
    }

    /// The writing end of the pipe for orders; closing it ends the thread.
    let orders: CInt
    /// The reading end of the pipe for acknowledgements.
    let answers: CInt

    /// Stops the reading of keys. Returns when the thread has stopped, after microseconds.
    func pause() { give(.pause) }

    /// Resumes the reading of keys.
    func resume() { give(.resume) }

    /// Ends the thread.
    func end() {
        close(orders)
        close(answers)
    }

    /// Acknowledges an order, on the thread's side.
    static func answer(on descriptor: CInt) {
        var byte: UInt8 = 0
        // The only reader waits for this byte; if the pipe is closed, there is no reader.
        write(descriptor, &byte, 1)
    }

    private func give(_ order: Order) {
        var byte = order.rawValue
        guard write(orders, &byte, 1) == 1 else { return }
        // Without the thread the pipe has no writer, and the read returns.
        while read(answers, &byte, 1) < 0, errno == EINTR {}
    }
}
