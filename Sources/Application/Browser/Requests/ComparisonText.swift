import CellGrid
import SonicProtocol
import SonicSession
import Workbench

// Responses that are compared as text.
extension ExchangeSide {
    /// Creates a side from a session; nil if no response was received.
    public init?(answerOf trace: SessionTrace, title: String) {
        self.init(trace, title: title)
        if response.bytes == nil { return nil }
    }

    /// The header section with line feeds alone.
    private var headText: [UInt8] { (response.bytes ?? []).filter { $0 != 0x0D } }
    /// The lines of the header section as text.
    var headLines: [String] { Self.lines(headText) }
    /// The lines of the body as text.
    var bodyLines: [String] { Self.lines(body.bytes ?? []) }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Bytes.text($0) }
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    /// The differences of two responses as `diff -u` prints them: first the headers, then the bodies. Headers that differ
    /// only in `Date` count as equal; empty if nothing else differs.
    public func difference(to new: ExchangeSide) -> [UInt8] {
        let (head, newHead) = (headText, new.headText)
        let heads =
            Self.undated(head) == Self.undated(newHead)
            ? []
            : ShortestEdits.unifiedDiff(
                from: head, to: newHead, names: (title + " headers", new.title + " headers"))
        return heads
            + ShortestEdits.unifiedDiff(
                from: body.bytes ?? [], to: new.body.bytes ?? [],
                names: (title + " body", new.title + " body"))
    }

    /// Returns a header section without its `Date` field.
    private static func undated(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
        head.split(separator: 0x0A).filter { !Bytes.equalIgnoringCase($0.prefix(5), Array("date:".utf8)) }
    }
}

/// The comparison of two responses as text on the screen: headers, then bodies. Of the unchanged lines only those
/// around a change are shown.
struct ComparisonText: Sendable {
    /// The earlier response and the later one.
    let old: ExchangeSide, new: ExchangeSide
    let width: Column

    /// The number of unchanged lines shown around a change.
    private static let context = 2
    /// The maximum length of a line in characters, and the maximum number of lines of a part.
    private static let (longest, most) = (600, 2000)

    var lines: [StyledLine] {
        let names =
            StyledLine.wrapped(
                "- " + VisibleText.line(old.title), .removed, to: width, first: " ", indent: "   ")
            + StyledLine.wrapped(
                "+ " + VisibleText.line(new.title), .added, to: width, first: " ", indent: "   ")
        return names + part("Headers", old.headLines, new.headLines)
            + part("Bodies", old.bodyLines, new.bodyLines)
    }

    private func part(_ title: String, _ old: [String], _ new: [String]) -> [StyledLine] {
        let heading = [StyledLine(), StyledLine(" " + title, .heading)]
        let diff = ShortestEdits(from: old, to: new)
        guard !diff.hunks.isEmpty else {
            return heading + [StyledLine(" the same: \(String.counted(new.count, "line"))", .dimmed)]
        }
        var lines: [StyledLine] = []
        var end = 0
        for hunk in diff.hunks {
            let first = max(end, hunk.new.lowerBound - Self.context)
            if first > end || end == 0 && first > 0 { lines.append(StyledLine(" …", .dimmed)) }
            for index in first..<hunk.new.lowerBound { lines += wrapped(new[index], " ", .dimmed) }
            lines += changed(Array(old[hunk.old]), Array(new[hunk.new]))
            end = min(new.count, hunk.new.upperBound + Self.context)
            let next = diff.hunks.first { $0.new.lowerBound >= hunk.new.upperBound && $0 != hunk }
            end = min(end, next?.new.lowerBound ?? end)
            for index in hunk.new.upperBound..<max(hunk.new.upperBound, end) {
                lines += wrapped(new[index], " ", .dimmed)
            }
            end = max(end, hunk.new.upperBound)
            if lines.count > Self.most {
                return heading + lines + [StyledLine(" … and more differences", .dimmed)]
            }
        }
        return heading + lines
    }

    /// Returns removed and added lines; changed words are highlighted in lines that have a counterpart.
    private func changed(_ old: [String], _ new: [String]) -> [StyledLine] {
        var (gone, come): ([StyledLine], [StyledLine]) = ([], [])
        for (index, line) in old.enumerated() {
            let words = index < new.count ? WordDiff(from: line, to: new[index]).old : []
            gone += wrapped(line, "-", .removed, words, .removedWord)
        }
        for (index, line) in new.enumerated() {
            let words = index < old.count ? WordDiff(from: old[index], to: line).new : []
            come += wrapped(line, "+", .added, words, .addedWord)
        }
        return gone + come
    }

    private func wrapped(
        _ text: String, _ sign: String, _ role: Role, _ words: [Range<Int>] = [], _ wordRole: Role = .text
    ) -> [StyledLine] {
        let shown = VisibleText.line(String(text.prefix(Self.longest)))
        // Ranges of words are byte offsets in the original line.
        let isPlain = shown == text
        var line = StyledLine(" \(sign) ", role)
        var place = 0
        for character in shown {
            let isWord = isPlain && words.contains { $0.contains(place) }
            line.extend(with: character, isWord ? wordRole : role)
            place += character.utf8.count
        }
        return broken(line, role)
    }

    /// Breaks a line at the width.
    private func broken(_ line: StyledLine, _ role: Role) -> [StyledLine] {
        guard line.width > width else { return [line] }
        var lines: [StyledLine] = []
        var current = StyledLine()
        var taken: Column = 0
        for run in line.runs {
            for character in run.text {
                let columns = TextWidth.columns(of: String(character))
                if taken + columns > width, taken > 3 {
                    lines.append(current)
                    current = StyledLine("   ", role)
                    taken = 3
                }
                current.extend(with: character, run.role)
                taken += columns
            }
        }
        return lines + [current]
    }
}
