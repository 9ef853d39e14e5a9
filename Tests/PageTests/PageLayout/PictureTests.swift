import Testing

@testable import PageLayout

@Suite struct PictureTests {
    private static let room = Picture.Size(columns: 4, rows: 2)

    private static func picture(_ symbols: String, _ size: Picture.Size = room) -> Picture? {
        Picture(symbols: Array(symbols.utf8), within: size)
    }

    @Test func `characters and colours are accepted`() throws {
        let picture = try #require(
            Self.picture("\u{1B}[0m\u{1B}[38;2;1;2;3;48;2;4;5;6m▄▄\u{1B}[7mX\u{1B}[0m \n▀\u{1B}[39;49m\n"))
        #expect(picture.columns == 4)
        #expect(picture.rows.count == 2)
        let first = picture.rows[0]
        #expect(first.map { String(decoding: $0.text, as: UTF8.self) } == ["▄▄", "X", " "])
        #expect(first.map(\.foreground) == [0x010203, 0x040506, nil])
        #expect(first.map(\.background) == [0x040506, 0x010203, nil])
        #expect(first.map(\.columns) == [2, 1, 1])
    }

    @Test(arguments: [
        "", "\n\n\n", "12345", "1\n2\n3", "a\u{7}", "a\r\n", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[2J",
        "\u{1B}[?25l▄", "\u{1B}[",
        "\u{1B}", "\u{1B}[38;5;1m▄", "\u{1B}[38;2;1;2m▄", "\u{1B}[38;2;1;2;999m▄", "\u{1B}[4m▄",
        "\u{1B}P1q\u{1B}\\",
        "\u{9B}1mx", "\u{200B}a", "漢", "a\u{202E}b", "\t", "\u{1B}[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;m",
        "\u{1B}[H▄", "\u{FEFF}x",
        // A mark that combines with the character before it, across a control sequence.
        " \u{1B}[39m\u{20D6}",
    ])
    func `anything else is refused`(symbols: String) {
        #expect(Self.picture(symbols) == nil)
    }

    @Test func `bytes that are not valid UTF-8 are refused`() {
        #expect(Picture(symbols: [0xFF, 0x61], within: Self.room) == nil)
        #expect(Picture(symbols: [0xE2, 0x96], within: Self.room) == nil)
    }

    private static func page(_ html: String, width: Int = 20) -> LaidOutPage {
        var page = LaidOutPage(width: width)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page
    }

    private static let html =
        "<p>Before <img src=\"a.png\" alt=\"a boat\"> after.</p>"
        + "<ul><li><img src=b.png alt=\"\">x<li><img src=a.png></ul>"

    @Test func `a picture replaces the image's label, on lines of its own`() throws {
        var page = Self.page(Self.html)
        let words = page.allLines.map(\.text)
        #expect(words == ["Before [a boat]", "after.", "", "  • x", "  • [a]"])
        #expect(page.imageAddresses(onLines: 0..<10) == ["a.png"])
        let picture = try #require(Self.picture("\u{1B}[38;2;1;2;3m▄▀\n▀▄"))
        var isNew = page.apply(pictures: ["a.png": picture], around: 0)
        #expect(isNew)
        page.layOutAll()
        #expect(
            page.allLines.map(\.text) == ["Before", "▄▀", "▀▄", "after.", "", "  • x", "  • ▄▀", "    ▀▄"])
        #expect(page.line(1).runs.first?.foreground == 0x010203)
        #expect(page.imageAddresses(onLines: 0..<10) == ["a.png"])
        isNew = page.apply(pictures: ["a.png": picture], around: 0)
        #expect(!isNew)
        page.apply(pictures: [:], around: 0)
        page.layOutAll()
        #expect(page.allLines.map(\.text) == words)
    }

    @Test func `a picture of one colour is drawn with its blank rows`() throws {
        var page = Self.page("<p>Before</p><img src=a.png alt=boat><p>After")
        let picture = try #require(Self.picture("\u{1B}[48;2;1;2;3m    \n    "))
        page.apply(pictures: ["a.png": picture], around: 0)
        page.layOutAll()
        #expect(page.allLines.map(\.text) == ["Before", "", "    ", "    ", "", "After"])
        for line in [2, 3] { #expect(page.line(line).runs.map(\.background) == [0x010203]) }
    }

    @Test func `a picture wider than the page is not shown, and the label stays`() throws {
        var page = Self.page("<p><img src=a.png alt=boat>", width: 3)
        let picture = try #require(Self.picture("▄▄▄▄"))
        page.apply(pictures: ["a.png": picture], around: 0)
        page.layOutAll()
        #expect(page.allLines.map(\.text).joined() == "[boat]")
    }

    @Test(
        arguments: [
            ("<img src=a.png>", "a.png"), ("<img srcset='a.png'>", "a.png"),
            ("<img src=s.png srcset='a.png 100w, b.png 200w, c.png 800w'>", "b.png"),
            ("<img src=s.png srcset='a.png 10w,b.png 20w'>", "b.png"),
            ("<img src=s.png srcset='c.png 2x, a.png 1.5x'>", "s.png"),
            ("<img src=s.png srcset='data:,x,y 300w (a,b), b.png 200w'>", "b.png"),
            (
                "<picture><source srcset=a.avif type=image/avif><source srcset='w.webp' type=image/webp>"
                    + "<source srcset=late.png><img src=s.png></picture>", "w.webp"
            ),
            ("<picture><source media='(min-width: 1px)' srcset=m.png><img src=s.png></picture>", "s.png"),
            ("<picture><source srcset='w.png 160w, x.png 900w'><img src=s.png></picture>", "w.png"),
            ("<picture><source srcset=p.png><img src=p.png></picture><p><img src=s.png>", "p.png s.png"),
            ("<picture>", ""), ("<img>", ""), ("<img srcset=','>", ""),
        ])
    func `of several sources the one that fits the width is shown`(html: String, address: String) {
        // Twenty columns are 160 CSS pixels.
        let page = Self.page("<p>Before</p>" + html)
        #expect(page.imageAddresses(onLines: 0..<10).joined(separator: " ") == address)
    }

    @Test func `a picture from any source of an image is shown in its place`() throws {
        var page = Self.page(
            "<p>a<picture><source srcset='w.png 160w, x.png 900w'><img src=s.png alt=boat></picture>")
        let picture = try #require(Self.picture("▄▀"))
        page.apply(pictures: ["w.png": picture], around: 0)
        page.layOutAll()
        #expect(page.allLines.map(\.text) == ["a", "▄▀"])
    }

    @Test func `pictures are shown in tables and keep their columns wide`() throws {
        var page = Self.page(
            "<table><tr><td>one<td><img src=a.png><td>three<tr><td>1<td>2<td>3</table>", width: 40)
        let picture = try #require(Self.picture("▄▄▄▄\n▀▀▀▀"))
        page.apply(pictures: ["a.png": picture], around: 0)
        page.layOutAll()
        #expect(page.allLines.map(\.text) == ["one  ▄▄▄▄  three", "     ▀▀▀▀", "", "1    2     3"])
        #expect(page.imageAddresses(onLines: 0..<10) == ["a.png"])
    }
}
