import Exchanges
import SonicLint
import SonicProtocol
import SonicSession

/// The findings about the responses of a recorded exchange, as far as the recording has evidence: a replay sends the
/// tags of its own stored pages, and other programs record text instead of bytes.
extension LintReport {
    /// Creates the report of a replayed session. Linear in the page and the responses.
    /// - Parameters:
    ///   - trace: The trace of the replayed session.
    ///   - exchange: The exchange that began it.
    ///   - hashes: The hash functions, to merge a refused update again.
    public init(_ trace: SessionTrace, of exchange: Exchange, _ hashes: Hashes) {
        let report = LintReport(trace, before: nil, hashes: hashes)
        let hidden = Self.hidden(exchange)
        self.init(findings: report.findings.filter { !hidden.contains($0.rule) })
    }

    /// Returns the rules for which the recording has no evidence.
    private static func hidden(_ exchange: Exchange) -> Set<RuleID> {
        var hidden: Set<RuleID> = []
        if case .text = exchange.content { hidden.formUnion(restingOnBytes) }
        let asked = exchange.requestHeaders
        if !RequestConditions(asked).sonic {
            hidden.formUnion([
                .sonicLost, .etagMissing, .templateTagMissing, .templateChangeMissing, .cacheOfflineMissing,
            ])
        }
        let isUnknown = asked.fields.isEmpty
        if isUnknown || asked.contains("template-tag") { hidden.insert(.updateUnasked) }
        if isUnknown || asked.contains("If-None-Match") || asked.contains("If-Modified-Since") {
            hidden.insert(.notModifiedUnasked)
        }
        // Without the client's stored page, it is unknown what an update had to match.
        if exchange.cache == nil, exchange.session == nil { hidden.formUnion(restingOnMemory) }
        return hidden
    }

    /// Rules that hash or count bytes.
    private static let restingOnBytes: Set<RuleID> = [
        .etagUnlikePage, .htmlSHA1Wrong, .updateWrongHash, .updateUnproven, .templateTagOther,
        .templateTagDiffers,
        .contentLengthWrong, .pageNotUTF8, .replacedCharacters,
    ]

    /// Rules that depend on the client's stored page.
    private static let restingOnMemory: Set<RuleID> = [
        .updateMissingBlocks, .updateUnknownBlocks, .updateWithoutComments, .updateWrongHash,
        .templateSamePageWhole,
    ]
}
