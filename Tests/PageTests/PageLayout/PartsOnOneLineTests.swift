import Testing

@testable import PageLayout

/// Buttons, SVG and images as text.
@Suite struct PartsOnOneLineTests {
    private func dump(_ html: String, links: Bool = false, width: Int = 60) -> String {
        var dump = PageDump(width: width, links: links)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [1, 7, 40])
    func `a button does not depend on chunk boundaries`(chunk: Int) {
        let html = "<p>x<button>\n<div>\n one</div><p>two<br>three</p><ul><li>four</ul></button><p>after"
        var cut = PageDump(width: 40, chunk: chunk)
        let text = cut.append(Array(html.utf8)) + cut.finish()
        #expect(String(decoding: text, as: UTF8.self) == dump(html, width: 40))
    }

    @Test func `links in SVG are links, labelled by text, title or URL`() {
        let html = """
            <p>x <svg><a href="/one"><text>First</text></a><text>free</text>
            <a xlink:href="/two"><title>Second</title><path/></a><a href="/dir/third.html"><path/></a></svg> y
            """
        let text = dump(html, links: true)
        #expect(text.hasPrefix("x [free] [1][First] [2][Second] [3][third] y"), "\(text)")
        for address in ["/one", "/two", "/dir/third.html"] { #expect(text.contains(" \(address)")) }
        #expect(dump("<p>x <svg><a href=/q></a></svg>", links: true).hasPrefix("x [1][q]"))
    }
}
