import CellGrid
import Testing

/// The characters that may reach a terminal.
@Suite struct VisibleTextTests {
    /// Whether a character could control the terminal, or reorder or hide text.
    private static func isDangerous(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F, 0x10EEEE:
            true
        default: value & 0xFFFE == 0xFFFE
        }
    }

    /// The whole first plane, and of the others the ranges around dangerous characters.
    private static let all = (0...0x10FFFF as ClosedRange<UInt32>)
        .filter {
            $0 < 0x11000 || (0xE0000...0xE0FFF).contains($0) || $0 == 0x10EEEE || $0 & 0xFFF8 == 0xFFF8
        }
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
}
