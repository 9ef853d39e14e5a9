import Testing

@testable import PageLayout

/// Spacer images in the cells of tables.
@Suite struct SpacersTests {
    private func lines(_ html: String, width: Int = 80) -> [String] {
        var dump = PageDump(width: width)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The columns before a text.
    private func start(of text: String, _ lines: [String]) -> Int? {
        lines.compactMap { line in
            line.range(of: text).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }.first
    }

    private func reply(_ pixels: Int, _ cells: String) -> String {
        "<tr><td><table><tr><td class=i> <img src=s.gif height=1 width=\(pixels)></td>\(cells)</tr></table></td></tr>"
    }

    @Test(arguments: ["<td><a href=v>up</a></td><td>", "<td>"])
    func `replies are indented by the width of their spacer image`(cells: String) {
        let pixels = [0, 40, 80, 40, 9000]
        let html = pixels.enumerated().map { reply($1, "\(cells)reply\($0) is here") }.joined()
        let found = lines("<table>\(html)</table>")
        let starts = pixels.indices.compactMap { start(of: "reply\($0)", found) }
        let first = starts.first ?? 0
        #expect(starts.map { $0 - first } == [0, 5, 10, 5, 40], "\(found)")
    }

    @Test(arguments: [20, 30, 40])
    func `in a narrow window replies are indented as far as there is room`(width: Int) {
        let words = "words that are long enough to be folded somewhere in a window as narrow as these are"
        let html = [0, 40, 80, 400].map { reply($0, "<td><a href=v>up</a></td><td>at\($0) \(words)") }
            .joined()
        let found = lines("<table>\(html)</table>", width: width)
        let starts = found.filter { $0.contains("up") }.map { $0.prefix { $0 == " " }.count }
        #expect(starts == [0, 5, 10, min(50, width / 2)], "\(found)")
        #expect(found.allSatisfy { $0.count <= width })
    }
}
