import Exchanges
import SonicProtocol

/// A site of which the rules of watching programs can answer requests instead: from a file, or from another address.
public struct RuledSite: Site {
    private var site: any Site
    private let interceptions: Interceptions
    private let responder: SonicResponder
    private let bodyLimit: Int

    /// Creates a site around another one.
    ///
    /// - Parameters:
    ///   - traffic: The programs that watch it can set rules.
    ///   - responder: Serves the server side of Sonic for pages in files.
    ///   - bodyLimit: The maximum size of a request's body, in bytes.
    public init(
        _ site: any Site, by traffic: TrafficBroadcast, responder: SonicResponder, bodyLimit: Int
    ) {
        self.site = site
        (self.responder, self.bodyLimit) = (responder, bodyLimit)
        interceptions = traffic.interceptions
        interceptions.canForward = site is any ForwardingSite
    }

    /// Returns the site's answer.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer { site.answer(request) }

    /// Returns the exchange of the rule that answers, otherwise the site's. No rule changes other protocols.
    public mutating func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        guard head.headers.upgrade == nil, let rule = interceptions.rule(answering: head),
            let answer = rule.answer
        else { return site.exchange(on: head, over: line) }
        switch answer {
        case .file(let name, let bytes):
            return BufferedExchange(on: head, limit: bodyLimit) { [self] request in
                .response(file(name, bytes, for: request).noting(rule.note))
            }
        case .address(let url):
            let other = (site as? any ForwardingSite)?.forwarding(to: url, noting: rule.note)
            guard var other else { return site.exchange(on: head, over: line) }
            return other.exchange(on: head, over: line)
                ?? BufferedExchange(on: head, limit: bodyLimit) { other.answer($0) }
        }
    }

    /// Returns a file's bytes: of an HTML file as a Sonic page.
    private func file(_ name: String, _ bytes: [UInt8], for request: ServerRequest) -> ServerResponse {
        if FolderSite.isPage(name) { return responder.respond(with: bytes, to: request) }
        let fields = [
            HeaderField("Content-Type", FolderSite.contentType(of: name)),
            HeaderField("Cache-Control", "no-cache"),
        ]
        guard request.isReading else { return ServerResponse(headers: Headers(fields), body: .bytes(bytes)) }
        let tag = EntityTag(text: "\"\(responder.hashes.sha1(bytes))\"")
        return Representation(fields, .bytes(bytes), tag: tag, modified: nil)
            .answer(to: request, at: SonicServer.now())
    }
}

/// A site that passes requests on to another server, and can do so to any.
public protocol ForwardingSite: Site {
    /// Returns the same site with another address behind it, whose exchanges have a note for the log.
    func forwarding(to address: WebURL, noting note: String) -> Self?
}

/// An exchange that buffers the request's body, up to a limit, and then answers at once.
final class BufferedExchange: StreamingExchange {
    private let head: ServerRequest
    private let limit: Int
    private let respond: (ServerRequest) -> ServerAnswer
    /// The body; nil once it is too long.
    private var body: [UInt8]? = []

    init(on head: ServerRequest, limit: Int, _ respond: @escaping (ServerRequest) -> ServerAnswer) {
        (self.head, self.limit) = (head, limit)
        self.respond = respond
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        body = body.flatMap { $0.count + bytes.count <= limit ? $0 : nil }
        body?.append(contentsOf: bytes)
        return bytes.count
    }

    func answer() -> ExchangeAnswer {
        .answer(body.map { respond(head.with(body: $0)) } ?? .response(.contentTooLarge(limit: limit)))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart { .end }

    func end(_ ending: ExchangeEnding) -> [String] { [] }
}
