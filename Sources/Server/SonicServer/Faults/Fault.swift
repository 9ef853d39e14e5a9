import Exchanges
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

    /// Creates a fault of the table, without an effect if that changes header fields.
    init(_ name: String, _ effect: Effect? = nil, measure: Measure = .none) {
        let row = ResponseFault.named(name)
        rawValue = name
        meaning = row?.meaning ?? ""
        self.measure = measure
        let headers: Effect? = if case .headers(let change) = row?.effect { .head(change) } else { nil }
        self.effect = effect ?? headers ?? .head { _ in }
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

    static let late = Fault("late", .late, measure: .time(.seconds(2)))
    static let slow = Fault(
        "slow", .body { $0.body = .pieces(pieces(of: $1, over: $2.time)) }, measure: .time(.seconds(3)))
    static let endless = Fault(
        "endless", .body { response, bytes, _ in response.body = .endless(bytes.isEmpty ? [0x20] : bytes) })
    static let silent = Fault("silent", .instead { .silence($1.time) }, measure: .time(.seconds(600)))
    static let hangUp = Fault("hang-up", .instead { _, _ in .hangUp })
    static let reset = Fault(
        "reset", .body { response, bytes, _ in response.body = .reset(half(bytes), announced: bytes.count) })
    static let truncated = Fault(
        "truncated",
        .body { response, bytes, _ in response.body = .truncated(half(bytes), announced: bytes.count) })
    static let overrun = Fault(
        "overrun", .body { response, bytes, _ in response.body = .overrun(bytes, announced: bytes.count / 2) }
    )
    static let unavailable = Fault("unavailable", .insteadOfSonic(closedPage))
    static let closed = Fault("closed", .instead { _, _ in .response(closedPage) })
    static let error = Fault(
        "error", .instead { _, _ in .response(.serverError("This response is meant to fail.")) })
    static let missing = Fault("missing", .instead { request, _ in .response(.notFound(request.path)) })
    static let loop = Fault(
        "loop",
        .instead { request, _ in .response(ServerResponse(status: 302).with("Location", request.target)) })
    static let lostRedirect = Fault(
        "lost-redirect", .instead { _, _ in .response(ServerResponse(status: 302)) })
    static let unasked304 = Fault("unasked-304", .asked(.havingThePage))
    static let jsonFirst = Fault("json-first", .asked(.havingTheTemplate))
    static let whole = Fault("whole", .asked(.havingAnother))
    static let plain = Fault("plain", .asked(.plainly))
    static let wrongHash = Fault("wrong-hash", .data { $0.htmlSHA1 = ResponseFault.wrongTag })
    static let foreignBlocks = Fault("foreign-blocks", .data { $0.data = foreign })
    static let missingBlocks = Fault("missing-blocks", .data { $0.data = $0.data.dropLast() })
    static let badJSON = Fault("bad-json", .json(half))
    static let emptyUpdate = Fault("empty-update", .json { _ in [] })
    static let badGzip = Fault("bad-gzip", .head { $0.overlay([HeaderField("Content-Encoding", "gzip")]) })
    static let gzipBomb = Fault(
        "gzip-bomb",
        .body { response, bytes, measured in
            response.body = .bytes(Gzip.bomb(bytes, unpackingTo: measured.bytes))
            response.headers.overlay([HeaderField("Content-Encoding", "gzip")])
        }, measure: .bytes(1 << 30))

    /// All faults, in the order of lists.
    public static let allCases = ResponseFault.table.map { row in
        ofServer.first { $0.rawValue == row.name } ?? Fault(row.name)
    }

    /// The faults that do more here than their row says.
    private static let ofServer: [Fault] = [
        .late, .slow, .endless, .silent, .hangUp, .reset, .truncated, .overrun, .unavailable, .closed,
        .error, .missing, .loop, .lostRedirect, .unasked304, .jsonFirst, .whole, .plain, .wrongHash,
        .foreignBlocks, .missingBlocks, .badJSON, .emptyUpdate, .badGzip, .gzipBomb,
    ]

    /// The data of another page, about prices.
    private static let foreign: [UpdateBody.Member] = [
        .init(name: "{title}", value: Array("<title>Prices</title>".utf8)),
        .init(name: "{price}", value: Array("<!--sonicdiff-price-->7<!--sonicdiff-price-end-->".utf8)),
    ]

    /// The response of a server that temporarily does not support Sonic.
    private static let closedPage = ServerResponse.html(
        DemoPage.document(
            title: "503 Service unavailable",
            "<p>This server refuses requests for Sonic. Without Sonic it sends the page.</p>"
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

    /// A change of an answer, by the part that it needs.
    enum Effect: Sendable {
        /// The same answer, delayed.
        case late
        /// Another answer instead of any.
        case instead(@Sendable (ServerRequest, MeasuredFault) -> ServerAnswer)
        /// Another answer instead of those to Sonic clients.
        case insteadOfSonic(ServerResponse)
        /// The Sonic response to the same page for another request.
        case asked(Asking)
        /// Changed header fields.
        case head(@Sendable (inout Headers) -> Void)
        /// A changed body, or headers about it; only if the complete body is available.
        case body(@Sendable (inout ServerResponse, [UInt8], MeasuredFault) -> Void)
        /// Changed data, only in updates.
        case data(@Sendable (inout UpdateBody) -> Void)
        /// Changed JSON, only of updates.
        case json(@Sendable ([UInt8]) -> [UInt8])
    }

    /// The request that replaces the client's.
    enum Asking: Sendable {
        /// Without any Sonic headers.
        case plainly
        /// Of a client that has the page.
        case havingThePage
        /// Of a client that has the template.
        case havingTheTemplate
        /// Of a client that has another template.
        case havingAnother
    }

    /// Whether it changes a body, and so needs all of it.
    var needsBody: Bool { if case .body = effect { true } else { false } }
}
