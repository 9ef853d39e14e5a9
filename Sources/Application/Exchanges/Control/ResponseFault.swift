import SonicProtocol

/// A fault of responses: a row that every list of faults reads, with its effect if that needs no server.
public struct ResponseFault: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// A description of the server's behavior, as a predicate.
    public let meaning: String
    /// What it does.
    package let effect: Effect

    /// What a fault does to an exchange.
    package enum Effect: Sendable {
        /// Only a server can do it: it depends on the page, on its bytes as sent, or on time.
        case ofServer
        /// Changed header fields of the response.
        case headers(@Sendable (inout Headers) -> Void)
        /// Changed header fields of the request, which the client does not know.
        case request(@Sendable (inout Headers) -> Void)
        /// This status instead of any response, or only of those to clients that speak Sonic.
        case status(Int, String, toSonicOnly: Bool = false)
        /// A redirect to the same address, or without any.
        case redirect(toItself: Bool)
        /// No response.
        case hangUp
        /// Half of the body.
        case truncated
        /// A changed body, only of updates.
        case update(@Sendable ([UInt8]) -> [UInt8])
    }

    private init(_ name: String, _ meaning: String, _ effect: Effect = .ofServer) {
        self.name = name
        self.meaning = meaning
        self.effect = effect
    }

    /// Whether it cannot be simulated without a server.
    public var needsServer: Bool { if case .ofServer = effect { true } else { false } }

    /// Faults are equal if their names are.
    public static func == (one: ResponseFault, other: ResponseFault) -> Bool { one.name == other.name }

    /// Returns the fault with a name; nil for an unknown name.
    public static func named(_ name: String) -> ResponseFault? { table.first { $0.name == name } }

    /// All faults, in the order of lists.
    public static let table: [ResponseFault] = [
        .init("late", "waits before it responds (2s)"),
        .init("slow", "sends the body in pieces (over 3s)"),
        .init("endless", "never ends the body"),
        .init("silent", "sends nothing (for 10m), then closes"),
        .init("hang-up", "closes without a response", .hangUp),
        .init("reset", "resets the connection in the middle of the body"),
        .init("truncated", "closes in the middle of the body", .truncated),
        .init("overrun", "announces half of the body and sends it all"),
        .init(
            "unavailable", "responds with 503 to clients that speak Sonic, and with the page to others",
            .status(503, "Service Unavailable", toSonicOnly: true)),
        .init("closed", "responds with 503 to everyone", .status(503, "Service Unavailable")),
        .init("error", "fails: 500", .status(500, "Internal Server Error")),
        .init("missing", "responds with 404", .status(404, "Not Found")),
        .init("loop", "redirects to the same page forever", .redirect(toItself: true)),
        .init("lost-redirect", "redirects without Location", .redirect(toItself: false)),
        .init("unasked-304", "responds with 304 to everyone", .status(304, "Not Modified")),
        .init("json-first", "sends an update to requests for the page"),
        .init(
            "whole", "sends the full page as a template change, whatever the client has",
            .request { headers in
                for name in ["template-tag", "If-None-Match"] { headers.replace(name, wrongTag) }
            }),
        .init(
            "plain", "sends the full page without Sonic",
            .request { headers in
                for name in ["accept-diff", "template-tag", "If-None-Match"] { headers.remove(name) }
            }),
        .init(
            "wrong-hash", "claims a wrong hash in updates",
            .update { Recomputation.claiming(wrongTag, in: $0) }),
        .init("foreign-blocks", "sends updates with another page's blocks"),
        .init("missing-blocks", "omits the last block from updates"),
        .init("bad-json", "sends updates that are not JSON", .update { Array($0.prefix($0.count / 2)) }),
        .init("empty-update", "sends updates without a body", .update { _ in [] }),
        .init("wrong-template-tag", "sends a wrong template-tag", .says("template-tag", wrongTag)),
        .init(
            "weak-etag", "weakens and quotes its tags, as a compressing proxy does",
            .headers { $0.rewrite("Etag") { "W/\"\($0)\"" } }),
        .init("quoted-etag", "quotes its tags", .headers { $0.rewrite("Etag") { "\"\($0)\"" } }),
        .init(
            "etag-key", "sends its tag in X-Sonic-Tag, which sonic-etag-key names",
            .headers { headers in
                guard let tag = headers.first("Etag") else { return }
                headers.remove("Etag")
                headers.append("sonic-etag-key", "X-Sonic-Tag")
                headers.append("X-Sonic-Tag", tag)
            }),
        .init("no-etag", "omits the ETag", .omits("Etag")),
        .init("no-template-tag", "omits template-tag", .omits("template-tag")),
        .init("no-template-change", "omits template-change", .omits("template-change")),
        .init("no-cache-offline", "omits Cache-Offline", .omits("Cache-Offline")),
        .init(
            "doubled", "sends Cache-Offline twice, the second one store",
            .headers { $0.double("Cache-Offline", "store") }),
        .init(
            "doubled-tags", "sends its tags twice, the second time wrong",
            .headers { for name in ["Etag", "template-tag"] { $0.double(name, wrongTag) } }),
        .init("lower-names", "sends header names in lower case", .headers { $0.rename { $0.lowercased() } }),
        .init("upper-names", "sends header names in upper case", .headers { $0.rename { $0.uppercased() } }),
        .init("offline-store", "sends Cache-Offline: store", .says("Cache-Offline", "store")),
        .init("offline-false", "sends Cache-Offline: false", .says("Cache-Offline", "false")),
        .init("offline-http", "sends Cache-Offline: http", .says("Cache-Offline", "http")),
        .init("offline-odd", "sends Cache-Offline: perhaps", .says("Cache-Offline", "perhaps")),
        .init(
            "wrong-charset", "declares the page as ISO-8859-1",
            .says("Content-Type", "text/html; charset=iso-8859-1")),
        .init("bad-gzip", "declares gzip without compressing"),
        .init("gzip-bomb", "sends gzip that unpacks to a gibibyte (or the size given)"),
        .init(
            "cookies", "sets four cookies, one of them twice, and deletes one never set",
            .headers { headers in
                for cookie in ["fault=1; Path=/", "fault=2; Path=/; HttpOnly", "odd", "gone=; Max-Age=0"] {
                    headers.append("Set-Cookie", cookie)
                }
            }),
    ]

    /// A tag that no page has.
    package static let wrongTag = String(repeating: "0", count: 40)
}

extension ResponseFault.Effect {
    /// Without a header.
    fileprivate static func omits(_ name: String) -> Self { .headers { $0.remove(name) } }

    /// With another value of a header that it has.
    fileprivate static func says(_ name: String, _ value: String) -> Self {
        .headers { $0.rewrite(name) { _ in value } }
    }
}

extension Headers {
    /// Changes the value of every field of a name.
    fileprivate mutating func rewrite(_ name: String, _ change: (String) -> String) {
        self = Headers(
            fields.map { field in
                guard field.isNamed(name) else { return field }
                return HeaderField(nameBytes: field.nameBytes, valueBytes: Array(change(field.value).utf8))
            })
    }

    /// Changes the name of every field.
    fileprivate mutating func rename(_ change: (String) -> String) {
        self = Headers(
            fields.map { HeaderField(nameBytes: change($0.name).utf8, valueBytes: $0.valueBytes) })
    }

    /// Adds a duplicate of an existing field with another value.
    fileprivate mutating func double(_ name: String, _ value: String) {
        if contains(name) { append(name, value) }
    }
}
