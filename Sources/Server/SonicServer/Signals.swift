import Glibc
import SystemLibraries

/// The signals that a server heeds, as something that its loop waits for.
public struct Signals: Sendable {
    /// What a signal asks for.
    enum Order {
        /// SIGINT, SIGTERM; SIGHUP where the terminal is gone that the program was started at.
        case stop
        /// SIGUSR1: to tell the figures.
        case report
        /// SIGHUP: to read files again.
        case reread
    }

    let pipe: SignalPipe
    /// A standard stream that was a terminal at the start; nil for none.
    private let terminal: Int32?

    /// From now on the signals do nothing else. To be asked for once, before any thread is started; nil when the
    /// system refuses.
    public init?() {
        signal(SIGPIPE, SIG_IGN)
        let orders = [SIGINT, SIGTERM, SIGHUP, SIGUSR1]
        guard let pipe = SignalPipe(of: orders, evenIgnored: true) else { return nil }
        self.pipe = pipe
        terminal = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
    }

    /// What the signals that came ask for, waiting for the first.
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

/// Who does what signals ask for beside the end.
public struct SignalOrders {
    let signals: Signals
    let report: (ServerFigures) -> Void
    let reread: () -> Void

    /// Orders by these signals.
    ///
    /// - Parameters:
    ///   - tell: Tells the figures, for SIGUSR1.
    ///   - reread: Reads files again, for SIGHUP.
    public init(
        by signals: Signals, tell: @escaping (ServerFigures) -> Void, reread: @escaping () -> Void
    ) {
        self.signals = signals
        self.report = tell
        self.reread = reread
    }
}

/// How a server is at a moment, and what it turned away so far.
public struct ServerFigures: Sendable, Equatable {
    /// Connections that are open.
    let connections: Int
    /// Requests that are under way.
    let requests: Int
    /// Connections that were turned away, since their client had too many.
    let refused: Int
    /// Connections that were ended, since the head of their request took too long.
    let tardy: Int

    /// The figures as a line for people.
    public var summary: String {
        "connections: \(connections) open, \(refused) refused, \(tardy) ended for slow headers; "
            + "requests under way: \(requests)\n"
    }
}
