import SonicServer

/// A site that is another server: every request is forwarded to it, and its pages become Sonic pages for clients that
/// request them (docs/server/sonic-server.md#proxy).
public struct ProxySite: Site {
    /// The settings of a proxy.
    public struct Settings {
        /// The upstream server.
        let upstream: Upstream
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

    let settings: Settings
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
    public func streamingExchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        // `answer` returns the refusal after the request's body has been read.
        guard let forwarded = try? forwarded(head, from: line.peer) else { return nil }
        return Relay(forwarded, of: head, over: line, by: self)
    }

    /// Returns the reason why a request is not forwarded.
    public func answer(_ request: ServerRequest) -> ServerAnswer {
        do throws(Refusal) {
            _ = try forwarded(request, from: "")
            return .response(.serverError("The request could not be forwarded."))
        } catch {
            let page = ServerResponse.trouble(error.status, "Not forwarded", error.sentence)
            return .response(page.noting(error.sentence))
        }
    }

    private func forwarded(_ head: ServerRequest, from client: String) throws(Refusal) -> ForwardedRequest {
        try ForwardedRequest(
            method: head.method, target: head.targetBytes, headers: head.headers,
            isSecure: head.isSecure, asksForSonic: responder.dialect.handles(head), from: client,
            through: authority, to: settings.upstream, keepsHost: settings.keepsHost)
    }
}
