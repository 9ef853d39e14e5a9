import SonicProtocol
import SonicServer

/// A site that is another server: every request is forwarded to it, and its pages become Sonic pages for clients that
/// request them (docs/server/sonic-server.md#proxy).
public struct ProxySite: ForwardingSite {
    /// The settings of a proxy.
    public struct Settings {
        /// The upstream server.
        fileprivate(set) var upstream: Upstream
        /// The timeout for an upstream that sends nothing, in seconds.
        public var silenceSeconds = 60
        /// A file of certificates to trust instead of the system's; nil for the system's.
        public var authorities: String?
        /// Whether `Host` is passed on as the client sent it, instead of the upstream's own name.
        public var keepsHost = false
        /// The maximum size of a page that becomes a Sonic page, in bytes.
        var pageLimit = 4 << 20
        /// The definition of blocks to insert into pages; nil for none.
        public var blocks: BlocksSource?

        /// Creates the default settings.
        public init(upstream: Upstream) { self.upstream = upstream }
    }

    private(set) var settings: Settings
    /// The address that answers instead of the upstream, with a note for the log, and whether it is of another server;
    /// nil for none.
    private(set) var detour: (address: WebURL, note: String, isForeign: Bool)?
    /// The proxy's own address and port.
    private let authority: String
    let loop: UpstreamLoop
    let responder: SonicResponder

    /// Creates a proxy.
    ///
    /// - Parameters:
    ///   - authority: Its own address and port.
    ///   - loop: Carries its requests; the server has to use it as its `Waiter`.
    ///   - responder: Serves the server side of Sonic for the upstream's pages.
    public init(
        _ settings: Settings, at authority: String, over loop: UpstreamLoop, responder: SonicResponder
    ) {
        self.settings = settings
        self.authority = authority
        self.loop = loop
        self.responder = responder
    }

    /// Returns a relay, or nil for a request that is not forwarded.
    public func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        // `answer` returns the refusal after the request's body has been read.
        guard let forwarded = try? forwarded(head, from: line.peer) else { return nil }
        return Relay(forwarded, of: head, over: line, by: self)
    }

    /// Returns the same proxy in front of another address. Nil for an address that has no server.
    public func forwarding(to address: WebURL, noting note: String) -> ProxySite? {
        // An address with a host has an origin, which is a valid upstream.
        guard let origin = address.origin, let upstream = try? Upstream(origin) else { return nil }
        var other = self
        other.detour = (address, note, upstream.origin != settings.upstream.origin)
        (other.settings.upstream, other.settings.keepsHost) = (upstream, false)
        return other
    }

    /// Returns the reason why a request is not forwarded.
    public func answer(_ request: ServerRequest) -> ServerAnswer {
        do throws(Refusal) {
            _ = try forwarded(request, from: "")
            return .response(.serverError("The request could not be forwarded."))
        } catch {
            let page = ServerResponse.trouble(error.status, "Not forwarded", error.sentence)
            let notes = [error.sentence, detour?.note].compactMap(\.self)
            return .response(notes.reduce(page) { $0.noting($1) })
        }
    }

    private static let credentials = ["Cookie", "Authorization", "Proxy-Authorization"]

    private func forwarded(_ head: ServerRequest, from client: String) throws(Refusal) -> ForwardedRequest {
        var headers = head.headers
        // Credentials are for the site alone.
        if detour?.isForeign ?? false { for name in Self.credentials { headers.remove(name) } }
        let target = detour?.address.requestTarget
        return try ForwardedRequest(
            method: head.method,
            target: target.flatMap { $0 == "/" ? nil : Array($0.utf8) } ?? head.targetBytes, headers: headers,
            isSecure: head.isSecure, asksForSonic: responder.dialect.handles(head), from: client,
            through: authority, to: settings.upstream, keepsHost: settings.keepsHost)
    }
}
