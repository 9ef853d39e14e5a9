import CellGrid
import Diagnostics
import SonicProtocol
import SonicSession
import SystemLibraries

/// What VasSonic's own clients would do with a session's first answer, beside what this program did
/// (docs/protocol.md#phones).
package struct ClientModelReport {
    private let entries: [(reading: ClientOutcome, verdict: ClientVerdict)]

    /// Has the answer read by each of the phones. Without an answer there is nothing to tell.
    package init(_ result: SessionResult, _ phones: [ClientModel]) {
        guard let answer = result.retainedResponse else {
            self.init(nil, phones)
            return
        }
        let held = answer.stored.map {
            ClientExchange.CachedPage(html: $0.version.html, headers: $0.version.headers)
        }
        let exchange = ClientExchange(
            held: held, asked: answer.asked, redirectStatus: result.redirects.first?.status,
            status: answer.status, headers: answer.headers, body: answer.body)
        self.init((exchange, ours: answer.page), phones)
    }

    /// Has an answer read by each of the phones; nil for none.
    ///
    /// - Parameter answer: With the page that this program came to.
    package init(_ answer: (ClientExchange, ours: [UInt8]?)?, _ phones: [ClientModel]) {
        guard let (exchange, page) = answer else {
            entries = []
            return
        }
        // A body that is not an update names no page.
        let named = (try? DataUpdate(json: exchange.body))?.htmlSHA1.map {
            ClientVerdict.NamedPage(sha1: $0, hashes: .nettle)
        }
        entries = phones.map { phone in
            let reading = exchange.reading(on: phone, hashes: .nettle)
            return (reading, ClientVerdict(reading, ours: page, named: named))
        }
    }

    /// In words, a line each.
    package var lines: [String] {
        guard !entries.isEmpty else { return ["  clients: no response that they could read"] }
        return entries.flatMap { reading, verdict in
            let steps = reading.notes + (verdict.isSamePage == true ? [] : reading.causes)
            return ["  " + verdict.sentence, "    " + Self.summary(reading)] + steps.map { "    " + $0 }
        }.map { VisibleText.line($0) }
    }

    private static func summary(_ reading: ClientOutcome) -> String {
        var parts = [reading.outcome.rawValue, "screen: \(reading.screen.rawValue)"]
        parts.append("copy: \(name(reading.storage))")
        parts += reading.errors.map { "error \($0)" }
        if let callback = reading.callback {
            let data = callback.data.map { " with " + $0.map { Bytes.text($0.key) }.joined(separator: ", ") }
            parts.append("told \(callback.code), srcCode \(callback.srcCode)\(data ?? "")")
        } else {
            parts.append("told nothing")
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

    /// An object with a member for each client; `null` without an answer.
    package var json: JSONValue {
        guard !entries.isEmpty else { return .null }
        return .object(entries.map { .init($0.reading.phone.rawValue, Self.value($0.reading, $0.verdict)) })
    }

    private static func value(_ reading: ClientOutcome, _ verdict: ClientVerdict) -> JSONValue {
        var page = JSONValue.null
        if let bytes = reading.page {
            page = [
                "bytes": .integer(bytes.count), "sha1": .string(Hashes.nettle.sha1(bytes)),
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
            "copy": .string(name(reading.storage)), "copyWhy": why,
            "errors": .array(reading.errors.map { .integer($0) }),
            "sonicStatus": .integer(reading.sonicStatus), "received": reading.received ?? .null,
            "notes": .array(reading.notes.map { .string($0) }),
            "causes": .array(reading.causes.map { .string($0) }),
        ]
    }
}
