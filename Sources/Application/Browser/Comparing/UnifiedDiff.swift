/// A line-by-line comparison of two texts of bytes in the format of `diff -u` and `patch`.
public struct UnifiedDiff {
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
    public static func bytes(from old: [UInt8], to new: [UInt8], names: (old: String, new: String)) -> [UInt8]
    {
        let (before, after) = (lines(old), lines(new))
        var numbers = Numbering<ArraySlice<UInt8>>()
        let hunks = ShortestEdits(
            from: before.map { numbers.number($0) }, to: after.map { numbers.number($0) }
        ).hunks
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
    private static func write(
        _ group: [ShortestEdits.Hunk], _ before: Lines, _ after: Lines, to bytes: inout [UInt8]
    ) {
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
