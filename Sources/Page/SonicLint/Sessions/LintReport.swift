import SessionWords
@_exported import SonicProtocol
@_exported import SonicSession

/// The findings about the responses of a session and about the resulting page.
public struct LintReport: Sendable, Equatable {
    /// The findings of the session itself, then those of the rules; each rule is in only one of the two.
    public let findings: [Finding]

    /// Creates a report of these findings.
    package init(findings: [Finding]) { self.findings = findings }

    /// Checks an ended session by the rules. Linear in the page and the responses.
    /// - Parameters:
    ///   - trace: The trace of the session.
    ///   - hashes: The hash functions, to merge a rejected update again.
    public init(_ trace: SessionTrace, hashes: Hashes = .plainSwift) {
        self.init(trace, before: nil, hashes: hashes)
    }

    /// Checks an ended session by the rules. Linear in the page and the responses.
    /// - Parameters:
    ///   - trace: The trace of the session.
    ///   - before: The version before the stored one, if the store has it; nil for none.
    ///   - hashes: The hash functions, to merge a rejected update again.
    package init(_ trace: SessionTrace, before: PageVersion?, hashes: Hashes) {
        let own = trace.result?.findings.map(\.finding) ?? []
        var found = trace.turns.flatMap { ResponseFindings($0, in: trace, hashes).findings }
        found += trace.turns.last.map { PageFindings($0, trace.page, before, hashes).findings } ?? []
        let rules = Set(found.map(\.rule))
        let kept = own.filter { !rules.contains($0.rule) }.map { finding in
            let more = Self.more(finding.rule, trace, hashes)
            return finding.adding(more?.words, cause: more?.cause)
        }
        findings = Self.shortened(kept + found)
    }

    /// Returns further details about hashes and updates that the session found invalid; nil for none. Linear.
    private static func more(
        _ rule: RuleID, _ trace: SessionTrace, _ hashes: Hashes
    ) -> UpdateLint.Details? {
        let update = trace.turns.first { $0.classification?.kind == .update }
        switch rule {
        case .updateWrongHash: return rejectedUpdate(trace, hashes)
        case .htmlSHA1Wrong:
            guard let head = trace.turns.last?.head, let claimed = ResponseTags(head.headers).htmlSHA1,
                let page = trace.page
            else { return nil }
            return ClaimedDigest(claimed, of: page, beside: [], hashes).map { ($0.words, $0.cause) }
        case .updateMalformed: return update?.body.flatMap(UpdateLint.textAround)
        case .updateUnknownBlocks:
            guard let stored = update?.stored?.version,
                let stripped = StrippedComments(stored.html, templateTag: stored.templateTag, hashes)
            else { return nil }
            return (stripped.ofStoredPage, nil)
        default: return nil
        }
    }

    /// The maximum number of findings by one rule: more have no new information, and a hostile page has a million of
    /// them.
    private static let maxPerRule = 20

    /// Removes duplicate findings, and limits those of one rule; the rest are counted. Linear.
    private static func shortened(_ all: [Finding]) -> [Finding] {
        var seen: Set<Finding> = []
        var counts: [RuleID: Int] = [:]
        let shown = all.filter { finding in
            guard seen.insert(finding).inserted else { return false }
            counts[finding.rule, default: 0] += 1
            return counts[finding.rule, default: 0] <= maxPerRule
        }
        var reported: Set<RuleID> = []
        let rest = all.compactMap { finding -> Finding? in
            let count = counts[finding.rule, default: 0] - maxPerRule
            guard count > 0, reported.insert(finding.rule).inserted else { return nil }
            return Finding(finding.rule, "and \(count) more of the same rule")
        }
        return shown + rest
    }

    /// Whether the version before the stored one is relevant: only if the template changed.
    package static func wantsVersionBefore(_ trace: SessionTrace) -> Bool {
        trace.result?.outcome == .templateChange && trace.turns.last?.stored != nil
    }

    /// Whether the last two responses of a server before the given session were full pages that produced these two
    /// versions, one immediately after the other. A 304, an update and an unchanged page are responses under an
    /// unchanged template.
    ///
    /// - Parameters:
    ///   - past: The page's sessions, the latest first; they may include the given one.
    ///   - earlier: The number of the version before the stored one.
    ///   - stored: The number of the version stored when the session began.
    package static func areLoadsInARow(_ past: [PastSession], _ earlier: Int, _ stored: Int) -> Bool {
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

    /// The number of findings of each severity, the most severe first, such as `1 error, 2 notes`; nil for none.
    package var count: String? {
        let parts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            guard count > 0 else { return nil }
            return "\(count) \(severity.rawValue)" + (count == 1 ? "" : "s")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    // An update whose hash was wrong, compared with the full page that was requested instead.

    /// Returns the data that the hash of the first such update is the digest of, if known, and the differences between the
    /// merged page and the full one, as clauses; nil if there is none, and if nothing more is known about it. A difference
    /// need not be an error: the page may have changed between the two responses.
    private static func rejectedUpdate(_ trace: SessionTrace, _ hashes: Hashes) -> UpdateLint.Details? {
        guard let index = trace.turns.firstIndex(where: { $0.classification?.kind == .update }),
            let body = trace.turns[index].body, let stored = trace.turns[index].stored,
            let merge = UpdateLint.merged(body, into: stored.version.html, hashes)
        else { return nil }
        var clauses: [String] = []
        var cause: Finding.Cause?
        if let claimed = merge.update.htmlSHA1
            ?? trace.turns[index].head.flatMap({ ResponseTags($0.headers).etag }),
            let digest = ClaimedDigest(claimed, of: merge.page, into: stored.version.html, from: body, hashes)
        {
            clauses.append(digest.words)
            cause = digest.cause
        }
        if let next = trace.turns.dropFirst(index + 1).first, next.classification?.kind == .page(.sonic),
            let page = next.body
        {
            clauses.append(comparison(merge.page, page))
            if merge.page.html == page { cause = cause ?? .onlyTheHash }
        }
        return clauses.isEmpty ? nil : (clauses.joined(separator: "; "), cause)
    }

    /// Compares the merged page with the full one received next.
    private static func comparison(_ merged: MergedPage, _ page: [UInt8]) -> String {
        guard merged.html != page else {
            return "merged, it is byte for byte the full page received next: only the hash is wrong"
        }
        let split = PageSplit(html: page)
        let blocks = merged.split.changes(in: merged.html, to: split, in: page)
        let change = blocks?.first ?? merged.split.templateDifference(in: merged.html, to: split, in: page)
        guard let change else { return "merged, the page has the template of the full page received next" }
        let names = blocks.map { $0.map(\.name) } ?? (change.name.isEmpty ? [] : [change.name])
        let region = names.isEmpty ? "outside its blocks" : "in \(names.map { "“\($0)”" }.listed)"
        let same = zip(merged.html[change.old], page[change.new]).prefix { $0 == $1 }.count
        let (old, new) = (change.old.lowerBound + same, change.new.lowerBound + same)
        let line = page.prefix(new).count { $0 == 0x0A } + 1
        return
            "merged, the page differs from the full page received next \(region), first at byte \(new), line \(line) "
            + "of that page: “\(excerpt(merged.html, old))” and “\(excerpt(page, new))”; it may have changed in "
            + "between"
    }

    private static func excerpt(_ bytes: [UInt8], _ place: Int) -> String {
        Bytes.text(bytes.dropFirst(place).prefix(40))
    }
}
