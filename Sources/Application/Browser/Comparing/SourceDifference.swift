import CellGrid
import SonicProtocol

/// The first difference between two versions of some source, for changes that the text does not show.
public struct SourceDifference: Equatable, Sendable {
    /// The line of the new source, from 1.
    public let line: Int
    /// The byte within that line, from 1.
    public let column: Int
    /// The old source, with line endings and a byte order mark spelt out; at most 80 bytes.
    public let old: String
    /// The new source, in the same form.
    public let new: String

    /// The kind of the change; nil if it is several or another.
    let kind: SourceChangeKind?

    /// The kind of the change in a few words; nil if it is several or another.
    public var what: String? { kind?.words }

    /// The position and both sides in one line.
    public var words: String { "line \(line):\(column): “\(old)” → “\(new)”" }

    /// Finds the first difference between two whole pages; nil if they are equal. Linear.
    public init?(from old: [UInt8], to new: [UInt8]) {
        var lines = LineCount(new)
        let all = BlockChange(name: "", old: 0..<old.count, new: 0..<new.count)
        self.init(all, from: old, to: new, counting: &lines)
    }

    /// Finds the first difference within a change; nil if nothing differs. Linear in its bytes.
    /// - Parameter lines: Counts the lines of the new source.
    init?(_ change: BlockChange, from old: [UInt8], to new: [UInt8], counting lines: inout LineCount) {
        let (before, after) = (old[change.old], new[change.new])
        let shorter = min(before.count, after.count)
        var head = zip(before, after).prefix { $0 == $1 }.count
        guard head < max(before.count, after.count) else { return nil }
        var tail = min(zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count, shorter - head)
        line = lines.line(at: after.startIndex + head)
        column = after.startIndex + head - lines.start + 1
        kind = SourceChangeKind(from: before, to: after)
        var steps = 0
        while head > 0, steps < Self.around, !Self.endsWord(after[after.startIndex + head - 1]) {
            (head, steps) = (head - 1, steps + 1)
        }
        if head > 0, after[after.startIndex + head - 1] == UInt8(ascii: "<") { head -= 1 }
        steps = 0
        while tail > 0, steps < Self.around, !Self.endsWord(after[after.endIndex - tail]) {
            (tail, steps) = (tail - 1, steps + 1)
        }
        if tail > 0, [0x0A, UInt8(ascii: ">")].contains(after[after.endIndex - tail]) { tail -= 1 }
        self.old = Self.visible(before.dropFirst(head).dropLast(tail))
        self.new = Self.visible(after.dropFirst(head).dropLast(tail))
    }

    /// The maximum number of bytes of a word that are shown around the difference.
    private static let around = 24
    /// The maximum number of bytes shown of a side.
    private static let longest = 80

    private static func endsWord(_ byte: UInt8) -> Bool {
        " \t\r\n<>".utf8.contains(byte)
    }

    private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        var plain: [UInt8] = []
        func end() {
            text += VisibleText.line(Bytes.text(plain))
            plain = []
        }
        var rest = bytes.prefix(longest)
        while let byte = rest.first {
            let mark: (String, Int)? =
                if rest.starts(with: [0x0D, 0x0A]) {
                    ("[CR LF]", 2)
                } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                    ("[byte order mark]", 3)
                } else {
                    [0x0D: ("[CR]", 1), 0x0A: ("[LF]", 1), 0x09: ("[tab]", 1)][byte]
                }
            if let mark {
                end()
                text += mark.0
                rest = rest.dropFirst(mark.1)
            } else {
                plain.append(byte)
                rest = rest.dropFirst()
            }
        }
        end()
        return text + (bytes.count > longest ? "…" : "")
    }
}
