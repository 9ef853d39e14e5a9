import BrowserValues
import PageLayout

// The lines of pages.
extension ShortestEdits {
    /// Returns the index in the new list of a line of the old list: of the line itself if it is unchanged, otherwise of
    /// its replacement.
    func newIndex(ofOld index: Int) -> Int {
        var shift = 0
        for hunk in hunks {
            if hunk.old.lowerBound > index { break }
            if hunk.old.contains(index) { return hunk.new.lowerBound }
            shift = hunk.new.upperBound - hunk.old.upperBound
        }
        return index + shift
    }

    /// Compares the lines of two versions, without the excluded parts. A line in which only numbers and times differ
    /// forms a hunk with its old line, so that additions and removals next to it do not affect it.
    init(from old: [LaidOutPage.PassageLine], to new: [LaidOutPage.PassageLine], _ rules: ComparisonRules) {
        let before = old.map { rules.reduced($0.text).withoutAlignment }
        let after = new.map { rules.reduced($0.text).withoutAlignment }
        let exact = ShortestEdits(from: before, to: after)
        var hunks: [Hunk] = []
        var open: [Hunk] = []
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
        self.init(hunks: hunks, extent: exact.extent)
    }

    /// Merges hunks with only empty lines between them, and splits them where lines differ only in numbers.
    private static func pairingFigures(
        _ hunks: [Hunk], _ old: [String], _ new: [String]
    ) -> [Hunk] {
        guard let first = hunks.first, let last = hunks.last else { return [] }
        let all = Hunk(
            old: first.old.lowerBound..<last.old.upperBound, new: first.new.lowerBound..<last.new.upperBound)
        guard !all.old.isEmpty, !all.new.isEmpty else { return hunks }
        let plain = ShortestEdits(
            from: old[all.old].map(\.withoutFigures), to: new[all.new].map(\.withoutFigures))
        var cut: [Hunk] = []
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

    // Comparisons line by line in the format of `diff -u` and `patch`.

    /// The lines of a text, each with its line feed if it has one.
    private typealias Lines = [ArraySlice<UInt8>]

    /// The lines of context around each change.
    private static let context = 3

    /// Returns the difference; empty if the texts are equal. Linear where they are equal; if they differ in more than a
    /// thousand lines, everything between the common prefix and suffix is one change.
    /// - Parameters:
    ///   - old: The older text.
    ///   - new: The newer text.
    ///   - names: The names of the two in the first two lines.
    package static func unifiedDiff(
        from old: [UInt8], to new: [UInt8], names: (old: String, new: String)
    ) -> [UInt8] {
        let (before, after) = (lines(old), lines(new))
        let hunks = ShortestEdits(from: before, to: after).hunks
        guard !hunks.isEmpty else { return [] }
        var bytes = Array("--- \(names.old)\n+++ \(names.new)\n".utf8)
        var rest = hunks[...]
        while let first = rest.popFirst() {
            var group = [first]
            while let next = rest.first, let last = group.last,
                next.old.lowerBound - last.old.upperBound <= 2 * context
            {
                group.append(next)
                rest.removeFirst()
            }
            write(group, before, after, to: &bytes)
        }
        return bytes
    }

    /// Writes adjacent changes with their context.
    private static func write(_ group: [Hunk], _ before: Lines, _ after: Lines, to bytes: inout [UInt8]) {
        guard let first = group.first, let last = group.last else { return }
        let head = min(context, first.old.lowerBound)
        let tail = min(context, before.count - last.old.upperBound)
        let old = (first.old.lowerBound - head)..<(last.old.upperBound + tail)
        let new = (first.new.lowerBound - head)..<(last.new.upperBound + tail)
        bytes += "@@ -\(place(old)) +\(place(new)) @@\n".utf8
        var next = old.lowerBound
        for hunk in group {
            for index in next..<hunk.old.lowerBound { write(" ", before[index], to: &bytes) }
            for index in hunk.old { write("-", before[index], to: &bytes) }
            for index in hunk.new { write("+", after[index], to: &bytes) }
            next = hunk.old.upperBound
        }
        for index in next..<old.upperBound { write(" ", before[index], to: &bytes) }
    }

    private static func write(_ sign: String, _ line: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        bytes += sign.utf8
        bytes += line
        if line.last != 0x0A { bytes += "\n\\ No newline at end of file\n".utf8 }
    }

    /// Returns a range in the format of hunk headers: an empty one is at the line before it.
    private static func place(_ range: Range<Int>) -> String {
        "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1),\(range.count)"
    }

    private static func lines(_ text: [UInt8]) -> Lines {
        var lines: Lines = []
        var start = 0
        for (place, byte) in text.enumerated() where byte == 0x0A {
            lines.append(text[start...place])
            start = place + 1
        }
        if start < text.count { lines.append(text[start...]) }
        return lines
    }
}

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
        self = before == after ? .same : after.differsOnlyInFigures(from: before) ? .figures : .other
    }

    private static func words(
        _ lines: ArraySlice<LaidOutPage.PassageLine>, _ rules: ComparisonRules
    ) -> String {
        let words = lines.map { rules.reduced($0.text) }.joined(separator: " ")
        return words.split(separator: " ").joined(separator: " ")
    }
}

extension String {
    /// The line with runs of spaces and of dashes collapsed to one: when a table cell grows, the cells next to it move
    /// in every row without a change of their content. Indentation stays.
    fileprivate var withoutAlignment: String {
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
