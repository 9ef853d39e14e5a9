import SonicProtocol
import SystemLibraries
import Workbench

@testable import SonicServer

/// A run against a server in this process, without sockets.
enum InProcess {
    /// The violated rules, by name.
    static func broken(_ answer: (ServerRequest) -> ServerAnswer) throws -> Set<String> {
        let verdicts = try run(answer)
        return Set(verdicts.filter { if case .broken = $0.result { true } else { false } }.map(\.rule.name))
    }

    /// All verdicts.
    static func run(_ answer: (ServerRequest) -> ServerAnswer) throws -> [Verdict] {
        var run = ConformanceRun(
            try WebURL.parse("http://localhost/page"), headers: RequestHeaders(product: "test"),
            hashes: .nettle)
        while case let trials = run.next(), !trials.isEmpty {
            run.accept(trials.map { ($0, reply(answer(request($0)), to: $0)) })
        }
        return run.verdicts
    }

    private static func request(_ trial: Trial) -> ServerRequest {
        ServerRequest(method: trial.request.method, target: "/page", headers: trial.request.headers)
    }

    /// The response as seen by a client that decompresses gzip.
    private static func reply(_ answer: ServerAnswer, to trial: Trial) -> Reply {
        switch answer {
        case .response(let response), .late(let response, _): reply(response, to: trial)
        case .hangUp, .silence: Reply(head: nil, body: [], ending: .failed("nothing came"))
        }
    }

    private static func reply(_ response: ServerResponse, to trial: Trial) -> Reply {
        let coding = response.headers.first("content-encoding")
        var fields = response.headers
        let body: [UInt8]
        switch response.body {
        case .bytes(let bytes):
            body = bytes
            if response.status != 304 { fields.append("Content-Length", "\(bytes.count)") }
        case .pieces(let pieces): body = pieces.flatMap(\.bytes)
        case .overrun(let bytes, let announced):
            // A client stops at Content-Length.
            fields.append("Content-Length", "\(announced)")
            body = Array(bytes.prefix(announced))
        case .file, .truncated, .reset, .endless, .streamed:
            return Reply(head: nil, body: [], ending: .failed("the body does not end as announced"))
        }
        let head = ResponseHead(
            version: "HTTP/1.1", status: response.status, reason: "", headers: fields, raw: [])
        guard coding == "gzip", response.status != 304, trial.request.method != "HEAD" else {
            return Reply(head: head, body: trial.request.method == "HEAD" ? [] : body, ending: .whole)
        }
        guard let page = unpacked(body) else {
            return Reply(head: head, body: [], ending: .failed("the body is no gzip"))
        }
        return Reply(head: head, body: page, ending: .whole)
    }

    /// The content of a body made by `Gzip.stored`; nil for anything else.
    private static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
        var rest = bytes.dropFirst(10)
        var page: [UInt8] = []
        while rest.count > 13, case let start = rest.startIndex {
            let isLast = rest[start] == 1
            guard rest[start] < 2 else { return nil }
            let length = Int(rest[start + 1]) | Int(rest[start + 2]) << 8
            page += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
            if isLast { return page }
        }
        return nil
    }
}

/// A site of one page.
struct OnePage: Site {
    let responder: SonicResponder
    let page: [UInt8]

    init(_ html: String, as personality: Dialect = .sonic) {
        self.init(Array(html.utf8), as: personality)
    }

    init(_ page: [UInt8], as personality: Dialect = .sonic) {
        responder = SonicResponder(hashes: .nettle, as: personality)
        self.page = page
    }

    func answer(_ request: ServerRequest) -> ServerAnswer {
        .response(responder.respond(with: page, to: request))
    }

    /// The same with something wrong.
    func answer(_ request: ServerRequest, with fault: Fault) -> ServerAnswer {
        FaultInjector(responder: responder).spoil(answer(request), of: request, by: MeasuredFault(fault))
    }
}
