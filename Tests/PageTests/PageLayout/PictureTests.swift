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
