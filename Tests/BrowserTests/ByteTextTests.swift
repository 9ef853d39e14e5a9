import CellGrid
import Chance
import HTML
import Testing

@testable import Browser
@testable import BrowserValues

/// Bytes as rows on the screen.
struct ByteTextTests {
    /// All rows of the bytes, without the column that marks a continued row.
    private func rows(_ bytes: [UInt8], width: Int, _ form: ByteText.Form = .text) -> [String] {
        var text = ByteText(bytes, form, width: Column(width))
        text.layOut(throughRow: .max)
        #expect(text.isWhole)
        return text.lines(0..<text.rowCount).map(\.text)
    }

    private func rows(_ text: String, width: Int) -> [String] { rows(Array(text.utf8), width: width) }

    @Test func `the number of combining marks on one letter is limited`() {
        let text = "a" + String(repeating: "\u{301}", count: 50_000)
        #expect(rows(text, width: 40).count > 100)
    }

    @Test func `hexadecimal rows have two bytes at least`() {
        let bytes = Array("<html>\n\u{0}café, 16 and more".utf8)
        #expect(rows(bytes, width: 1, .hex).count == (bytes.count + 1) / 2)
    }

    // MARK: Any bytes

    @Test(arguments: Seeds.of(24))
    func `every byte is in one row, and each row is found by any of its bytes`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet: [[UInt8]] = [
            [0x61], [0x20], [0x0A], [0x09], [0xE4, 0xB8, 0xAD], [0xC3, 0xA9], [0xCC, 0x81], [0xFF], [0x80],
            [0x1B], [0xF0, 0x9F, 0x98, 0x80],
        ]
        let bytes = (0..<3000).flatMap { _ in alphabet.randomElement(using: &random) ?? [] }
        let width = Column(Int.random(in: 2...90, using: &random))
        var text = ByteText(bytes, seed % 4 == 0 ? .hex : .text, width: width)
        text.layOut(throughRow: .max)
        let starts = (0...text.rowCount).map { text.offset(ofRow: $0) }
        #expect(starts.first == 0 && starts.last == bytes.count)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
        for _ in 0..<50 {
            let offset = Int.random(in: 0..<bytes.count, using: &random)
            let row = text.row(atOffset: offset)
            #expect(starts[row] <= offset && offset < starts[row + 1])
        }
        let all = text.lines(0..<text.rowCount)
        let some = Int.random(in: 0..<text.rowCount, using: &random)
        #expect(text.lines(some..<(some + 40)) == Array(all[some...].prefix(40)))
        for line in all { #expect(line.width <= max(width, 20)) }
    }

    @Test func `a large body is broken into rows only as far as the screen needs, the rest in steps`() {
        let line = "<p>" + String(repeating: "word ", count: 20) + "</p>\n"
        let bytes = Array(String(repeating: line, count: 20_000).utf8)
        var text = ByteText(bytes, .text, width: 80)
        text.layOut(throughRow: 24)
        #expect(text.brokenBytes < 100_000)
        #expect(!text.isWhole)
        var steps = 0
        while text.advance() { steps += 1 }
        #expect(steps > 20)
        #expect(text.rowCount == 40_000)
        #expect(text.lines(39_999..<40_005).map(\.text) == ["»\(line.dropFirst(79).dropLast())"])
    }

    // MARK: Other forms

    @Test func `text in another encoding is decoded in chunks`() {
        let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0x0A]
        let bytes = Array(repeating: chinese, count: 5000).flatMap(\.self)
        let sent = SentText(
            .known(EncodingChoice(.gb18030, .contentType)), Stage().model.setup.environment.charsets)
        var text = ByteText(Reshaping(bytes, .decoded(sent)), width: 20)
        text.layOut(throughRow: 5)
        #expect(!text.isWhole)
        #expect(text.lines(0..<2).map(\.text) == [" 中文", " 中文"])
        text.layOut(throughRow: .max)
        #expect(text.rowCount == 5000)
    }

    private func indented(_ text: String, cut: Int = .max) -> String {
        var indenter = JSONIndenter()
        let bytes = Array(text.utf8)
        let first = indenter.append(Array(bytes.prefix(cut)))
        return String(decoding: first + indenter.append(Array(bytes.dropFirst(cut))), as: UTF8.self)
    }

    private static let json = #"{"a":[1,-2.5e3, true],"b {":"x \" } , y","c":{},"d":[ ],"e":[{"f":null}]}"#

    @Test func `the result does not depend on how the bytes are split`() {
        let whole = indented(Self.json)
        for cut in 0...Self.json.utf8.count { #expect(indented(Self.json, cut: cut) == whole) }
    }

    @Test func `formatting invalid JSON loses nothing but blanks`() {
        for text in ["]]}}", "nonsense words here", "{{{{", "\"open", "{\"a\":\\", ":,:,", ""] {
            #expect(indented(text).filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        }
        let deep = indented(String(repeating: "[", count: 10_000))
        #expect(deep.utf8.count < 10_000 * 70)
    }
}
