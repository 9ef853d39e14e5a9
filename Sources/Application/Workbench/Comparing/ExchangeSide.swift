import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

/// One of two exchanges to compare: the request, the response, and the resulting page. It comes from a session, a
/// stored version of a page, or a file; each missing part has a reason.
public struct ExchangeSide: Sendable, Equatable {
    /// The bytes of a part as they were sent or received, a text that was reconstructed, because those were not
    /// captured or not retained, or the reason why there are none, a sentence.
    public typealias Content = Exchange.Content

    /// The title.
    public var title: String
    /// The address that was requested, or that of a file.
    public var url: WebURL
    /// The request's head: request line and fields.
    public var request: Content
    /// The response's head: status line and fields.
    public var response: Content
    /// The response's body, content coding removed.
    public var body: Content
    /// The page: the one received, or the stored one with the data of an update.
    public var page: Content
    /// The headers that declare the type of body and page.
    public var headers: Headers
}

extension ExchangeSide {
    /// Creates a side from the last exchange of a session, and the resulting page. Constant time, except for the
    /// headers.
    /// - Parameters:
    ///   - trace: The session.
    ///   - title: The title.
    public init(_ trace: SessionTrace, title: String) {
        let turn = trace.turns.last { $0.request != nil } ?? SessionTrace.Turn()
        self.init(
            title: title, url: turn.request?.url ?? trace.opened, request: Self.request(of: turn),
            response: Self.response(of: turn), body: Self.body(of: turn, in: trace),
            page: Self.page(of: trace),
            headers: Self.pageHeaders(of: trace))
    }

    /// Creates a side from the last exchange of a session; nil if it has no response.
    public init?(answered trace: SessionTrace, title: String) {
        self.init(trace, title: title)
        if case .missing = response { return nil }
    }

    /// Creates a side from a stored version of a page.
    /// - Parameters:
    ///   - version: The version.
    ///   - title: The title.
    public init(_ version: PageVersion, title: String) {
        let why = "A stored version has the page and its headers, not its exchange."
        self.init(
            title: title, url: version.url, request: .missing(why),
            response: .text(version.headers.fields.flatMap(\.line)), body: .missing(why),
            page: .bytes(version.html), headers: version.headers)
    }

    /// Creates a side from a file: a response with headers if it begins with a status line, otherwise a page.
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - url: Its address.
    ///   - title: The title.
    public init(file bytes: [UInt8], at url: WebURL, title: String) {
        let why = "A file has no request."
        guard bytes.starts(with: "HTTP/".utf8), let end = Self.endOfHead(bytes),
            let head = ResponseHead(raw: Array(bytes[..<end]))
        else {
            self.init(
                title: title, url: url, request: .missing(why), response: .missing("A page has no headers."),
                body: .bytes(bytes), page: .bytes(bytes), headers: Headers())
            return
        }
        let body = Array(bytes[end...])
        self.init(
            title: title, url: url, request: .missing(why), response: .bytes(head.raw), body: .bytes(body),
            page: Self.isUpdate(head)
                ? .missing("The response is a data update: the page needs the stored one.") : .bytes(body),
            headers: head.headers)
    }

    /// Whether the headers of a response declare an update of a stored page.
    private static func isUpdate(_ head: ResponseHead) -> Bool {
        ["false", "0"].contains(head.headers.first("template-change")?.lowercased() ?? "")
    }

    /// Returns the start of the body after the headers.
    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let line = bytes[start..<end]
            if line.isEmpty || line.elementsEqual([0x0D]) { return end + 1 }
            start = end + 1
        }
        return nil
    }

    /// Returns the head of the request.
    package static func request(of turn: SessionTrace.Turn) -> Content {
        guard let request = turn.request else { return .missing("No request was made.") }
        guard turn.sentHead.isEmpty else { return .bytes(turn.sentHead) }
        let first = "\(request.method) \(request.url.requestTarget)\r\n"
        return .text(Array(first.utf8) + request.headers.fields.flatMap(\.line))
    }

    /// Returns the head of the response.
    package static func response(of turn: SessionTrace.Turn) -> Content {
        guard let head = turn.head else {
            if let failure = turn.failure, let url = turn.request?.url {
                return .missing("No response: " + failure.words(for: url).ended)
            }
            return .missing("No response was received.")
        }
        guard head.raw.isEmpty else { return .bytes(head.raw) }
        let first = "\(head.version) \(head.status) \(head.reason)\r\n"
        return .text(Array(first.utf8) + head.headers.fields.flatMap(\.line))
    }

    /// Returns the headers that declare the type of the page: an update is JSON, and the stored page has its own.
    package static func pageHeaders(of trace: SessionTrace) -> Headers {
        let turn = trace.turns.last { $0.request != nil } ?? trace.turns.last
        let (stored, received) = (turn?.stored?.version.headers, turn?.head?.headers)
        switch trace.result?.outcome {
        case .firstLoad, .templateChange, .plain: return received ?? stored ?? Headers()
        case .dataUpdate, .allCached, .fresh, .offline, .failed, nil: return stored ?? received ?? Headers()
        }
    }

    private static func body(of turn: SessionTrace.Turn, in trace: SessionTrace) -> Content {
        if let body = turn.body ?? trace.result?.answerBody { return .bytes(body) }
        guard let head = turn.head else { return .missing("No response was received.") }
        if head.status == 304 { return .missing("A 304 has no body: it confirms the stored page.") }
        guard let count = turn.bodyBytes else { return .missing("The body was not received.") }
        return count == 0 ? .bytes([]) : .missing("The body, \(count) bytes, is no longer in memory.")
    }

    private static func page(of trace: SessionTrace) -> Content {
        if let page = trace.page { return .bytes(page) }
        guard let count = trace.pageBytes else { return .missing("The session has no page.") }
        return .missing("The page, \(count) bytes, is no longer in memory.")
    }

    /// Both header sections as one text, as they were on the wire, without those that are missing.
    package var heads: [UInt8] { (request.bytes ?? []) + (response.bytes ?? []) }
}
