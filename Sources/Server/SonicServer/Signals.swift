import Glibc
import SystemLibraries

/// The signals that a server handles, as a descriptor that its loop waits for.
public struct Signals {
    /// The meaning of a signal.
    enum Order {
        /// SIGINT or SIGTERM; SIGHUP if the program's terminal is gone.
        case stop
        /// SIGUSR1: report the figures.
        case report
        /// SIGHUP: read files again.
        case reread
    }

    let pipe: SignalPipe
    /// A standard stream that was a terminal at the start; nil for none.
    private let terminal: Int32?
    /// Reports the figures, for SIGUSR1.
    public var report: (ServerFigures) -> Void = { _ in }
    /// Reads files again, for SIGHUP.
    public var reread: () -> Void = {}
    /// Called once the server accepts no more connections.
    public var stopping: () -> Void = {}

    /// Takes over the signals, which have no other effect from now on. Call it once, before any thread is started. Nil
    /// if the system refuses.
    public init?() {
        SignalAction.ignoreFailedWrites()
        let orders = [SIGINT, SIGTERM, SIGHUP, SIGUSR1]
        guard let pipe = SignalPipe(of: orders, evenIgnored: true) else { return nil }
        self.pipe = pipe
        terminal = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    }

    /// Waits for the first signal, and returns the meanings of all received ones.
    func next() -> [Order] {
        pipe.next().map { signal in
            switch signal {
            case SIGUSR1: .report
            case SIGHUP: terminal.map { isatty($0) == 0 } ?? false ? .stop : .reread
            default: .stop
            }
        }
    }
}

/// The current state of a server, and the numbers of refused connections.
public struct ServerFigures: Sendable, Equatable {
    /// The number of open connections.
    let connections: Int
    /// The number of current requests.
    let requests: Int
    /// The numbers of what was refused, by limit.
    let refusals: [RefusingLimit: Int]

    /// The figures as a line for display.
    public var summary: String {
        "connections: \(connections) open, \(refusals[.perClient, default: 0]) refused, "
            + "\(refusals[.head, default: 0]) ended for slow headers; "
            + "requests under way: \(requests)\n"
    }
}
