import ProxyRules
import SonicProtocol
import SonicServer

/// What all exchanges of one proxy share. Nothing of it is about a client.
struct Proxy {
    let place: UpstreamPlace
    /// The proxy's own address and port.
    let authority: String
    let loop: UpstreamLoop
    let hashes: Hashes
    let blocks: BlocksSource?
    let recorder: Recorder
    /// The longest page that is gathered, in bytes.
    let pageLimit: Int

    /// Whether exchanges are written down in full.
    var isRecorded: Bool { recorder.isRecording }
}

/// A site that is another server: every request is forwarded to it, and its pages become Sonic pages for the
/// clients that ask for them (docs/sonic-server.md#proxy).
public struct ProxySite: Site {
    /// What a proxy can be told.
    public struct Settings {
        /// The server behind it.
        public let upstream: Upstream
        /// How long the upstream may say nothing, in seconds.
        public var silenceSeconds = 60
        /// A file of certificates to trust in place of the system's; nil for the system's.
        public var authorities: String?
        /// The longest page that becomes a Sonic page, in bytes.
        public var pageLimit = 4 << 20
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
    public init(
        _ settings: Settings, at authority: String, over loop: UpstreamLoop, hashes: Hashes,
        recorder: Recorder
    ) {
        proxy = Proxy(
            place: UpstreamPlace(
                upstream: settings.upstream, silenceSeconds: settings.silenceSeconds,
                authorities: settings.authorities),
            authority: authority, loop: loop, hashes: hashes, blocks: settings.blocks, recorder: recorder,
            pageLimit: settings.pageLimit)
    }

    /// A relay, or nobody for what is not forwarded.
    public func conversation(on head: ServerRequest, over line: ClientLine) -> (any Conversation)? {
        // A refusal is said by `answer`, once the request's body is out of the way.
        guard let forwarded = try? forwarded(head, from: line.peer) else { return nil }
        return Relay(forwarded, of: head, over: line, by: proxy)
    }

    /// Why a request is not forwarded.
    public func answer(_ request: ServerRequest) -> ServerAnswer {
        var report = ExchangeReport(request, from: "", isRecorded: proxy.isRecorded)
        let response: ServerResponse
        do throws(Refusal) {
            _ = try forwarded(request, from: "")
            response = ErrorPage.serverError("The request could not be forwarded.")
        } catch {
            response = ErrorPage.trouble(error.status, "Not forwarded", error.sentence)
            report.note(error.sentence)
        }
        report.answered(response.status, response.headers, to: request)
        report.sent(response.bytes ?? [])
        proxy.recorder.note(report.ended(.complete))
        return .response(response)
    }

    private func forwarded(_ head: ServerRequest, from client: String) throws(Refusal) -> ForwardedRequest {
        try ForwardedRequest(
            method: head.method, target: head.target, headers: head.headers,
            from: .init(client: client, proxy: proxy.authority), to: proxy.place.upstream)
    }
}
