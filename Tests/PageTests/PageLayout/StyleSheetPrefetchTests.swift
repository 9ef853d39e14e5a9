import Testing

@testable import PageLayout

/// Style sheets after content apply to the whole page.
@Suite struct StyleSheetPrefetchTests {
    private static let hiding = "<style>#m{display:none}</style>"

    @Test func `a page without such style sheets is not parsed twice`() {
        for html in [
            "<!DOCTYPE html><html><head><title>t</title>\(Self.hiding)</head>\n<body><p>x", "<p>x", "", "<",
            "<style",
        ] {
            #expect(StyleSheetPrefetch(Array(html.utf8)) == nil)
            var page = LaidOutPage(width: 40)
            page.append(Array(html.utf8))
            page.layOutAll()
            page.finish()
            let isAnew = page.learnSheets()
            #expect(!isAnew)
        }
    }

    @Test func `a linked style sheet after content applies once it is loaded`() {
        var page = LaidOutPage(width: 40)
        page.append(Array("<p id=m>gone<p>shown<link rel=stylesheet href='a.css?x&amp;y'>".utf8))
        page.finish()
        let isAnew = page.learnSheets()
        #expect(!isAnew)
        page.apply(sheets: ["a.css?x&y": [Array("#m{display:none}".utf8)]])
        page.layOutAll()
        #expect(page.allLines.map(\.text) == ["shown"])
    }
}
