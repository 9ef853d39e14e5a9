import SonicProtocol
import SonicSession

/// What is wrong with the responses of a recorded exchange, as far as the recording can show it: a replay asks with what its
/// own memory holds, and other programs record texts in place of bytes.
public enum RecordedFindings {
    /// The findings of a session that was replayed. Linear in the page and the responses.
    /// - Parameters:
    ///   - trace: What the replayed session told.
    ///   - exchange: The exchange that it began with.
    ///   - hashes: Digests, to merge once more what was refused.
    public static func findings(
        _ trace: SessionTrace, of exchange: Exchange, _ hashes: Hashes
    ) -> [Finding] {
        let report = LintReport(trace, before: nil, hashes: hashes)
        let hidden = hidden(exchange)
        return report.findings.filter { !hidden.contains($0.rule) }
    }

    /// The rules that the recording has no evidence for.
    private static func hidden(_ exchange: Exchange) -> Set<RuleID> {
        var hidden: Set<RuleID> = []
        if case .text = exchange.content { hidden.formUnion(restingOnBytes) }
        let asked = exchange.requestHeaders
        if !Asked(asked).sonic {
            hidden.formUnion([
                .sonicLost, .etagMissing, .templateTagMissing, .templateChangeMissing, .cacheOfflineMissing,
            ])
        }
        if asked.contains("template-tag") { hidden.insert(.updateUnasked) }
        if asked.contains("If-None-Match") || asked.contains("If-Modified-Since") {
            hidden.insert(.notModifiedUnasked)
        }
        // Of a client whose memory nobody recorded, nobody knows what an update was to fit.
        if exchange.cache == nil, exchange.session == nil { hidden.formUnion(restingOnMemory) }
        return hidden
    }

    /// What is found by hashing or counting bytes.
    private static let restingOnBytes: Set<RuleID> = [
        .etagUnlikePage, .htmlSHA1Wrong, .updateWrongHash, .updateUnproven, .templateTagOther,
        .templateTagDiffers,
        .contentLengthWrong, .pageNotUTF8, .replacedCharacters,
    ]

    /// What is found by what the client held.
    private static let restingOnMemory: Set<RuleID> = [
        .updateMissingBlocks, .updateUnknownBlocks, .updateWithoutComments, .updateWrongHash,
        .templateSamePageWhole,
    ]
}
