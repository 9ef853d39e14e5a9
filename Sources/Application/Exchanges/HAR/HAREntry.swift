import SonicProtocol
import SonicSession

/// One request of a session and its response, as an entry of a HAR log.
package struct HAREntry {
    private let turn: SessionTrace.Turn
    private let request: Request
    private let extras: JSONValue
    private let secrets: Secrets

    /// Creates the entry of a request.
    /// - Parameters:
    ///   - turn: The request in the trace of its session.
    ///   - request: The request as decided.
    ///   - extras: The data about Sonic, under `_sonic`.
    ///   - secrets: How secrets are handled.
    package init(turn: SessionTrace.Turn, request: Request, extras: JSONValue, secrets: Secrets) {
        self.turn = turn
        self.request = request
        self.extras = extras
        self.secrets = secrets
    }

    /// Returns the entry of a session's request, with the id of the session's page.
    package func value(page: String) -> JSONValue {
        .object(
            [.init("pageref", .string(page))] + members(requestMembers, took: nil)
                + [.init("_sonic", extras)])
    }

    /// Returns the entry of an exchange of another source: with its client, and without the data of sessions of this
    /// program.
    package func value(of exchange: Exchange) -> JSONValue {
        var request = requestMembers
        if let client = exchange.client, let address = client.address {
            request.append(
                .init(
                    "_client", ["address": .string(address), "userAgent": .string(orNull: client.userAgent)]))
        }
        var members = members(request, took: exchange.took)
        // Readers interpret a text next to `_sonic` as the original bytes.
        if case .bytes = exchange.content { members.append(.init("_sonic", extras)) }
        return .object(members)
    }

    private func members(_ request: [JSONValue.Member], took: Duration?) -> [JSONValue.Member] {
        let timings = HARTimings(turn)
        let began = turn.requested ?? Instant(milliseconds: 0)
        let members: [JSONValue.Member] = [
            .init("startedDateTime", .string(CalendarTime.timestamp(began))),
            .init("time", HARTimings.number(took.map(\.millisecondsForSums) ?? timings.total)),
            .init("request", .object(request)), .init("response", responseValue), .init("cache", .object([])),
            .init("timings", timings.value),
        ]
        guard let peer = turn.report?.peer else { return members }
        return members + [.init("serverIPAddress", .string(Self.address(of: peer)))]
    }

    /// Returns the address without the port: `127.0.0.1:80` and `[::1]:80`.
    private static func address(of peer: String) -> String {
        guard let colon = peer.lastIndex(of: ":") else { return peer }
        return String(peer[..<colon].filter { $0 != "[" && $0 != "]" })
    }

    // MARK: Request

    /// The headers as sent, including Host, if they were captured, otherwise as decided.
    private var sentHeaders: Headers {
        turn.sentHead.isEmpty ? request.headers : Headers(behindFirstLineOf: turn.sentHead)
    }

    private var requestMembers: [JSONValue.Member] {
        let headers = sentHeaders
        var members: [JSONValue.Member] = [
            .init("method", .string(request.method)),
            .init("url", .string(secrets.text(request.url.withoutFragment.href))),
            .init("httpVersion", .string(turn.report?.version ?? turn.head?.version ?? "HTTP/1.1")),
            .init("cookies", .array(Self.cookies(headers, secrets))),
            .init("headers", headers.recorded(secrets)),
            .init("queryString", .array(Self.pairs(ofQuery: request.url.query ?? ""))),
        ]
        if !request.body.isEmpty { members.append(.init("postData", postData(headers))) }
        members += [
            .init("headersSize", .integer(turn.sentHead.isEmpty ? -1 : turn.sentHead.count)),
            .init("bodySize", .integer(request.body.count)),
        ]
        return members
    }

    /// Returns the cookies that a request sends.
    static func cookies(_ headers: Headers, _ secrets: Secrets) -> [JSONValue] {
        headers.all("cookie").flatMap { line in
            secrets.value(of: HeaderField("Cookie", line)).split(separator: ";").map { cookie(String($0)) }
        }
    }

    /// Returns the cookies that a response sets.
    static func cookiesSet(_ headers: Headers, _ secrets: Secrets) -> [JSONValue] {
        headers.all("set-cookie").map { line in
            cookie(String(secrets.value(of: HeaderField("Set-Cookie", line)).prefix { $0 != ";" }))
        }
    }

    private static func cookie(_ pair: String) -> JSONValue {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves.count == 2 ? Bytes.trimmed(Array(halves[0].utf8)) : []
        let value = Bytes.trimmed(Array((halves.last ?? "").utf8))
        return ["name": .string(Bytes.text(name)), "value": .string(Bytes.text(value))]
    }

    /// Returns the pairs of the query, decoded like forms (URL standard §5.1).
    static func pairs(ofQuery query: some StringProtocol) -> [JSONValue] {
        query.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func text(_ index: Int) -> JSONValue {
                guard index < halves.count else { return "" }
                let plain = String(halves[index].map { $0 == "+" ? " " : $0 })
                return .string(Bytes.text(WebURL.percentDecoded(plain)))
            }
            return ["name": text(0), "value": text(1)]
        }
    }

    /// Posted data may be a password, so all of it is a secret.
    private func postData(_ headers: Headers) -> JSONValue {
        let type = JSONValue.string(headers.first("content-type") ?? "")
        switch secrets.handling {
        case .masked:
            return [
                "mimeType": type, "params": [], "text": "", "comment": "what was posted is masked",
            ]
        case .kept:
            let text = JSONValue.string(Bytes.text(request.body.bytesInMemory))
            guard !request.body.files.isEmpty else { return ["mimeType": type, "params": [], "text": text] }
            return [
                "mimeType": type, "params": .array(request.body.pieces.compactMap(Self.parameter)),
                "text": text, "comment": "the bytes of the files are left out of the text",
            ]
        }
    }

    /// Returns a field of a multipart form.
    private static func parameter(_ piece: RequestBody.Piece) -> JSONValue? {
        switch piece {
        case .bytes: nil
        case .value(let bytes, of: let name): ["name": .string(name), "value": .string(Bytes.text(bytes))]
        case .file(let file, of: let name):
            ["name": .string(name), "fileName": .string(file.name), "contentType": .string(file.type)]
        }
    }

    // MARK: Response

    private var responseValue: JSONValue {
        guard let head = turn.head else { return Self.noResponse }
        return [
            "status": .integer(head.status),
            "statusText": .string(head.reason),
            "httpVersion": .string(head.version),
            "cookies": .array(Self.cookiesSet(head.headers, secrets)),
            "headers": head.headers.recorded(secrets),
            "content": content(head),
            "redirectURL": .string(secrets.text(head.headers.first("location") ?? "")),
            "headersSize": .integer(head.raw.isEmpty ? -1 : head.raw.count),
            "bodySize": .integer(wireBytes(head)),
        ]
    }

    /// The form that other programs write: status 0, and no data.
    static let noResponse: JSONValue =
        [
            "status": 0, "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
            "content": ["size": 0, "mimeType": ""], "redirectURL": "", "headersSize": -1, "bodySize": -1,
        ]

    /// Returns the size of the body on the wire; -1 if it was not measured.
    private func wireBytes(_ head: ResponseHead) -> Int {
        if head.status == 304 { return 0 }
        guard let report = turn.report, !head.raw.isEmpty, report.bytesReceived >= head.raw.count else {
            return -1
        }
        return report.bytesReceived - head.raw.count
    }

    private func content(_ head: ResponseHead) -> JSONValue {
        let body = turn.body ?? []
        var members: [JSONValue.Member] = [
            .init("size", .integer(turn.bodyBytes ?? body.count)),
            .init("mimeType", .string(head.headers.first("content-type") ?? "")),
        ]
        if turn.body != nil, !body.isEmpty { members += JSONValue.content(body) }
        return .object(members)
    }
}

/// The phases of an entry in milliseconds; nil for those that did not happen or are unknown. `ssl` is a part of
/// `connect`, as in HAR. If the time to send the request was not measured, it is a part of `wait`, and `send` is 0,
/// because it is required (HAR 1.2, “timings”).
struct HARTimings {
    var dns: Double?
    var connect: Double?
    var ssl: Double?
    var send = 0.0
    var wait = 0.0
    var receive = 0.0

    init(_ turn: SessionTrace.Turn) {
        guard let report = turn.report else {
            // A failed transfer has no measurements except its duration.
            if let began = turn.requested, let ended = turn.transferred {
                wait = max(0, Double(ended.milliseconds) - Double(began.milliseconds))
            }
            return
        }
        func time(_ phase: TransferPhase) -> Double? { report.timings[phase].map(\.millisecondsForSums) }
        dns = time(.resolving)
        ssl = time(.securing)
        connect = time(.connecting).map { $0 + (ssl ?? 0) } ?? ssl
        let waiting = time(.waiting) ?? 0
        send = min(waiting, report.sending.map(\.millisecondsForSums) ?? 0)
        wait = waiting - send
        receive = time(.receiving) ?? 0
    }

    /// The value of `time`: the sum of all phases, with `ssl` within `connect`.
    var total: Double { (dns ?? 0) + (connect ?? 0) + send + wait + receive }

    var value: JSONValue {
        [
            "blocked": -1, "dns": Self.number(dns), "connect": Self.number(connect), "ssl": Self.number(ssl),
            "send": Self.number(send), "wait": Self.number(wait), "receive": Self.number(receive),
        ]
    }

    static func number(_ time: Double?) -> JSONValue {
        guard let time else { return -1 }
        return .number((time * 1000).rounded() / 1000)
    }
}
