import Workbench

/// What is known of a run of a page's callback, for its verdict.
struct CallbackEvidence {
    private let stored: ScriptReport
    private let updated: ScriptReport
    /// The stored page after the callback, beside the merged page.
    let after: ShownComparison
    /// The merged page after a callback that says that nothing changed, beside the merged page.
    private let confirmed: ShownComparison
    /// All changed blocks.
    private let blocks: [String]
    /// The changed blocks that have other text in the merged page.
    let changed: [String]
    /// What stands in place of each of them.
    private var found: [String: BlockAlignment.Found] = [:]

    init(_ run: CallbackRun, _ reports: CallbackRun.Reports) {
        (stored, updated) = (reports.stored, reports.updated)
        let before = ShownWords(stored.before)
        after = ShownComparison(stored.after, with: updated.before)
        confirmed = ShownComparison(updated.after, with: updated.before)
        let wanted = after.wanted
        blocks = run.blocks
        changed = blocks.filter { before.texts(of: $0) != wanted.texts(of: $0) }
        for (names, texts) in after.groups(of: changed) {
            let group = names.map {
                BlockAlignment.Block(name: $0, old: before.texts(of: $0), wanted: wanted.texts(of: $0))
            }
            found.merge(BlockAlignment(texts, group).found) { $1 }
        }
        // An empty block has no place: only its old text can be found.
        for block in changed where wanted.texts(of: block).isEmpty {
            found[block] = after.place(ofAdded: before.texts(of: block)) == nil ? .wanted : .old
        }
    }

    /// The blocks whose new text is in its place, once.
    var patched: [String] { changed.filter { found[$0] == .wanted } }

    private var unpatched: [String] { changed.filter { found[$0] != .wanted } }

    /// The texts outside of the changed blocks that only the callback of the update removes.
    private var removed: String {
        let usual = Set(confirmed.lost(outside: []).map(\.text))
        return after.lost(outside: changed).map(\.text).filter { !usual.contains($0) }.joined(separator: " ")
    }

    /// Why it cannot be told whether the update is shown; empty if it can.
    var unknown: [CallbackCause] {
        let isShown = unpatched.isEmpty && codeIgnored == nil
        guard !isShown || !removed.isEmpty || changed.isEmpty else { return [] }
        var causes = (stored.missing + updated.missing.filter { !stored.missing.contains($0) }).map(
            CallbackCause.uses)
        if !stored.unrun.isEmpty { causes.append(.otherFiles(stored.unrun)) }
        if after.edits.extent == .whole { causes.append(.tooDifferent) }
        if causes.isEmpty, isShown { causes.append(changed.isEmpty ? .noText : .removes(removed)) }
        return causes
    }

    /// Why the update is not shown, as far as that is known; empty if it is shown.
    var faults: [CallbackCause] {
        guard !unpatched.isEmpty else { return [codeIgnored].compactMap(\.self) }
        var causes = thrown
        let hasEnded = !causes.isEmpty
        causes += lookups
        // What does not happen after an error is no cause of its own.
        if !hasEnded { causes += keys + unpatched.compactMap(place) }
        if !removed.isEmpty { causes.append(.removes(removed)) }
        if causes.isEmpty, stored.writes == 0 { causes = [.writesNothing] }
        return causes.isEmpty ? unpatched.map(CallbackCause.oldText) : causes
    }

    private var thrown: [CallbackCause] {
        (stored.isCalled ? [] : [.noCallback]) + stored.unparsed.map { .refused($0.text, $0.error) }
            + stored.errors.map { .threw($0.text, line: $0.line, $0.stage) }
    }

    private var lookups: [CallbackCause] {
        stored.early.map(CallbackCause.early)
            + stored.misses.filter { $0.stage == .callback }.map { .noElement($0.name) }
    }

    private var keys: [CallbackCause] {
        // A key whose element was looked up in vain may be unread for that reason.
        let unread = unpatched.filter { block in
            !stored.read.contains("{\(block)}") && !stored.misses.contains { $0.name.contains(block) }
        }
        guard !unread.isEmpty else { return [] }
        guard stored.isParsed else { return [.notParsed] }
        let isStopped = stored.isListed && unread == Array(blocks.suffix(unread.count))
        if isStopped, let last = stored.read.last { return [.stopped(after: last, unread)] }
        return unread.map(CallbackCause.notRead)
    }

    private func place(_ block: String) -> CallbackCause? {
        let wanted = after.wanted.texts(of: block)
        if let id = after.place(ofAdded: wanted), found[block] != .doubled {
            return .elsewhere(block, id: id)
        }
        switch found[block] {
        case .wanted, nil: return nil
        case .old: return stored.read.contains("{\(block)}") && stored.writes > 0 ? .oldText(block) : nil
        case .doubled: return .doubled(block)
        case .other(let other): return .other(block, has: other)
        case .text(let words):
            let other = changed.first { after.wanted.texts(of: $0) == words }
            if let other { return .other(block, has: other) }
            let isEscaped = Self.hasMarkup(words) && !Self.hasMarkup(wanted)
            return isEscaped ? .escaped(block) : .otherText(block, words.joined(separator: " "))
        }
    }

    /// Whether tags, comments or references are to be read.
    private static func hasMarkup(_ texts: [String]) -> Bool {
        texts.contains { $0.contains(#/<[a-zA-Z\/!]|&(amp|lt|gt|quot|nbsp|#\w+);/#) }
    }

    /// What the callback does to the merged page when it is told that nothing changed.
    private var codeIgnored: CallbackCause? {
        let known = stored.errors.filter { $0.stage == .callback }
        if let error = updated.errors.first(where: { $0.stage == .callback && !known.contains($0) }) {
            return .ignoresCode(error.text)
        }
        let lost = confirmed.edits.hunks.flatMap { confirmed.wanted.words[$0.new] }.filter {
            !$0.blocks.isEmpty
        }
        return lost.isEmpty ? nil : .removesUnchanged(lost.map(\.text).joined(separator: " "))
    }
}
