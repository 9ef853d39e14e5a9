import SonicProtocol

/// The effect of each fault on an answer.
extension Fault {
    /// A change of an answer, by the part that it needs.
    enum Effect {
        /// The same answer, delayed.
        case late
        /// Another answer instead of any.
        case instead((ServerRequest, MeasuredFault) -> ServerAnswer)
        /// Another answer instead of those to Sonic clients.
        case insteadOfSonic(ServerResponse)
        /// The Sonic response to the same page for another request.
        case asked(Asking)
        /// Changed header fields.
        case head((inout Headers) -> Void)
        /// A changed body, or headers about it; only if the complete body is available.
        case body((inout ServerResponse, [UInt8], MeasuredFault) -> Void)
        /// Changed data, only in updates.
        case data((inout UpdateBody) -> Void)
        /// Changed JSON, only of updates.
        case json(([UInt8]) -> [UInt8])
    }

    /// The request that replaces the client's.
    enum Asking {
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
    var needsBody: Bool {
        switch effect {
        case .body: true
        case .late, .instead, .insteadOfSonic, .asked, .head, .data, .json: false
        }
    }

    var effect: Effect {
        switch self {
        case .late: .late
        case .silent: .instead { .silence($1.time) }
        case .hangUp: .instead { _, _ in .hangUp }
        case .unavailable: .insteadOfSonic(Self.closedPage)
        case .closed: .instead { _, _ in .response(Self.closedPage) }
        case .error: .instead { _, _ in .response(.serverError("This response is meant to fail.")) }
        case .missing: .instead { request, _ in .response(.notFound(request.path)) }
        case .loop:
            .instead { request, _ in .response(ServerResponse(status: 302).with("Location", request.target)) }
        case .lostRedirect: .instead { _, _ in .response(ServerResponse(status: 302)) }
        case .unasked304: .asked(.havingThePage)
        case .jsonFirst: .asked(.havingTheTemplate)
        case .whole: .asked(.havingAnother)
        case .plain: .asked(.plainly)
        case .slow: .body { $0.body = .pieces(Self.pieces(of: $1, over: $2.time)) }
        case .endless:
            .body { response, bytes, _ in response.body = .endless(bytes.isEmpty ? [0x20] : bytes) }
        case .reset:
            .body { response, bytes, _ in response.body = .reset(Self.half(bytes), announced: bytes.count) }
        case .truncated:
            .body { response, bytes, _ in response.body = .truncated(Self.half(bytes), announced: bytes.count)
            }
        case .overrun:
            .body { response, bytes, _ in response.body = .overrun(bytes, announced: bytes.count / 2) }
        case .badGzip: .head { $0.overlay([HeaderField("Content-Encoding", "gzip")]) }
        case .gzipBomb:
            .body { response, bytes, measured in
                response.body = .bytes(Gzip.bomb(bytes, unpackingTo: measured.bytes))
                response.headers.overlay([HeaderField("Content-Encoding", "gzip")])
            }
        case .wrongCharset: .head { $0.rewrite("Content-Type") { _ in "text/html; charset=iso-8859-1" } }
        case .wrongHash: .data { $0.htmlSHA1 = Self.wrongTag }
        case .foreignBlocks: .data { $0.data = Self.foreign }
        case .missingBlocks: .data { $0.data = $0.data.dropLast() }
        case .badJSON: .json(Self.half)
        case .emptyUpdate: .json { _ in [] }
        case .wrongTemplateTag: .head { $0.rewrite("template-tag") { _ in Self.wrongTag } }
        case .weakETag: .head { $0.rewrite("Etag") { "W/\"\($0)\"" } }
        case .quotedETag: .head { $0.rewrite("Etag") { "\"\($0)\"" } }
        case .etagKey:
            .head { headers in
                guard let tag = headers.first("Etag") else { return }
                headers.remove("Etag")
                headers.append("sonic-etag-key", "X-Sonic-Tag")
                headers.append("X-Sonic-Tag", tag)
            }
        case .noETag: .head { $0.remove("Etag") }
        case .noTemplateTag: .head { $0.remove("template-tag") }
        case .noTemplateChange: .head { $0.remove("template-change") }
        case .noCacheOffline: .head { $0.remove("Cache-Offline") }
        case .doubled: .head { $0.double("Cache-Offline", "store") }
        case .doubledTags:
            .head { for name in ["Etag", "template-tag"] { $0.double(name, Self.wrongTag) } }
        case .lowerNames: .head { $0.rename { $0.lowercased() } }
        case .upperNames: .head { $0.rename { $0.uppercased() } }
        case .offlineStore: .head { $0.rewrite("Cache-Offline") { _ in "store" } }
        case .offlineFalse: .head { $0.rewrite("Cache-Offline") { _ in "false" } }
        case .offlineHTTP: .head { $0.rewrite("Cache-Offline") { _ in "http" } }
        case .offlineOdd: .head { $0.rewrite("Cache-Offline") { _ in "perhaps" } }
        case .cookies:
            .head { headers in
                for cookie in ["fault=1; Path=/", "fault=2; Path=/; HttpOnly", "odd", "gone=; Max-Age=0"] {
                    headers.append("Set-Cookie", cookie)
                }
            }
        }
    }

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
