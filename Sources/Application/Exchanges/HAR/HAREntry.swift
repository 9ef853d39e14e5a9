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
        let version = turn.report?.version ?? turn.head?.version ?? "HTTP/1.1"
        return Self.request(
            request.method, request.url.withoutFragment.href, version, sentHeaders, secrets,
            posted: request.body.isEmpty ? nil : posted, headSize: turn.sentHead.count,
            bodySize: request.body.count)
    }

    /// Returns the members of a request; its data are the members of `postData` besides the type, nil for none. Posted
    /// data may be a password, so all of it is a secret.
    static func request(
        _ method: String, _ url: String, _ version: String, _ headers: Headers, _ secrets: Secrets,
        posted: [JSONValue.Member]?, headSize: Int = 0, bodySize: Int?
    ) -> [JSONValue.Member] {
        let query = url.firstIndex(of: "?").map { url[url.index(after: $0)...] } ?? ""
        var members: [JSONValue.Member] = [
            .init("method", .string(method)), .init("url", .string(secrets.text(url))),
            .init("httpVersion", .string(version)), .init("cookies", .array(cookies(headers, secrets))),
            .init("headers", headers.recorded(secrets)), .init("queryString", .array(pairs(ofQuery: query))),
        ]
        if let posted {
            let masked: [JSONValue.Member] = [
                .init("params", []), .init("text", ""), .init("comment", "what was posted is masked"),
            ]
            members.append(
                .init(
                    "postData",
                    .object(
                        [.init("mimeType", .string(headers.first("content-type") ?? ""))]
                            + (secrets.handling == .masked ? masked : posted))))
        }
        return members + [
            .init("headersSize", .integer(headSize == 0 ? -1 : headSize)),
            .init("bodySize", .integer(bodySize ?? -1)),
        ]
    }

    /// Returns the cookies that a request sends.
    private static func cookies(_ headers: Headers, _ secrets: Secrets) -> [JSONValue] {
        headers.all("cookie").flatMap { line in
            secrets.value(of: HeaderField("Cookie", line)).split(separator: ";").map { cookie(String($0)) }
        }
    }

    /// Returns the cookies that a response sets.
    private static func cookiesSet(_ headers: Headers, _ secrets: Secrets) -> [JSONValue] {
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
    private static func pairs(ofQuery query: some StringProtocol) -> [JSONValue] {
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

    private var posted: [JSONValue.Member] {
        let body = request.body
        let members: [JSONValue.Member] = [
            .init("params", .array(body.pieces.compactMap(Self.parameter))),
            .init("text", .string(Bytes.text(body.bytesInMemory))),
        ]
        if body.files.isEmpty { return [.init("params", []), members[1]] }
        return members + [.init("comment", "the bytes of the files are left out of the text")]
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
        let body = turn.body ?? []
        return Self.response(
            head, secrets, size: turn.bodyBytes ?? body.count,
            content: body.isEmpty ? [] : JSONValue.content(body), headSize: head.raw.count,
            bodySize: wireBytes(head))
    }

    /// Returns the object of a response.
    static func response(
        _ head: ResponseHead, _ secrets: Secrets, size: Int, content: [JSONValue.Member], headSize: Int = 0,
        bodySize: Int
    ) -> JSONValue {
        [
            "status": .integer(head.status), "statusText": .string(head.reason),
            "httpVersion": .string(head.version),
            "cookies": .array(cookiesSet(head.headers, secrets)),
            "headers": head.headers.recorded(secrets),
            "content": .object(
                [
                    .init("size", .integer(size)),
                    .init("mimeType", .string(head.headers.first("content-type") ?? "")),
                ] + content),
            "redirectURL": .string(secrets.text(head.headers.first("location") ?? "")),
            "headersSize": .integer(headSize == 0 ? -1 : headSize), "bodySize": .integer(bodySize),
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
