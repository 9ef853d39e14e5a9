import SonicProtocol

/// A fault that a server can have, or a forced response: a row with its name, its meaning and its effect. The command
/// line, the rules file, the control page and the demo site are generated from the list.
public struct Fault: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String
    /// A description of the server's behavior, as a predicate.
    public let meaning: String
    /// The parameter of the fault in a rule.
    let measure: Measure
    let effect: Effect

    private init(_ name: String, _ meaning: String, _ effect: Effect, measure: Measure = .none) {
        (rawValue, self.meaning) = (name, meaning)
        (self.effect, self.measure) = (effect, measure)
    }

    /// Returns the fault of this name; nil for an unknown name.
    public init?(rawValue: String) {
        guard let fault = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = fault
    }

    /// The parameter of a fault in a rule.
    enum Measure: Equatable {
        /// A time, with its default.
        case time(Duration)
        /// A number of bytes, with its default.
        case bytes(Int)
        /// Nothing.
        case none
    }

    /// The list of faults for display: a line each, names in one column.
    public static var list: String {
        let width = (allCases.map(\.rawValue.count).max() ?? 0) + 2
        return allCases.map { fault in
            fault.rawValue + String(repeating: " ", count: width - fault.rawValue.count) + fault.meaning
                + "\n"
        }.joined()
    }

    static let late = Fault("late", "waits before it answers (2s)", .late, measure: .time(.seconds(2)))
    static let slow = Fault(
        "slow", "sends the body in pieces (over 3s)",
        .body { $0.body = .pieces(pieces(of: $1, over: $2.time)) }, measure: .time(.seconds(3)))
    static let endless = Fault(
        "endless", "never ends the body",
        .body { response, bytes, _ in response.body = .endless(bytes.isEmpty ? [0x20] : bytes) })
    static let silent = Fault(
        "silent", "sends nothing (for 10m), then closes",
        .instead { .silence($1.time) }, measure: .time(.seconds(600)))
    static let hangUp = Fault("hang-up", "closes without a response", .instead { _, _ in .hangUp })
    static let reset = Fault(
        "reset", "resets the connection in the middle of the body",
        .body { response, bytes, _ in response.body = .reset(half(bytes), announced: bytes.count) })
    static let truncated = Fault(
        "truncated", "closes in the middle of the body",
        .body { response, bytes, _ in response.body = .truncated(half(bytes), announced: bytes.count) })
    static let overrun = Fault(
        "overrun", "announces half of the body and sends it all",
        .body { response, bytes, _ in response.body = .overrun(bytes, announced: bytes.count / 2) })
    static let unavailable = Fault(
        "unavailable", "answers 503 to clients that speak Sonic, and the page to others",
        .insteadOfSonic(closedPage))
    static let closed = Fault("closed", "answers 503 to everyone", .instead { _, _ in .response(closedPage) })
    static let error = Fault(
        "error", "fails: 500",
        .instead { _, _ in .response(.serverError("This response is meant to fail.")) })
    static let missing = Fault(
        "missing", "responds with 404", .instead { request, _ in .response(.notFound(request.path)) })
    static let loop = Fault(
        "loop", "redirects to the same page forever",
        .instead { request, _ in .response(ServerResponse(status: 302).with("Location", request.target)) })
    static let lostRedirect = Fault(
        "lost-redirect", "redirects without Location",
        .instead { _, _ in .response(ServerResponse(status: 302)) })
    static let unasked304 = Fault("unasked-304", "answers 304 to everyone", .asked(.havingThePage))
    static let jsonFirst = Fault(
        "json-first", "sends an update to requests for the page", .asked(.havingTheTemplate))
    static let whole = Fault(
        "whole", "sends the full page as a template change, whatever the client has", .asked(.havingAnother))
    static let plain = Fault("plain", "sends the full page without Sonic", .asked(.plainly))
    static let wrongHash = Fault(
        "wrong-hash", "claims a wrong hash in updates", .data { $0.htmlSHA1 = wrongTag })
    static let foreignBlocks = Fault(
        "foreign-blocks", "sends updates with another page's blocks", .data { $0.data = foreign })
    static let missingBlocks = Fault(
        "missing-blocks", "omits the last block from updates", .data { $0.data = $0.data.dropLast() })
    static let badJSON = Fault("bad-json", "sends updates that are not JSON", .json(half))
    static let emptyUpdate = Fault("empty-update", "sends updates without a body", .json { _ in [] })
    static let wrongTemplateTag = Fault(
        "wrong-template-tag", "sends a wrong template-tag", .says("template-tag", wrongTag))
    static let weakETag = Fault(
        "weak-etag", "weakens and quotes its tags, as a compressing proxy does",
        .head { $0.rewrite("Etag") { "W/\"\($0)\"" } })
    static let quotedETag = Fault(
        "quoted-etag", "quotes its tags", .head { $0.rewrite("Etag") { "\"\($0)\"" } })
    static let etagKey = Fault(
        "etag-key", "sends its tag in X-Sonic-Tag, which sonic-etag-key names",
        .head { headers in
            guard let tag = headers.first("Etag") else { return }
            headers.remove("Etag")
            headers.append("sonic-etag-key", "X-Sonic-Tag")
            headers.append("X-Sonic-Tag", tag)
        })
    static let noETag = Fault("no-etag", "omits the ETag", .omits("Etag"))
    static let noTemplateTag = Fault("no-template-tag", "omits template-tag", .omits("template-tag"))
    static let noTemplateChange = Fault(
        "no-template-change", "omits template-change", .omits("template-change"))
    static let noCacheOffline = Fault("no-cache-offline", "omits Cache-Offline", .omits("Cache-Offline"))
    static let doubled = Fault(
        "doubled", "sends Cache-Offline twice, the second one store",
        .head { $0.double("Cache-Offline", "store") })
    static let doubledTags = Fault(
        "doubled-tags", "sends its tags twice, the second time wrong",
        .head { for name in ["Etag", "template-tag"] { $0.double(name, wrongTag) } })
    static let lowerNames = Fault(
        "lower-names", "sends header names in lower case", .head { $0.rename { $0.lowercased() } })
    static let upperNames = Fault(
        "upper-names", "sends header names in upper case", .head { $0.rename { $0.uppercased() } })
    static let offlineStore = Fault(
        "offline-store", "sends Cache-Offline: store", .says("Cache-Offline", "store"))
    static let offlineFalse = Fault(
        "offline-false", "sends Cache-Offline: false", .says("Cache-Offline", "false"))
    static let offlineHTTP = Fault(
        "offline-http", "sends Cache-Offline: http", .says("Cache-Offline", "http"))
    static let offlineOdd = Fault(
        "offline-odd", "sends Cache-Offline: perhaps", .says("Cache-Offline", "perhaps"))
    static let wrongCharset = Fault(
        "wrong-charset", "declares the page as ISO-8859-1",
        .says("Content-Type", "text/html; charset=iso-8859-1"))
    static let badGzip = Fault(
        "bad-gzip", "declares gzip without compressing",
        .head { $0.overlay([HeaderField("Content-Encoding", "gzip")]) })
    static let gzipBomb = Fault(
        "gzip-bomb", "sends gzip that unpacks to a gibibyte (or the size given)",
        .body { response, bytes, measured in
            response.body = .bytes(Gzip.bomb(bytes, unpackingTo: measured.bytes))
            response.headers.overlay([HeaderField("Content-Encoding", "gzip")])
        }, measure: .bytes(1 << 30))
    static let cookies = Fault(
        "cookies", "sets four cookies, one of them twice, and deletes one never set",
        .head { headers in
            for cookie in ["fault=1; Path=/", "fault=2; Path=/; HttpOnly", "odd", "gone=; Max-Age=0"] {
                headers.append("Set-Cookie", cookie)
            }
        })

    /// All faults, in the order of lists.
    public static let allCases: [Fault] = [
        .late, .slow, .endless, .silent, .hangUp, .reset, .truncated, .overrun, .unavailable, .closed,
        .error, .missing, .loop, .lostRedirect, .unasked304, .jsonFirst, .whole, .plain, .wrongHash,
        .foreignBlocks, .missingBlocks, .badJSON, .emptyUpdate, .wrongTemplateTag, .weakETag, .quotedETag,
        .etagKey, .noETag, .noTemplateTag, .noTemplateChange, .noCacheOffline, .doubled, .doubledTags,
        .lowerNames, .upperNames, .offlineStore, .offlineFalse, .offlineHTTP, .offlineOdd, .wrongCharset,
        .badGzip, .gzipBomb, .cookies,
    ]

    private static let wrongTag = String(repeating: "0", count: 40)

    /// The data of another page, about prices.
    private static let foreign: [UpdateBody.Member] = [
        .init(name: "{title}", value: Array("<title>Prices</title>".utf8)),
        .init(name: "{price}", value: Array("<!--sonicdiff-price-->7<!--sonicdiff-price-end-->".utf8)),
    ]

    /// The response of a server that temporarily does not support Sonic.
    private static let closedPage = ServerResponse.html(
        DemoPage.document(
            title: "503 Service unavailable",
            "<p>The Sonic half of this server is closed for this request. Without Sonic the page is there.</p>"
        ),
        status: 503
    ).with("Retry-After", "1")

    private static func half(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(bytes.count / 2)) }

    /// Returns about twelve pieces, the first sent at once, the last after this time.
    private static func pieces(of bytes: [UInt8], over time: Duration) -> [ServerResponse.Piece] {
        let size = max(1, (bytes.count + 11) / 12)
        return stride(from: 0, to: bytes.count, by: size).map { start in
            .init(after: start == 0 ? .zero : time / 11, Array(bytes[start...].prefix(size)))
        }
    }
}

extension Fault.Effect {
    /// Without a header.
    fileprivate static func omits(_ name: String) -> Self { .head { $0.remove(name) } }

    /// With another value of a header that it has.
    fileprivate static func says(_ name: String, _ value: String) -> Self {
        .head { $0.rewrite(name) { _ in value } }
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
