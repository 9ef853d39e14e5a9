import Testing

@testable import PageLayout

@Suite struct RenditionTests {
    static func html(_ text: String, _ form: Rendition = .markdown) -> String {
        var rendered = RenderedText(form)
        rendered.append(Array(text.utf8))
        #expect(!rendered.hasMore)
        rendered.finish(byteCount: text.utf8.count)
        var html: [UInt8] = []
        while rendered.hasMore {
            switch rendered.step() {
            case .html(let more): html += more
            case .anew(let other): html = other
            }
        }
        return String(decoding: html, as: UTF8.self)
    }

    @Test func `GitHub tables, strikethrough, task lists, autolinks and footnotes are supported`() {
        #expect(
            Self.html("| a | b |\n|---|--:|\n| 1 | *2* |\n")
                == "<table>\n<thead>\n<tr>\n<th>a</th>\n<th align=\"right\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
                + "<td>1</td>\n<td align=\"right\"><em>2</em></td>\n</tr>\n</tbody>\n</table>\n")
        #expect(Self.html("~~gone~~ and ~too~\n") == "<p><del>gone</del> and <del>too</del></p>\n")
        let tasks = Self.html("- [x] done\n- [ ] open\n")
        #expect(tasks.contains("checked=\"\"") && tasks.contains("/> open</li>"))
        #expect(
            Self.html("at www.a.test/b and c@d.test")
                == "<p>at <a href=\"http://www.a.test/b\">www.a.test/b</a> and "
                + "<a href=\"mailto:c@d.test\">c@d.test</a></p>\n")
        let notes = Self.html("foot[^n]\n\n[^n]: the note\n")
        #expect(notes.contains("href=\"#fn") && notes.contains("the note"))
    }

    @Test func `Markdown that would take too long is shown as sent, with a notice`() {
        let words = "<p><mark>This is too long to be shown as Markdown.</mark></p><pre><plaintext>"
        let images = String(repeating: "![[]()", count: Markdown.imageLimit + 1)
        #expect(Self.html(images) == words + images)
        let long = String(repeating: "a", count: Markdown.limit + 1)
        #expect(Self.html(long) == words + long)
        #expect(Self.html(String(repeating: "a", count: Markdown.limit)).hasPrefix("<p>aaa"))
    }

    @Test(
        arguments: [
            // Realistic tables, definition lists and long URLs.
            ("| a | b |\n|---|---|\n", "| 1 | 2 |\n", 10_000, "", true, true),
            ("", "text\n", 1000, "| a |\n|---|\n", true, true),
            ("", "[a](http://a.test/b) c@d.test\n", 5000, "", true, true),
            ("", "[v1]: https://a.test/compare/v1 'It\\'s (new)'\n", 3000, "[v1]", true, true),
            // Paragraphs and rows that would take too long.
            ("", "a\n", 20_000, "|a|\n|-|\n", false, true), ("", "|\n|-|\n", 2000, "", false, true),
            ("|a|a|a|a|a|a|a|a\n|-|-|-|-|-|-|-|-\n", "b\n", 40_000, "", false, true),
            // Words that would take too long.
            ("www.a", ")", 20_000, "", true, false), ("", "a@b", 10_000, "", true, false),
        ])
    func `expensive Markdown constructs are not parsed`(
        start: String, piece: String, count: Int, end: String, tables: Bool, addresses: Bool
    ) {
        let text = start + String(repeating: piece, count: count) + end
        let traits = Markdown(Array(text.utf8))
        #expect(traits?.readsTables == tables)
        #expect(traits?.readsAddresses == addresses)
    }

    @Test(arguments: ["\"", "'", "\\\" [x]: \"", "("])
    func `a reference definition is not expanded beyond a bound`(quote: String) {
        let title = String(repeating: "[b\n", count: 20_000)
        #expect(Markdown(Array("[a]: x \(quote)\(title)".utf8)) == nil)
        #expect(Self.html("[a]: x \(quote)\(title)").hasPrefix("<p><mark>This is too long"))
    }

    @Test func `hostile Markdown is rendered in bounded time`() {
        let signs = [
            "a@", "> ", "1. ", "~~a", "~a~ ", "[^a]", "[^a]: b\n", "|\n|-|\n", "a|b\n-|-\n", "- [ ] ", "*a_ ",
            "<!-- ",
            "![", "www.a(", "a\n---\n", "| a |\n",
        ]
        for sign in signs { _ = Markdown.html(Array(String(repeating: sign, count: 8000).utf8)) }
        #expect(Markdown.html(Array(String(repeating: "~a~ ", count: 2).utf8)) != nil)
    }

    @Test func `an image is followed by its type and size`() {
        var rendered = RenderedText(.picture(type: "image/<png>"))
        rendered.append([1, 2, 3])
        rendered.finish(byteCount: 1)
        guard case .html(let html) = rendered.step() else { return }
        #expect(
            String(decoding: html, as: UTF8.self)
                == "<p><img src=\"#\" alt=\"picture\"></p><p>image/&lt;png&gt;, 1 byte")
        #expect(rendered.isDone)
    }

    @Test(
        arguments: [
            (
                [
                    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0,
                    1, 0, 0, 0, 0, 2,
                ], 256, 2
            ),
            (Array("GIF89a".utf8) + [3, 1, 4, 0], 259, 4),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8, 0, 5, 0, 6, 3, 0, 0], 6, 5),
        ] as [([UInt8], Int, Int)])
    func `image dimensions are read from the start of the file`(file: [UInt8], width: Int, height: Int) {
        let size = ImageSize(of: file)
        #expect(size?.width == width)
        #expect(size?.height == height)
        for count in file.indices { _ = ImageSize(of: Array(file[..<count])) }
        #expect(ImageSize(of: Array(file.prefix(9))) == nil)
    }
}
