import BrowserServices
import Testing

/// Lines of the engine's input, however the bytes are split.
@Suite struct InputSplitterTests {
    private func lines(_ pieces: [String], limit: Int) -> [InputSplitter.Line] {
        var splitter = InputSplitter(limit: limit)
        var lines = pieces.flatMap { splitter.append(Array($0.utf8)[...]) }
        if let last = splitter.finish() { lines.append(last) }
        return lines
    }

    private func whole(_ text: String) -> InputSplitter.Line { .whole(Array(text.utf8)) }

    @Test func `a line over the limit is reported in order, and the lines after it are complete`() {
        let expected = [whole("ab"), whole(""), .tooLong, whole("abcd"), .tooLong]
        let text = "ab\n\nabcde\nabcd\nabcdefghijkl"
        #expect(lines([text], limit: 4) == expected)
        #expect(lines(text.map(String.init), limit: 4) == expected)
        #expect(lines(["ab\n\nabc", "de\nab", "cd\nabcdef", "ghijkl"], limit: 4) == expected)
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `chunks are split into lines, wherever they end`(size: Int) {
        let text = Array("one\n\ntwo\nthis line is too long\nthree\nrest")
        let pieces = stride(from: 0, to: text.count, by: size).map { start in
            String(text[start..<min(start + size, text.count)])
        }
        let expected = ["one", "", "two"].map(whole) + [.tooLong] + ["three", "rest"].map(whole)
        #expect(lines(pieces, limit: 8) == expected)
    }

    @Test func `text after the last line end is a line too`() {
        #expect(lines(["a\nb"], limit: 4) == [whole("a"), whole("b")])
        #expect(lines(["a\n"], limit: 4) == [whole("a")])
        #expect(lines([], limit: 4).isEmpty)
    }
}
