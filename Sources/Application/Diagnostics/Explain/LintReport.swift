import SessionWords
import SonicProtocol
import SonicSession

/// What is wrong with the answers of a session and with the page it came to.
public struct LintReport: Sendable, Equatable {
    /// The findings of the session itself, then those of the rules; each rule in one of the two.
    public let findings: [Finding]

    /// A report of these findings.
    public init(findings: [Finding]) {
        self.findings = findings
    }

    /// Holds an ended session against the rules. Linear in the page and the answers.
    /// - Parameters:
    ///   - trace: What the session told.
    ///   - before: The version before the stored one, where the store has it; nil for none.
    ///   - hashes: Digests, to merge once more what was refused.
    public init(_ trace: SessionTrace, before: PageVersion?, hashes: Hashes) {
        let own = trace.result?.findings.map(\.finding) ?? []
        var found = trace.turns.flatMap { AnswerFindings($0, in: trace).findings }
        found += trace.turns.last.map { PageFindings($0, trace.page, before, hashes).findings } ?? []
        var rules = Set(found.map(\.rule))
        // Where the tag was to stand elsewhere, that is what is wrong.
        if rules.contains(.etagKeyAbsent) { rules.insert(.etagMissing) }
        let kept = own.filter { !rules.contains($0.rule) }.map { finding in
            guard let words = Self.more(finding.rule, trace, hashes) else { return finding }
            return Finding(finding.rule, finding.message + "; " + words)
        }
        findings = Self.shortened(kept + found)
    }

    /// What is known beside what the session itself found of hashes and updates that do not fit; nil for nothing. Linear.
    private static func more(_ rule: RuleID, _ trace: SessionTrace, _ hashes: Hashes) -> String? {
        switch rule {
        case .updateWrongHash: return RefusedUpdate(trace, hashes)?.words
        case .htmlSHA1Wrong:
            guard let head = trace.turns.last?.head, let claimed = ResponseTags(head.headers).htmlSHA1,
                let page = trace.page
            else { return nil }
            return ClaimedDigest(claimed, of: page, beside: [], hashes)?.words
        case .updateUnknownBlocks:
            let update = trace.turns.first { $0.classification?.kind == .update }
            guard let stored = update?.stored?.version,
                let stripped = StrippedComments(stored.html, templateTag: stored.templateTag, hashes)
            else { return nil }
            return "the stored page has no block, and " + stripped.words
        default: return nil
        }
    }

    /// More findings by one rule than this say nothing new, and a hostile page has a million of them.
    private static let mostOfOneRule = 20

    /// Each finding once, and of one rule no more than a screenful; the rest are counted. Linear.
    private static func shortened(_ all: [Finding]) -> [Finding] {
        var seen: Set<Finding> = []
        var counts: [RuleID: Int] = [:]
        let shown = all.filter { finding in
            guard seen.insert(finding).inserted else { return false }
            counts[finding.rule, default: 0] += 1
            return counts[finding.rule, default: 0] <= mostOfOneRule
        }
        var told: Set<RuleID> = []
        let rest = all.compactMap { finding -> Finding? in
            let count = counts[finding.rule, default: 0] - mostOfOneRule
            guard count > 0, told.insert(finding.rule).inserted else { return nil }
            return Finding(finding.rule, "and \(count) more of the same rule")
        }
        return shown + rest
    }

    /// Whether the version before the stored one has something to say: only of a template that changed.
    public static func wantsVersionBefore(_ trace: SessionTrace) -> Bool {
        trace.result?.outcome == .templateChange && trace.turns.last?.stored != nil
    }

    /// Whether the last two times that a server answered for a page, before the session that is looked at, were whole
    /// pages that made these two versions, one right after the other. A 304, an update and a page that came again
    /// unchanged are answers under a template that stayed.
    ///
    /// - Parameters:
    ///   - past: The page's sessions, the last first; the one that is looked at may be among them.
    ///   - earlier: The number of the version before the stored one.
    ///   - stored: The number of the version that was stored when the session began.
    public static func areLoadsInARow(_ past: [PastSession], _ earlier: Int, _ stored: Int) -> Bool {
        let asked = past.drop { ($0.left ?? .max) > stored }.filter { session in
            switch session.kind {
            case .offline, .failed, .fresh: false
            case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, nil: true
            }
        }
        let wholePages: [Outcome.Kind?] = [.firstLoad, .templateChange]
        return asked.count >= 2
            && zip(asked, [stored, earlier]).allSatisfy { session, number in
                wholePages.contains(session.kind) && session.left == number
            }
    }

    /// How many there are of each severity, the worst first, such as `1 error, 2 notes`; nil for none.
    public var count: String? {
        let parts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            guard count > 0 else { return nil }
            return "\(count) \(severity.rawValue)" + (count == 1 ? "" : "s")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
