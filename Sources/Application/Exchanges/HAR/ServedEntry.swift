import SonicProtocol

/// One exchange from the server's side, as an entry of a HAR log: the client's request and the response.
public struct ServedEntry: Sendable {
    /// A body, as far as it is known.
    public enum Body: Sendable, Equatable {
        /// The whole body, without content codings.
        case bytes([UInt8])
        /// It is missing: its size if known, and the reason as a sentence.
        case missing(size: Int?, comment: String)
        /// The body with codings that cannot be decoded here, and a sentence about that.
        case packed([UInt8], comment: String)
    }

    /// The client's request.
    public typealias Request = (
        client: String, method: String, url: String, version: String, headers: Headers, body: Body
    )

    /// The response to the client.
    public typealias Response = (status: Int, headers: Headers, body: Body, bytesSent: Int)

    let request: Request
    let response: Response?
    /// When the request began.
    public var began = Instant(milliseconds: 0)
    /// The time from then to the response's headers.
    public var waited = Duration.zero
    /// The time from then to the end of the response.
    public var received = Duration.zero
    /// Its number among the server's exchanges.
    public var id = 0
    /// The server's name for the outcome.
    public var outcome = ""
    /// Whether the response broke off, or the client disconnected, before everything was sent.
    public var isCutOff = false
    /// The size of the body that a server without Sonic would have sent.
    public var plainBytes = 0
    /// The names of the faults applied to the response.
    public var faults: [String] = []
    /// Further notes, a few words each.
    public var notes: [String] = []

    /// Creates an exchange; the response is nil if none was sent.
    public init(_ request: Request, _ response: Response?) {
        self.request = request
        self.response = response
    }

    /// Returns the entry. Linear in the bytes of the bodies.
    public func value(_ secrets: Secrets) -> JSONValue {
        let waited = waited.millisecondsForSums
        let received = received.millisecondsForSums
        return [
            "startedDateTime": .string(CalendarTime.timestamp(began)),
            "time": HARTimings.number(waited + received),
            "request": requestValue(secrets), "response": responseValue(secrets), "cache": .object([]),
            "timings": [
                "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0,
                "wait": HARTimings.number(waited), "receive": HARTimings.number(received),
            ],
            "_sonic": extras,
        ]
    }

    private var extras: JSONValue {
        [
            "id": .integer(id), "outcome": .string(outcome), "plainBytes": .integer(plainBytes),
            "tagsSent": request.headers.tagsSent,
            "tagsReceived": response.map { $0.headers.tagsReceived } ?? .null,
            "faults": .array(faults.map(JSONValue.string)), "notes": .array(notes.map(JSONValue.string)),
        ]
    }

    private func requestValue(_ secrets: Secrets) -> JSONValue {
        .object(
            HAREntry.request(
                request.method, request.url, request.version, request.headers, secrets,
                posted: request.body == .bytes([]) ? nil : posted, bodySize: request.body.size)
                + [
                    .init(
                        "_client",
                        [
                            "address": .string(request.client),
                            "userAgent": .string(orNull: request.headers.first("user-agent")),
                        ])
                ])
    }

    private var posted: [JSONValue.Member] {
        switch request.body {
        case .bytes(let bytes): [.init("params", [])] + JSONValue.content(bytes)
        case .missing(_, let comment), .packed(_, let comment):
            [.init("params", []), .init("text", ""), .init("comment", .string(comment))]
        }
    }

    private func responseValue(_ secrets: Secrets) -> JSONValue {
        guard let response else { return HAREntry.noResponse }
        let head = ResponseHead(
            version: "HTTP/1.1", status: response.status, reason: "", headers: response.headers, raw: [])
        return HAREntry.response(
            head, secrets, size: response.body.size ?? 0, content: content(response),
            bodySize: response.bytesSent)
    }

    private func content(_ response: Response) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        var comments: [String] = []
        switch response.body {
        case .bytes(let bytes): if !bytes.isEmpty { members += JSONValue.content(bytes) }
        case .missing(_, let comment): comments.append(comment)
        case .packed(let bytes, let comment):
            comments.append(comment)
            members.append(.init("_bytes", .string(Base64.text(bytes))))
        }
        if isCutOff { comments.append("the client was gone, or the response broke off, before all was sent") }
        if !comments.isEmpty { members.append(.init("comment", .string(comments.joined(separator: "; ")))) }
        return members
    }
}

extension ServedEntry.Body {
    /// The size in bytes; nil if unknown.
    fileprivate var size: Int? {
        switch self {
        case .bytes(let bytes), .packed(let bytes, _): bytes.count
        case .missing(let size, _): size
        }
    }
}

/// A HAR 1.2 log to which entries are appended one by one: its beginning, its end, and the separator between entries.
public enum ServedLog {
    /// Returns the beginning that all logs of a program have in common.
    public static func start(of program: String) -> [UInt8] {
        Array(#"{"log":{"version":"1.2","creator":{"name":"\#(program)","#.utf8)
    }

    /// Returns the part before the first entry.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - version: Its version.
    ///   - secrets: How secrets in the entries are handled.
    public static func head(of program: String, _ version: String, _ secrets: Secrets) -> [UInt8] {
        let log: JSONValue = [
            "log": [
                "version": "1.2",
                "creator": ["name": .string(program), "version": .string(version)],
                "_sonic": ["secrets": secrets.handling.word],
                "pages": [],
                "entries": [],
            ]
        ]
        return Array(log.text().utf8.dropLast(3)) + [0x0A]
    }

    /// The part after the last entry.
    public static let closing = Array("\n]}}\n".utf8)

    /// The separator between two entries.
    public static let separator = Array(",\n".utf8)
}
