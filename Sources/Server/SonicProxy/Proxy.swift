import SonicProtocol
import SonicServer

/// What all exchanges of one proxy share. Nothing of it is about a client.
struct Proxy {
    let place: UpstreamPlace
    /// The proxy's own address and port.
    let authority: String
    let loop: UpstreamLoop
    let responder: SonicResponder
    let blocks: BlocksSource?
    /// Whether the upstream is called by the name that the client used.
    let keepsHost: Bool
    /// The longest page that is gathered, in bytes.
    let pageLimit: Int
}

/// A site that is another server: every request is forwarded to it, and its pages become Sonic pages for the
/// clients that ask for them (docs/server/sonic-server.md#proxy).
public struct ProxySite: Site {
    /// What a proxy can be told.
    public struct Settings {
        /// The server behind it.
        let upstream: Upstream
        /// How long the upstream may say nothing, in seconds.
        public var silenceSeconds = 60
        /// A file of certificates to trust in place of the system's; nil for the system's.
        public var authorities: String?
        /// Whether the upstream is called by the name that the client used, in place of its own.
        public var keepsHost = false
        /// The longest page that becomes a Sonic page, in bytes.
        var pageLimit = 4 << 20
        /// What puts blocks into pages; nil for nothing.
        public var blocks: BlocksSource?

        /// The usual settings.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }
    }

    private let proxy: Proxy

    /// A proxy.
    ///
    /// - Parameters:
    ///   - authority: Its own address and port.
    ///   - loop: What carries its requests; the server has to wait with it.
    ///   - responder: Does Sonic's half for the upstream's pages.
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

    /// A relay, or nobody for what is not forwarded.
    public func conversation(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        // A refusal is said by `answer`, once the request's body is out of the way.
        guard let forwarded = try? forwarded(head, from: line.peer) else { return nil }
        return Relay(forwarded, of: head, over: line, by: proxy)
    }

    /// Why a request is not forwarded.
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
            asksForSonic: proxy.responder.personality.treats(head),
            from: .init(client: client, proxy: proxy.authority), to: proxy.place.upstream,
            keepsHost: proxy.keepsHost)
    }
}
