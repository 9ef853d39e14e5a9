import CellGrid
import Chance
import Foundation
import Testing

@Suite struct TextWidthTests {
    /// Each text is one cluster of the given width.
    @Test(
        arguments: [
            ("a", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("я", 1), ("\u{2500}", 1), ("½", 1),
            ("字", 2), ("、", 2), ("カ", 2), ("カ\u{3099}", 2), ("Ａ", 2), ("ｶ", 1), ("한", 2),
            // A syllable of jamo: one wide cluster.
            ("\u{1112}\u{1161}\u{11AB}", 2),
            // Emoji: presentation, variation selectors, skin tone, ZWJ sequence, keycap, flags.
            ("👍", 2), ("👍🏽", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{FE0E}", 1), ("👨‍👩‍👧", 2),
            ("1\u{FE0F}\u{20E3}", 2),
            ("🇫🇷", 2), ("🇫", 1), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2),
            // Drawn as one visible mark each.
            ("\u{7}", 1), ("\u{7F}", 1), ("\u{85}", 1), ("\u{202E}", 1), ("\u{2066}", 1), ("\u{E0041}", 1),
            ("\u{2028}", 1),
            // A mark with nothing before it combines with a blank.
            ("\u{301}", 1),
            // Invisible, with nothing to combine with.
            ("\u{AD}", 0), ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{200E}", 0),
            // Unassigned and private use take one column, like the replacement that is drawn for them.
            ("\u{E000}", 1),
            // Ideographs to be assigned are wide.
            ("\u{FADA}", 2), ("\u{2FFFD}", 2), ("\u{323B0}", 2), ("\u{2FFFE}", 1),
        ] as [(String, Int)])
    func `a grapheme cluster has this width`(text: String, width: Int) {
        let bytes = Array(text.utf8)
        let cluster = TextWidth.cluster(in: bytes.span, at: 0)
        #expect(cluster.length == bytes.count)
        #expect(cluster.width == width)
    }

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

    /// Where one cluster ends and the next begins.
    @Test(arguments: [
        ("ab", ["a", "b"]), ("a字b", ["a", "字", "b"]), ("e\u{301}e\u{301}", ["e\u{301}", "e\u{301}"]),
        ("🇫🇷🇩🇪🇨", ["🇫🇷", "🇩🇪", "🇨"]), ("👍👍🏽", ["👍", "👍🏽"]), ("\r\n", ["\r", "\n"]),
        // A skin tone joins emoji only, a tag a black flag only.
        ("a🏽", ["a", "🏽"]), ("a\u{E0041}", ["a", "\u{E0041}"]), ("❤\u{E0041}", ["❤", "\u{E0041}"]),
        // An Indic vowel sign has a cell of its own; a virama has none.
        ("का", ["क", "ा"]), ("क्", ["क्"]),
        // A joiner outside emoji joins nothing visible.
        ("a\u{200D}b", ["a\u{200D}", "b"]), ("日\u{202E}本", ["日", "\u{202E}", "本"]),
    ])
    func `text is split into these grapheme clusters`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        var clusters: [[UInt8]] = []
        var offset = 0
        while offset < bytes.count {
            let length = TextWidth.cluster(in: bytes.span, at: offset).length
            clusters.append(Array(bytes[offset..<offset + length]))
            offset += length
        }
        #expect(clusters == expected.map { Array($0.utf8) })
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE5, 0xAD], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF0, 0x9F],
            [0x61, 0xCC], [0xE0, 0x80, 0x80],
        ] as [[UInt8]])
    func `each invalid UTF-8 byte takes one column`(bytes: [UInt8]) {
        #expect(TextWidth.columns(of: bytes.span) == Column(bytes.count))
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

    @Test(
        arguments: [
            ("harbour", 7, "harbour"), ("harbour", 6, "harbo…"), ("harbour", 1, "…"), ("harbour", 0, ""),
            ("字字字", 5, "字字…"),
            ("字字字", 4, "字…"), ("", 0, ""),
        ] as [(String, Column, String)])
    func `text that does not fit is truncated with an ellipsis`(
        text: String, columns: Column, expected: String
    ) {
        #expect(TextWidth.shortened(text, to: columns) == expected)
    }

    @Test(
        arguments: [
            ("Morning news from the harbour", 29, "Morning news from the harbour"),
            ("Morning news from the harbour", 16, "Morning …harbour"), ("Morning news", 5, "Mo…ws"),
            ("Morning news", 2, "M…"), ("Morning news", 0, ""), ("新闻新闻新闻", 7, "新…新闻"),
            ("新闻新闻", 4, "新…"), ("", 3, ""),
        ] as [(String, Column, String)])
    func `text is truncated in the middle, by whole clusters`(
        text: String, columns: Column, expected: String
    ) {
        let shown = TextWidth.shortenedInMiddle(text, to: columns)
        #expect(shown == expected && TextWidth.columns(of: shown) <= columns)
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
