import SonicProtocol
import SonicServer

/// The state shared by all exchanges of a proxy. None of it is specific to a client.
struct Proxy {
    let place: UpstreamPlace
    /// The proxy's own address and port.
    let authority: String
    let loop: UpstreamLoop
    let responder: SonicResponder
    let blocks: BlocksSource?
    /// Whether `Host` is passed on as the client sent it.
    let keepsHost: Bool
    /// The maximum size of a page that is buffered, in bytes.
    let pageLimit: Int
}

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
        public init(upstream: Upstream) {
            self.upstream = upstream
        }
    }

    private let proxy: Proxy

    /// Creates a proxy.
    ///
    /// - Parameters:
    ///   - authority: Its own address and port.
    ///   - loop: Carries its requests; the server has to use it as its `Waiter`.
    ///   - responder: Serves the server side of Sonic for the upstream's pages.
    public init(
        _ settings: Settings, at authority: String, over loop: UpstreamLoop, responder: SonicResponder
    ) {
        proxy = Proxy(
            place: UpstreamPlace(
                upstream: settings.upstream, silenceSeconds: settings.silenceSeconds,
                authorities: settings.authorities),
            authority: authority, loop: loop, responder: responder, blocks: settings.blocks,
            keepsHost: settings.keepsHost, pageLimit: settings.pageLimit)
    }

    /// Returns a relay, or nil for a request that is not forwarded.
    public func streamingExchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        // `answer` returns the refusal after the request's body has been read.
        guard let forwarded = try? forwarded(head, from: line.peer) else { return nil }
        return Relay(forwarded, of: head, over: line, by: proxy)
    }

    /// Returns the reason why a request is not forwarded.
    public func answer(_ request: ServerRequest) -> ServerAnswer {
        do throws(Refusal) {
            _ = try forwarded(request, from: "")
            return .response(ErrorPage.serverError("The request could not be forwarded."))
        } catch {
            let page = ErrorPage.trouble(error.status, "Not forwarded", error.sentence)
            return .response(page.noting(error.sentence))
        }
    }

    private func forwarded(_ head: ServerRequest, from client: String) throws(Refusal) -> ForwardedRequest {
        try ForwardedRequest(
            method: head.method, target: head.targetBytes, headers: head.headers,
            asksForSonic: proxy.responder.dialect.handles(head),
            from: .init(client: client, proxy: proxy.authority), to: proxy.place.upstream,
            keepsHost: proxy.keepsHost)
    }
}
