import SonicProtocol
import SonicSession

/// The predicted behaviour of VasSonic's own clients for a response of a session, compared with that of this program
/// (docs/reference/protocol.md#phones).
public struct ClientModelReport {
    private let hashes: Hashes
    private let entries: [(reading: ClientOutcome, verdict: ClientVerdict)]

    /// Predicts the handling of a session's last response by each client; the report is empty if its bytes are no
    /// longer in memory.
    public init(_ trace: SessionTrace, _ clients: [ClientModel], _ hashes: Hashes) {
        guard let turn = trace.turns.last, let request = turn.request, let head = turn.head,
            let body = turn.body
        else {
            self.init(nil, clients, hashes)
            return
        }
        let sent = turn.sentHead.isEmpty ? request.headers : Headers(behindFirstLineOf: turn.sentHead)
        let stored = (turn.cache?.page ?? turn.stored)?.version
        let exchange = ClientExchange(
            storedPage: stored.map { ($0.html, $0.headers) }, asked: RequestConditions(sent),
            redirectStatus: trace.result?.redirects.first?.status,
            status: head.status, headers: head.headers, body: body)
        self.init((exchange, ours: trace.page), clients, hashes)
    }

    /// Predicts the handling of a session's first response by each client; the report is empty without a response.
    public init(_ result: SessionResult, _ clients: [ClientModel], _ hashes: Hashes) {
        guard let answer = result.retainedResponse else {
            self.init(nil, clients, hashes)
            return
        }
        let exchange = ClientExchange(
            storedPage: answer.stored.map { ($0.version.html, $0.version.headers) }, asked: answer.asked,
            redirectStatus: result.redirects.first?.status, status: answer.status, headers: answer.headers,
            body: answer.body)
        self.init((exchange, ours: answer.page), clients, hashes)
    }

    /// Predicts the handling of a response by each client; nil for none.
    ///
    /// - Parameter answer: The exchange, with the page that resulted in this program.
    public init(_ answer: (ClientExchange, ours: [UInt8]?)?, _ clients: [ClientModel], _ hashes: Hashes) {
        self.hashes = hashes
        guard let (exchange, page) = answer else {
            entries = []
            return
        }
        // A body that is not an update names no page.
        let named = (try? DataUpdate(json: exchange.body))?.htmlSHA1
        let isNamed = named.map { name in
            { (page: [UInt8]) in Bytes.equalIgnoringCase(hashes.sha1(page).utf8, name.utf8) }
        }
        entries = clients.map { client in
            let reading = exchange.reading(on: client, hashes: hashes)
            return (reading, ClientVerdict(reading, ours: page, isNamed: isNamed))
        }
    }

    /// The report in words, one line each; text from the server is not made safe for a terminal here.
    public var lines: [String] {
        guard !entries.isEmpty else { return ["  clients: no response that they could read"] }
        return entries.flatMap { reading, verdict in
            let steps = reading.notes + (verdict.isSamePage == true ? [] : reading.causes)
            return ["  \(verdict.sentence)", "    \(Self.summary(reading))"] + steps.map { "    \($0)" }
        }
    }

    private static func summary(_ reading: ClientOutcome) -> String {
        var parts = [reading.outcome.rawValue, "screen: \(reading.screen.rawValue)"]
        parts.append("copy: \(name(reading.storage))")
        parts += reading.errors.map { "error \($0)" }
        if let callback = reading.callback {
            let data = callback.data.map { " with " + $0.map { Bytes.text($0.key) }.joined(separator: ", ") }
            parts.append("callback code \(callback.code), srcCode \(callback.srcCode)\(data ?? "")")
        } else {
            parts.append("no callback")
        }
        return parts.joined(separator: "; ") + "; sonicStatus \(reading.sonicStatus)"
    }

    private static func name(_ storage: ClientOutcome.Storage) -> String {
        switch storage {
        case .none: "none"
        case .kept: "kept"
        case .stored: "stored"
        case .useless: "useless"
        case .dropped: "dropped"
        case .switchedOff(dropped: true): "dropped, Sonic off"
        case .switchedOff(dropped: false): "Sonic off"
        }
    }

    /// An object with a member for each client; `null` without a response.
    public var json: JSONValue {
        guard !entries.isEmpty else { return .null }
        return .object(entries.map { .init($0.reading.client.rawValue, value($0.reading, $0.verdict)) })
    }

    private func value(_ reading: ClientOutcome, _ verdict: ClientVerdict) -> JSONValue {
        var page = JSONValue.null
        if let bytes = reading.page {
            page = [
                "bytes": .integer(bytes.count), "sha1": .string(hashes.sha1(bytes)),
                "same": verdict.isSamePage.map { .bool($0) } ?? .null,
                "differsAt": verdict.differsAt.map { .integer($0) } ?? .null,
                "block": .string(orNull: verdict.block),
            ]
        }
        var why = JSONValue.null
        if case .useless(let reason) = reading.storage { why = .string(reason) }
        return [
            "verdict": .string(verdict.sentence), "outcome": .string(reading.outcome.rawValue),
            "screen": .string(reading.screen.rawValue), "page": page,
            "copy": .string(Self.name(reading.storage)), "copyWhy": why,
            "errors": .array(reading.errors.map { .integer($0) }),
            "sonicStatus": .integer(reading.sonicStatus), "received": reading.received ?? .null,
            "notes": .array(reading.notes.map { .string($0) }),
            "causes": .array(reading.causes.map { .string($0) }),
        ]
    }
}
