import SonicProtocol
import SonicSession

/// Exchanges over libcurl, which is opened at the first of them, on one thread of its own.
///
/// The thread is spoken to through a pipe and answers through the stream of each exchange; it ends with the
/// last copy of this value and its last exchange. Connections are kept and used again.
public struct CurlConnection: Connection {
    private let state: State

    private enum State {
        case running(CommandPipe, unreadLimit: Int)
        case broken(ConnectionFailure)
    }

    /// Starts the thread, which costs some 50 µs; libcurl is not opened yet. When the system gives no thread
    /// or pipe, every exchange fails and says so.
    public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        do {
            let commands = try CurlThread.start(configuration)
            state = .running(commands, unreadLimit: configuration.unreadLimit)
        } catch {
            state = .broken(error)
        }
    }

    /// Runs tasks on the connection's own thread, for programs that do one thing at a time: a session there
    /// (`SessionEngine.running(on:)`) changes threads no more, and less so when its reader is there too. Transfers wait
    /// while a task computes or reads from the disk, and programs started there begin with all signals blocked. nil when
    /// there is no thread.
    public var executor: (any TaskExecutor)? {
        guard case .running(let commands, _) = state else { return nil }
        return commands
    }

    /// Opens libcurl now, so that the first exchange need not wait for it. Returns at once.
    public func prepare() {
        guard case .running(let commands, _) = state else { return }
        commands.send(.prepare)
    }

    /// Uses this name and password from now on for an origin (`WebURL.origin`) and for no other; nil forgets
    /// them.
    public func use(_ credentials: Credentials?, for origin: String) {
        guard case .running(let commands, _) = state else { return }
        commands.send(.use(credentials, origin: origin))
    }

    /// Changes what holds for single addresses (`TransportConfiguration.adjustment`), from the next exchange on.
    public func adjust(by adjustment: TransportConfiguration.Adjustment?) {
        guard case .running(let commands, _) = state else { return }
        commands.send(.adjust(adjustment))
    }

    /// Sends `request`. Header lines go out as given, in order and case, after `Host`; libcurl adds none but
    /// `Host`, `Content-Length`, `Authorization` and what HTTP/2 needs. `requestSent` comes once more when a
    /// server asks for a name and password that are known here; the head that asked is then not reported. Over
    /// HTTP/2 it holds the head as text, as it was before names went into lower case and all was compressed.
    public func exchange(_ request: Request) -> ResponseEvents {
        exchange(request, connectingTo: nil)
    }

    /// Sends `request` to this address rather than to those of its host; Host line and TLS name stay. nil asks
    /// DNS.
    func exchange(_ request: Request, connectingTo target: HostAddress?) -> ResponseEvents {
        let commands: CommandPipe
        let unreadLimit: Int
        switch state {
        case .running(let pipe, let limit): (commands, unreadLimit) = (pipe, limit)
        case .broken(let failure):
            return ResponseEvents { continuation in
                continuation.yield(.failed(failure))
                continuation.finish()
            }
        }
        let channel = Channel<ResponseEvent>()
        let exchange = Exchange(request, connectingTo: target, channel, unreadLimit: unreadLimit)
        let bursts = ChannelReader(channel) { commands.send(.cancel(exchange)) }
        commands.send(.start(exchange))
        let noteRead: @Sendable (ResponseEvent) -> Void = { event in
            if case .bodyReceived(let bytes) = event, exchange.took(bytes.count) {
                commands.send(.resume(exchange))
            }
        }
        return ResponseEvents(bursts: { await bursts.next().map { .init($0, read: noteRead) } })
    }
}

extension CurlConnection: RegisteredConnection {
    /// The plain network.
    public var name: ConnectionName { .network }

    /// Whether the address is one of http or https.
    public func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    /// Sends the request; nothing is sent onward.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        exchange(request)
    }
}
