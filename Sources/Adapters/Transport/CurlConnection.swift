import CCurl
import SonicProtocol
import SonicSession
import Synchronization

/// Exchanges over libcurl, which is loaded for the first one and runs on a separate thread.
///
/// The thread receives commands through a pipe and reports through the stream of each exchange; it ends with the last
/// copy of this value and its last exchange. Connections are reused.
public struct CurlConnection: Connection {
    /// The commands to the thread, or why there is none.
    private let commands: Result<CommandPipe, ConnectionFailure>
    private let unreadLimit: Int

    /// Starts the thread, which takes about 50 µs; libcurl is not loaded yet. If the system provides no thread or pipe,
    /// every exchange fails with this reason.
    public init(_ configuration: TransportConfiguration = TransportConfiguration()) {
        commands = Result { () throws(ConnectionFailure) in try CommandPipe.start(configuration) }
        unreadLimit = configuration.unreadLimit
    }

    /// Runs tasks on the connection's thread, for programs that do one thing at a time: a session that runs there
    /// (`SessionEngine.running(on:)`) switches threads less often, most of all if its reader runs there, too. Transfers
    /// wait while a task computes or reads from the disk, and programs started there begin with all signals blocked.
    /// Nil if there is no thread.
    public var executor: (any TaskExecutor)? {
        if case .success(let commands) = commands { commands } else { nil }
    }

    /// Loads libcurl now, so that the first exchange does not wait for it. Returns at once.
    public func prepare() { send(.prepare) }

    /// Uses these credentials from now on for an origin (`WebURL.origin`) and for no other; nil removes them.
    public func use(_ credentials: Credentials?, for origin: String) {
        send(.use(credentials, origin: origin))
    }

    /// Configures exchanges by their address, from the next one on; what they share (`connections`, `end`, `patience`,
    /// `credentials` and `unreadLimit`) remains as it began. `configuration` is called on the connection's thread.
    public func configure(_ configuration: @escaping @Sendable (WebURL) -> TransportConfiguration) {
        send(.configure(configuration))
    }

    private func send(_ command: Command) {
        if case .success(let commands) = commands { commands.send(command) }
    }

    /// Sends `request`. Header fields are sent as given, in order and case, after `Host`; libcurl adds only `Host`,
    /// `Content-Length`, `Authorization` and the fields that HTTP/2 requires. `requestSent` is reported once more if a
    /// server requires credentials that are known here; its 401 response is then not reported. For HTTP/2 it contains
    /// the headers as text, before names are lower-cased and compressed.
    public func exchange(_ request: Request) -> ResponseEvents { exchange(request, connectingTo: nil) }

    /// Sends `request` to this address instead of those of its host; the Host field and the TLS server name are
    /// unchanged. Nil uses DNS.
    func exchange(_ request: Request, connectingTo target: HostAddress?) -> ResponseEvents {
        let commands: CommandPipe
        switch self.commands {
        case .success(let pipe): commands = pipe
        case .failure(let failure):
            return ResponseEvents { continuation in
                continuation.yield(.failed(failure))
                continuation.finish()
            }
        }
        let channel = Channel<ResponseEvent>()
        let exchange = TransferExchange(request, connectingTo: target, channel, unreadLimit: unreadLimit)
        let batches = ChannelReader(channel) { commands.send(.cancel(exchange)) }
        commands.send(.start(exchange))
        let noteRead: @Sendable (ResponseEvent) -> Void = { event in
            if case .bodyReceived(let bytes) = event, exchange.took(bytes.count) {
                commands.send(.resume(exchange))
            }
        }
        return ResponseEvents(batches: { await batches.next().map { .init($0, read: noteRead) } })
    }
}

extension CurlConnection: RegisteredConnection {
    /// The name of the plain network.
    public var name: ConnectionName { .network }

    /// Whether the URL has the scheme http or https.
    public func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    /// Sends the request; the connection `onward` is not used.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents { exchange(request) }
}

/// One request in progress, shared by the reader of its events and the curl thread.
final class TransferExchange: Sendable {
    /// The request to send.
    let request: Request
    /// The address to connect to; nil for those of the request's host.
    let target: HostAddress?
    /// The channel to which the curl thread reports events in batches.
    let events: Channel<ResponseEvent>
    /// When the exchange was requested.
    private let began = ContinuousClock.now
    private let unreadLimit: Int
    private let unread = Atomic(0)

    init(
        _ request: Request, connectingTo target: HostAddress? = nil,
        _ events: Channel<ResponseEvent>, unreadLimit: Int
    ) {
        self.request = request
        self.target = target
        self.events = events
        self.unreadLimit = unreadLimit
    }

    /// The origin of the request, or else its host.
    var host: String { request.url.origin ?? request.url.host }

    /// The deadline that the exchange inherits from a larger operation; nil for none.
    var end: RunEnd? {
        guard case .left(let time, let limit, _) = request.time else { return nil }
        return RunEnd(began + time, limit: limit)
    }

    /// The deadline of the exchange, if `limit` is the usual maximum duration.
    func end(usually limit: Duration?) -> RunEnd? {
        switch request.time {
        case .usual: limit.map { RunEnd(began + $0, limit: $0) }
        case .none: nil
        case .left: end
        }
    }

    /// The number of body bytes that were delivered and not yet read.
    var unreadCount: Int { unread.load(ordering: .acquiring) }

    /// Whether the reader has too many unread bytes, so that no more should be delivered now.
    var isFull: Bool { unreadCount >= unreadLimit }

    /// Adds a piece of the body that is about to be delivered.
    func count(_ count: Int) { unread.add(count, ordering: .acquiringAndReleasing) }

    /// Counts a piece of the body as read. Returns true if this reduced the unread bytes below half the limit: only
    /// then a paused transfer is resumed.
    func took(_ count: Int) -> Bool {
        let (old, new) = unread.subtract(count, ordering: .acquiringAndReleasing)
        let half = max(1, unreadLimit / 2)
        return old >= half && new < half
    }
}

extension CurlConnection {
    /// The name and version of the library, such as `libcurl 7.88.1`; nil if it is not installed. Loads it.
    public static var libraryVersion: String? {
        late_load() == nil ? "libcurl " + String(cString: late_version()) : nil
    }
}
