/// A fault that a server can have, or a forced response. This is the only list of them: the command line, the rules
/// file, the control page and the demo site are generated from it.
public enum Fault: String, Sendable, CaseIterable {
    case late, slow, endless, silent
    case hangUp = "hang-up"
    case reset, truncated
    case overrun
    case unavailable, closed, error, missing, loop
    case lostRedirect = "lost-redirect"
    case unasked304 = "unasked-304"
    case jsonFirst = "json-first"
    case whole, plain
    case wrongHash = "wrong-hash"
    case foreignBlocks = "foreign-blocks"
    case missingBlocks = "missing-blocks"
    case badJSON = "bad-json"
    case emptyUpdate = "empty-update"
    case wrongTemplateTag = "wrong-template-tag"
    case weakETag = "weak-etag"
    case quotedETag = "quoted-etag"
    case etagKey = "etag-key"
    case noETag = "no-etag"
    case noTemplateTag = "no-template-tag"
    case noTemplateChange = "no-template-change"
    case noCacheOffline = "no-cache-offline"
    case doubled
    case doubledTags = "doubled-tags"
    case lowerNames = "lower-names"
    case upperNames = "upper-names"
    case offlineStore = "offline-store"
    case offlineFalse = "offline-false"
    case offlineHTTP = "offline-http"
    case offlineOdd = "offline-odd"
    case wrongCharset = "wrong-charset"
    case badGzip = "bad-gzip"
    case gzipBomb = "gzip-bomb"
    case cookies

    /// A description of the server's behavior, as a predicate.
    public var meaning: String {
        switch self {
        case .late: "waits before it answers (2s)"
        case .slow: "sends the body in pieces (over 3s)"
        case .endless: "never ends the body"
        case .silent: "sends nothing (for 10m), then closes"
        case .hangUp: "closes without a response"
        case .reset: "resets the connection in the middle of the body"
        case .truncated: "closes in the middle of the body"
        case .overrun: "announces half of the body and sends it all"
        case .unavailable: "answers 503 to clients that speak Sonic, and the page to others"
        case .closed: "answers 503 to everyone"
        case .error: "fails: 500"
        case .missing: "responds with 404"
        case .loop: "redirects to the same page forever"
        case .lostRedirect: "redirects without Location"
        case .unasked304: "answers 304 to everyone"
        case .jsonFirst: "sends an update to requests for the page"
        case .whole: "sends the full page as a template change, whatever the client has"
        case .plain: "sends the full page without Sonic"
        case .wrongHash: "claims a wrong hash in updates"
        case .foreignBlocks: "sends updates with another page's blocks"
        case .missingBlocks: "omits the last block from updates"
        case .badJSON: "sends updates that are not JSON"
        case .emptyUpdate: "sends updates without a body"
        case .wrongTemplateTag: "sends a wrong template-tag"
        case .weakETag: "weakens and quotes its tags, as a compressing proxy does"
        case .quotedETag: "quotes its tags"
        case .etagKey: "sends its tag in X-Sonic-Tag, which sonic-etag-key names"
        case .noETag: "omits the ETag"
        case .noTemplateTag: "omits template-tag"
        case .noTemplateChange: "omits template-change"
        case .noCacheOffline: "omits Cache-Offline"
        case .doubled: "sends Cache-Offline twice, the second one store"
        case .doubledTags: "sends its tags twice, the second time wrong"
        case .lowerNames: "sends header names in lower case"
        case .upperNames: "sends header names in upper case"
        case .offlineStore: "sends Cache-Offline: store"
        case .offlineFalse: "sends Cache-Offline: false"
        case .offlineHTTP: "sends Cache-Offline: http"
        case .offlineOdd: "sends Cache-Offline: perhaps"
        case .wrongCharset: "declares the page as ISO-8859-1"
        case .badGzip: "declares gzip without compressing"
        case .gzipBomb: "sends gzip that unpacks to a gibibyte (or the size given)"
        case .cookies: "sets four cookies, one of them twice, and deletes one never set"
        }
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

    /// The parameter of the fault, if it has one.
    var measure: Measure { Self.measures[self] ?? .none }

    private static let measures: [Fault: Measure] = [
        .late: .time(.seconds(2)), .slow: .time(.seconds(3)), .silent: .time(.seconds(600)),
        .gzipBomb: .bytes(1 << 30),
    ]

    /// The list of faults for display: a line each, names in one column.
    public static var list: String {
        let width = (allCases.map(\.rawValue.count).max() ?? 0) + 2
        return allCases.map { fault in
            fault.rawValue + String(repeating: " ", count: width - fault.rawValue.count) + fault.meaning
                + "\n"
        }.joined()
    }
}
