import SonicProtocol
import SonicSession

/// An update whose hash was wrong, compared with the full page that was requested instead.
struct RejectedUpdate {
    /// The data that the hash is the digest of, if known, and the differences between the merged page and the full one,
    /// as clauses. A difference need not be an error: the page may have changed between the two responses.
    let words: String

    /// Finds the first one of a session; nil if there is none, and if nothing more is known about it.
    init?(_ trace: SessionTrace, _ hashes: Hashes) {
        guard let index = trace.turns.firstIndex(where: { $0.classification?.kind == .update }),
            let body = trace.turns[index].body, let stored = trace.turns[index].stored,
            let merge = UncheckedMerge(body, into: stored.version.html, hashes)
        else { return nil }
        var clauses: [String] = []
        if let claimed = merge.update.htmlSHA1
            ?? trace.turns[index].head.flatMap({ ResponseTags($0.headers).etag }),
            let digest = ClaimedDigest(claimed, of: merge.page, into: stored.version.html, from: body, hashes)
        {
            clauses.append(digest.words)
        }
        if let next = trace.turns.dropFirst(index + 1).first, next.classification?.kind == .page(.sonic),
            let page = next.body
        {
            clauses.append(Self.comparison(merge.page, page))
        }
        guard !clauses.isEmpty else { return nil }
        words = clauses.joined(separator: "; ")
    }

    /// Compares the merged page with the full one received next.
    private static func comparison(_ merged: MergedPage, _ page: [UInt8]) -> String {
        guard merged.html != page else {
            return "merged, it is byte for byte the full page received next: only the hash is wrong"
        }
        let shorter = min(merged.html.count, page.count)
        let place = (0..<shorter).first { merged.html[$0] != page[$0] } ?? shorter
        let line = merged.html.prefix(place).count { $0 == 0x0A } + 1
        let changes = merged.split.changes(in: merged.html, to: PageSplit(html: page), in: page)
        let regions = changes.map { "in \($0.map { "“\($0.name)”" }.listed)" } ?? "outside its blocks"
        return
            "merged, the page differs from the full page received next \(regions), first at byte \(place), line "
            + "\(line): “\(excerpt(merged.html, place))” and “\(excerpt(page, place))”; it may have changed "
            + "in between"
    }

    private static func excerpt(_ bytes: [UInt8], _ place: Int) -> String {
        Bytes.text(bytes.dropFirst(place).prefix(40))
    }
}
