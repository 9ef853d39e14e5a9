import BrowserValues
import PageLayout

/// How the text of a hunk's lines changed, whatever the line breaks: one longer word moves the line breaks of a
/// paragraph.
enum HunkFlow {
    /// The words are the same.
    case same
    /// The words differ only in numbers and times.
    case figures
    /// The words differ.
    case other

    init(
        _ hunk: ShortestEdits.Hunk, _ old: [LaidOutPage.PassageLine], _ new: [LaidOutPage.PassageLine],
        _ rules: ComparisonRules
    ) {
        let before = Self.words(old[hunk.old], rules)
        let after = Self.words(new[hunk.new], rules)
        self = before == after ? .same : Figures.areAllThatDiffers(before, after) ? .figures : .other
    }

    private static func words(
        _ lines: ArraySlice<LaidOutPage.PassageLine>, _ rules: ComparisonRules
    ) -> String {
        let words = lines.map { rules.reduced($0.text) }.joined(separator: " ")
        return words.split(separator: " ").joined(separator: " ")
    }
}

extension LineDiff {
    /// Compares the lines of two versions, without the excluded parts. A line in which only numbers and times differ
    /// forms a hunk with its old line, so that additions and removals next to it do not affect it.
    init(
        from old: [LaidOutPage.PassageLine], to new: [LaidOutPage.PassageLine], _ rules: ComparisonRules
    ) {
        let before = old.map { rules.reduced($0.text).withoutAlignment }
        let after = new.map { rules.reduced($0.text).withoutAlignment }
        let exact = LineDiff(from: before, to: after)
        var hunks: [ShortestEdits.Hunk] = []
        var open: [ShortestEdits.Hunk] = []
        func close() {
            hunks += Self.pairingFigures(open, before, after)
            open = []
        }
        for hunk in exact.hunks {
            // Empty lines are equal everywhere, so they do not separate hunks.
            if let last = open.last,
                after[last.new.upperBound..<hunk.new.lowerBound].contains(where: { !$0.isEmpty })
            {
                close()
            }
            switch HunkFlow(hunk, old, new, rules) {
            case .other: open.append(hunk)
            case .same, .figures:
                close()
                hunks.append(hunk)
            }
        }
        close()
        self.init(hunks: hunks, extent: exact.extent, old: old.count, new: new.count)
    }

    /// Merges hunks with only empty lines between them, and splits them where lines differ only in numbers.
    private static func pairingFigures(
        _ hunks: [ShortestEdits.Hunk], _ old: [String], _ new: [String]
    ) -> [ShortestEdits.Hunk] {
        guard let first = hunks.first, let last = hunks.last else { return [] }
        let all = ShortestEdits.Hunk(
            old: first.old.lowerBound..<last.old.upperBound, new: first.new.lowerBound..<last.new.upperBound)
        guard !all.old.isEmpty, !all.new.isEmpty else { return hunks }
        let plain = LineDiff(from: old[all.old].map(Figures.plain), to: new[all.new].map(Figures.plain))
        var cut: [ShortestEdits.Hunk] = []
        var pairs = 0
        var (oldPlace, newPlace) = (all.old.lowerBound, all.new.lowerBound)
        for hunk in plain.hunks + [
            .init(old: all.old.count..<all.old.count, new: all.new.count..<all.new.count)
        ] {
            let (oldStart, newStart) = (
                hunk.old.lowerBound + all.old.lowerBound, hunk.new.lowerBound + all.new.lowerBound
            )
            for (left, right) in zip(oldPlace..<oldStart, newPlace..<newStart) where old[left] != new[right] {
                cut.append(.init(old: left..<(left + 1), new: right..<(right + 1)))
                pairs += 1
            }
            (oldPlace, newPlace) = (oldStart + hunk.old.count, newStart + hunk.new.count)
            if !hunk.old.isEmpty || !hunk.new.isEmpty {
                cut.append(.init(old: oldStart..<oldPlace, new: newStart..<newPlace))
            }
        }
        return pairs > 0 ? cut : hunks
    }
}

extension String {
    /// The line with runs of spaces and of dashes collapsed to one: when a table cell grows, the cells next to it move
    /// in every row without a change of their content. Indentation stays.
    var withoutAlignment: String {
        var text = String(prefix { $0 == " " })
        var last: Character?
        for character in dropFirst(text.count) {
            let isPadding = character == " " || "─═┄".contains(character)
            if !isPadding || character != last { text.append(character) }
            last = character
        }
        return text
    }
}
