import SonicProtocol

/// What each fault does to an answer.
extension Fault {
    /// A change of an answer, by what it needs to see of it.
    enum Effect {
        /// The same answer, later.
        case late
        /// Another answer in place of any.
        case instead((ServerRequest, MeasuredFault) -> ServerAnswer)
        /// Another answer in place of those to clients that speak Sonic.
        case insteadOfSonic(ServerResponse)
        /// What the Sonic half would say of the same page if it were asked in this way.
        case asked(Asking)
        /// Other header fields.
        case head((inout Headers) -> Void)
        /// Another body, or what the head says of it; only where the body can be had as a whole.
        case body((inout ServerResponse, [UInt8], MeasuredFault) -> Void)
        /// Other data, only in updates.
        case data((inout UpdateBody) -> Void)
        /// Another JSON, only of updates.
        case json(([UInt8]) -> [UInt8])
    }

    /// How the Sonic half is asked in place of the client.
    enum Asking {
        /// Without a word of Sonic.
        case plainly
        /// By a client that has the page.
        case havingThePage
        /// By a client that has the template.
        case havingTheTemplate
        /// By a client that has another template.
        case havingAnother
    }

    /// Whether it changes a body, for which all of that has to be there.
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
        case .error: .instead { _, _ in .response(ErrorPage.serverError("This response is meant to fail.")) }
        case .missing: .instead { request, _ in .response(ErrorPage.notFound(request.path)) }
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

    /// The data of a page about prices.
    private static let foreign: [UpdateBody.Member] = [
        .init(name: "{title}", value: Array("<title>Prices</title>".utf8)),
        .init(name: "{price}", value: Array("<!--sonicdiff-price-->7<!--sonicdiff-price-end-->".utf8)),
    ]

    /// What a server says that cannot speak Sonic for the moment.
    private static let closedPage = ServerResponse.html(
        DemoPage.document(
            title: "503 Service unavailable",
            "<p>The Sonic half of this server is closed for this request. Without Sonic the page is there.</p>"
        ),
        status: 503
    ).with("Retry-After", "1")

    private static func half(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(bytes.count / 2)) }

    /// A dozen pieces, the first at once, the last after this time.
    private static func pieces(of bytes: [UInt8], over time: Duration) -> [ServerResponse.Piece] {
        let size = max(1, (bytes.count + 11) / 12)
        return stride(from: 0, to: bytes.count, by: size).map { start in
            .init(after: start == 0 ? .zero : time / 11, Array(bytes[start...].prefix(size)))
        }
    }
}

extension Headers {
    /// Gives every field of a name another value; its name stays as it is.
    fileprivate mutating func rewrite(_ name: String, _ change: (String) -> String) {
        self = Headers(
            fields.map { field in
                guard field.isNamed(name) else { return field }
                return HeaderField(nameBytes: field.nameBytes, valueBytes: Array(change(field.value).utf8))
            })
    }

    /// Gives every field another name.
    fileprivate mutating func rename(_ change: (String) -> String) {
        self = Headers(
            fields.map { HeaderField(nameBytes: change($0.name).utf8, valueBytes: $0.valueBytes) })
    }

    /// Sends a field that is there a second time, with another value.
    fileprivate mutating func double(_ name: String, _ value: String) {
        if contains(name) { append(name, value) }
    }
}
