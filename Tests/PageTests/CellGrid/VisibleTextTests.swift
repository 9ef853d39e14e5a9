import CellGrid
import Testing

/// The characters that may reach a terminal.
@Suite struct VisibleTextTests {
    /// Whether a character could control the terminal, or reorder or hide text.
    private static func isDangerous(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: value & 0xFFFE == 0xFFFE
        }
    }

    /// The whole first plane, and of the others the ranges around dangerous characters.
    private static let all = (0...0x10FFFF as ClosedRange<UInt32>)
        .filter { $0 < 0x11000 || (0xE0000...0xE0FFF).contains($0) || $0 & 0xFFF8 == 0xFFF8 }
        .compactMap(Unicode.Scalar.init)

    @Test func `every dangerous character becomes one mark, and every other one is unchanged`() {
        for scalar in Self.all {
            let line = VisibleText.line("a\(scalar)b").unicodeScalars
            let shown = line.dropFirst().dropLast()
            let isSafe = shown.allSatisfy { !Self.isDangerous($0.value) }
            guard shown.count != 1 || !isSafe || (shown.first == scalar) == Self.isDangerous(scalar.value)
            else {
                continue
            }
            Issue.record("U+\(String(scalar.value, radix: 16)) shows as \(Array(shown))")
        }
    }

    @Test func `no cell holds a dangerous character, whatever is written`() {
        var frame = Frame(size: Size(rows: 1, columns: 8))
        for scalar in Self.all where Self.isDangerous(scalar.value) {
            frame.fill(frame.bounds, style: .plain)
            // Alone, after a letter and after a flag, which combine with what follows them.
            frame.put("\(scalar)a\(scalar)🏴\(scalar)", at: Position(row: 0, column: 0))
            let isSafe = frame.text.joined().unicodeScalars.allSatisfy { !Self.isDangerous($0.value) }
            if !isSafe { Issue.record("U+\(String(scalar.value, radix: 16)) is in a cell") }
        }
    }

    @Test func `terminal output keeps line ends and tabs, and no other control characters`() {
        for scalar in Self.all where scalar != "\r" {
            var stream = VisibleStream()
            let shown = stream.append(Array("a\(scalar)b".utf8)) + stream.finish()
            let text = String(decoding: shown, as: UTF8.self).unicodeScalars
            let isKept = scalar == "\n" || scalar == "\t"
            let isSafe = text.allSatisfy { !Self.isDangerous($0.value) }
            if isKept ? Array(text) != ["a", scalar, "b"] : !isSafe || text.count != 3 {
                Issue.record("U+\(String(scalar.value, radix: 16)) shows as \(Array(text))")
            }
        }
    }

    @Test(arguments: [
        ("a\r\nb", "a\r\nb"), ("a\rb", "a␍b"), ("a\r", "a␍"), ("a\r\r\n", "a␍\r\n"), ("é漢👍", "é漢👍"),
        ("\u{1B}]52;c;eA==\u{7}", "␛]52;c;eA==␇"),
    ])
    func `terminal output does not depend on how the bytes are split`(_ text: String, _ expected: String) {
        let bytes = Array(text.utf8)
        for size in 1...max(1, bytes.count) {
            var stream = VisibleStream()
            var shown: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                shown += stream.append(Array(bytes[start..<min(bytes.count, start + size)]))
            }
            shown += stream.finish()
            #expect(String(decoding: shown, as: UTF8.self) == expected, "in pieces of \(size)")
        }
    }

    @Test(
        arguments: [
            ([0x61, 0x9B, 0x33, 0x31, 0x6D], "a\u{FFFD}31m"), ([0xC2], "\u{FFFD}"),
            ([0xF0, 0x9F], "\u{FFFD}"),
            ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}"), ([0xE0, 0x80, 0x9B], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ] as [([UInt8], String)])
    func `invalid UTF-8 never reaches a terminal`(_ bytes: [UInt8], _ expected: String) {
        var stream = VisibleStream()
        let shown = bytes.flatMap { stream.append([$0]) } + stream.finish()
        #expect(String(decoding: shown, as: UTF8.self) == expected)
    }
}
