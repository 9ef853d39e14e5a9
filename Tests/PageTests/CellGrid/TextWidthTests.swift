import CellGrid
import Chance
import Foundation
import Testing

@Suite struct TextWidthTests {
    /// Wide and fullwidth are two columns, ambiguous is one; marks and jamo that join have their own rules.
    @Test func `East Asian widths match Unicode's file, where it is installed`() {
        let file = "/usr/share/unicode/EastAsianWidth.txt"
        // The file belongs to a package that the build does not need: without it there is nothing to compare.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
        let marks: [ClosedRange<UInt32>] = [0x302A...0x302F, 0x3099...0x309A, 0x16FE4...0x16FF1]
        var wrong: [UInt32] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.prefix { $0 != "#" }.split(separator: ";")
            let ends = fields[0].split(separator: ".", omittingEmptySubsequences: true)
            guard let first = UInt32(ends[0].trimmingCharacters(in: .whitespaces), radix: 16),
                let last = UInt32(ends[ends.count - 1].trimmingCharacters(in: .whitespaces), radix: 16)
            else { continue }
            let name = fields[1].trimmingCharacters(in: .whitespaces)
            for value in first...last where !marks.contains(where: { $0.contains(value) }) {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let bytes = Array(String(scalar).utf8)
                let width = TextWidth.cluster(in: bytes.span, at: 0).width
                if (width == 2) != (name == "W" || name == "F") { wrong.append(value) }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `there is no cluster outside the text`() {
        let bytes: [UInt8] = [0x61]
        #expect(TextWidth.cluster(in: bytes.span, at: 1) == (0, 0))
        #expect(TextWidth.cluster(in: bytes.span, at: -1) == (0, 0))
        #expect(TextWidth.columns(of: "") == 0)
    }

    @Test func `any bytes are split into clusters that cover them`() {
        var generator = SeededGenerator(seed: 42)
        let pieces = [
            "a", "字", "\u{301}", "👨", "\u{200D}", "🇫", "\u{FE0F}", "🏽", "\u{E0041}", "ा", "한", "\u{11AB}",
            "\u{1B}",
        ]
        for round in 0..<3000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                if round % 2 == 0 {
                    bytes.append(.random(in: 0...255, using: &generator))
                } else {
                    bytes += Array(pieces.randomElement(using: &generator)!.utf8)
                }
            }
            var offset = 0
            var total = 0
            while offset < bytes.count {
                let (length, width) = TextWidth.cluster(in: bytes.span, at: offset)
                #expect(length >= 1 && offset + length <= bytes.count && (0...2).contains(width), "\(bytes)")
                offset += max(length, 1)
                total += width
            }
            #expect(TextWidth.columns(of: bytes.span).value == total)
            // Drawn text takes the measured number of columns.
            var frame = Frame(size: Size(rows: 1, columns: 40))
            let end = frame.put(bytes.span, at: Position(row: 0, column: 0), within: frame.bounds)
            #expect(end.value == total)
            #expect(frame.isWellFormed, "\(bytes)")
            let cells = frame.row(0).prefix(total)
            #expect(cells.reduce(0) { $0 + max(Int($1.width), 0) } == total || total == 0, "\(bytes)")
        }
    }

    @Test func `a prefix never splits a cluster`() {
        let bytes = Array("a字e\u{301}👍🏽z".utf8)
        func prefix(_ columns: Column) -> (String, Int) {
            let (length, width) = TextWidth.prefix(of: bytes.span, fitting: columns)
            return (String(decoding: bytes[..<length], as: UTF8.self), width.value)
        }
        #expect(prefix(0) == ("", 0))
        #expect(prefix(2) == ("a", 1))
        #expect(prefix(3) == ("a字", 3))
        #expect(prefix(5) == ("a字e\u{301}", 4))
        #expect(prefix(99) == ("a字e\u{301}👍🏽z", 7))
    }

    @Test func `hostile text takes linear time`() {
        // A million marks on one letter: one cluster, read once.
        let bytes = [0x61] + Array("\u{301}".utf8) * 500_000
        #expect(TextWidth.cluster(in: bytes.span, at: 0) == (bytes.count, 1))
        #expect(TextWidth.columns(of: (Array("\u{200D}".utf8) * 300_000).span) == 0)
    }
}

extension Frame {
    /// Whether each wide cell is followed by its right half and each right half follows a wide cell.
    var isWellFormed: Bool {
        (Row(0)..<size.rows).allSatisfy { row in
            let widths = self.row(row).map(\.width)
            return widths.indices.allSatisfy { index in
                let next = index + 1 < widths.count ? widths[index + 1] : nil
                let previous = index > 0 ? widths[index - 1] : nil
                return widths[index] == 2 ? next == 0 : widths[index] == 0 ? previous == 2 : next != 0
            }
        }
    }
}

private func * (bytes: [UInt8], times: Int) -> [UInt8] { Array(repeatElement(bytes, count: times).joined()) }
