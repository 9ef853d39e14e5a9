import BrowserValues
import PageLayout
import SonicProtocol

/// The lines of one hunk of a page before and after an update.
struct HunkDiff {
    let old: [LaidOutPage.PassageLine]
    let new: [LaidOutPage.PassageLine]
    /// The end of the new lines in the source.
    let end: Int
    /// The diff of the lines that count.
    let lines: ShortestEdits
    /// For each line, the weight of its removal or addition; nil if it does not count.
    private let oldWeights: [PageChange.Mark.Weight?]
    private let newWeights: [PageChange.Mark.Weight?]

    init(old: [LaidOutPage.PassageLine], new: [LaidOutPage.PassageLine], end: Int, scope: ComparisonScope) {
        self.old = old
        self.new = new
        self.end = end
        let lines = ShortestEdits(from: old, to: new, scope.rules)
        self.lines = lines
        var oldWeights = old.map { scope.isQuiet(old: $0) ? nil : PageChange.Mark.Weight.change }
        var newWeights = new.map { scope.isQuiet(new: $0) ? nil : PageChange.Mark.Weight.change }
        for hunk in lines.hunks {
            let weight: PageChange.Mark.Weight?
            switch HunkFlow(hunk, old, new, scope.rules) {
            case .same: weight = nil
            case .figures where scope.rules.numbers == .ignore: weight = .figures
            case .figures, .other: continue
            }
            for index in hunk.old where oldWeights[index] != nil { oldWeights[index] = weight }
            for index in hunk.new where newWeights[index] != nil { newWeights[index] = weight }
        }
        self.oldWeights = oldWeights
        self.newWeights = newWeights
    }

    /// The lines of the diff, each change with one line of context.
    var changeLines: [PageChange.Line] {
        var listed: [PageChange.Line] = []
        var place = 0
        for hunk in lines.hunks where listed.count < PageChange.lineLimit {
            let change = self.changeLines(hunk)
            guard !change.isEmpty else { continue }
            // Empty lines separate paragraphs; here they would only separate changes.
            let kept = (place..<hunk.new.lowerBound).filter { !new[$0].text.isEmpty }
            if !listed.isEmpty, let first = kept.first { listed.append(.kept(new[first].text)) }
            if let last = kept.last, listed.isEmpty || kept.count > 1 { listed.append(.kept(new[last].text)) }
            listed += change
            place = hunk.new.upperBound
        }
        let behind = listed.isEmpty ? nil : (place..<new.count).first { !new[$0].text.isEmpty && isKept($0) }
        if let behind { listed.append(.kept(new[behind].text)) }
        return listed
    }

    /// Whether a new line is unchanged.
    private func isKept(_ index: Int) -> Bool { !lines.hunks.contains { $0.new.contains(index) } }

    private func changeLines(_ hunk: ShortestEdits.Hunk) -> [PageChange.Line] {
        let figures = self.figures(hunk)
        guard figures.isEmpty else { return figures }
        let gone = hunk.old.filter { oldWeights[$0] == .change && !old[$0].text.isEmpty }
        let come = hunk.new.filter { newWeights[$0] == .change && !new[$0].text.isEmpty }
        let words = zip(gone, come).map { WordDiff(from: old[$0].text, to: new[$1].text) }
        return gone.enumerated().map { place, line in
            .removed(old[line].text, words: place < words.count ? words[place].old : [])
        }
            + come.enumerated().map { place, line in
                .added(new[line].text, words: place < words.count ? words[place].new : [])
            }
    }

    /// Returns the lines of a hunk in which only numbers and times changed, if those do not count: line by line if the
    /// numbers of lines are equal, otherwise as one paragraph with different line breaks.
    private func figures(_ hunk: ShortestEdits.Hunk) -> [PageChange.Line] {
        let gone = hunk.old.filter { oldWeights[$0] == .figures }.map { old[$0].text }.filter { !$0.isEmpty }
        let come = hunk.new.filter { newWeights[$0] == .figures }.map { new[$0].text }.filter { !$0.isEmpty }
        guard !gone.isEmpty, !come.isEmpty else { return [] }
        guard gone.count == come.count else {
            return [.figures(old: gone.joined(separator: " "), new: come.joined(separator: " "))]
        }
        return zip(gone, come).filter { $0 != $1 }.map { .figures(old: $0, new: $1) }
    }

    /// Returns the ranges of the new source whose lines are new; empty ones where lines were removed.
    func marks(within range: Range<Int>) -> [PageChange.Mark] {
        var marks: [PageChange.Mark] = []
        for hunk in lines.hunks {
            if hunk.new.isEmpty, hunk.old.contains(where: { oldWeights[$0] != nil }) {
                let place = start(ofLine: hunk.new.lowerBound)
                marks.append(.init(range: (place..<place).clamped(to: range)))
            }
            let first = marks.count
            for index in hunk.new {
                guard let weight = newWeights[index] else { continue }
                let start = start(ofLine: index)
                let stretch = (start..<max(start, self.start(ofLine: index + 1))).clamped(to: range)
                if marks.count > first, let last = marks.last, last.weight == weight,
                    last.range.upperBound == stretch.lowerBound,
                    !last.range.isEmpty
                {
                    marks[marks.count - 1].range = last.range.lowerBound..<stretch.upperBound
                } else {
                    marks.append(.init(range: stretch, weight: weight))
                }
            }
        }
        return marks.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Returns the offset in the source of the new line that equals or replaces the old line at an offset; nil if no
    /// old line begins there.
    func newStart(ofOldLine start: Int) -> Int? {
        // Empty lines have the same start as the line after them; the reader's line is the latter.
        guard let index = old.lastIndex(where: { $0.start == start }) else { return nil }
        return self.start(ofLine: lines.newIndex(ofOld: index))
    }

    private func start(ofLine index: Int) -> Int { index < new.count ? new[index].start : end }
}

/// The rules of a site, applied to two versions of one page.
struct ComparisonScope: Sendable {
    let rules: ComparisonRules
    // The ranges of source that the selectors match, in the old and the new version.
    private let ignored: (old: ElementRanges, new: ElementRanges)
    private let only: (old: ElementRanges, new: ElementRanges)

    /// Applies rules to two versions, given as text in UTF-8. Parses both pages if the rules have selectors.
    init(_ rules: ComparisonRules, old: [UInt8], new: [UInt8]) {
        self.rules = rules
        func ranges(_ selectors: [String]) -> (old: ElementRanges, new: ElementRanges) {
            (ElementRanges(selectors, in: old), ElementRanges(selectors, in: new))
        }
        ignored = ranges(rules.ignoredSelectors)
        only = ranges(rules.onlySelectors)
    }

    /// Whether a change does not count, judged by the elements that contain it.
    func isQuiet(_ change: BlockChange) -> Bool {
        if ignored.old.cover(change.old), ignored.new.cover(change.new) { return true }
        let mayCount = rules.only.isEmpty || rules.only.count > rules.onlySelectors.count
        return !mayCount && !only.old.meet(change.old) && !only.new.meet(change.new)
    }

    /// Whether a line of the old version does not count.
    func isQuiet(old line: LaidOutPage.PassageLine) -> Bool { isQuiet(line, ignored.old, only.old) }

    /// Whether a line of the new version does not count.
    func isQuiet(new line: LaidOutPage.PassageLine) -> Bool { isQuiet(line, ignored.new, only.new) }

    private func isQuiet(
        _ line: LaidOutPage.PassageLine, _ ignored: ElementRanges, _ only: ElementRanges
    ) -> Bool {
        if ignored.hold(line.start) { return true }
        if !rules.only.isEmpty, !only.hold(line.start), !rules.names(line.text) { return true }
        return !line.text.isEmpty && rules.reduced(line.text).allSatisfy { $0 == " " }
    }
}
