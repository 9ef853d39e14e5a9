import Testing

@testable import PageLayout

/// Style sheets after content apply to the whole page.
@Suite struct StyleSheetPrefetchTests {
    private static func dump(_ html: String) -> [String] {
        var dump = PageDump(width: 40)
        dump.learnSheets(of: Array(html.utf8))
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func lines(_ html: String, pieces: Int) -> [String] {
        var page = LaidOutPage(width: 40)
        let bytes = Array(html.utf8)
        for start in stride(from: 0, to: bytes.count, by: max(1, bytes.count / pieces)) {
            page.append(Array(bytes[start..<min(bytes.count, start + max(1, bytes.count / pieces))]))
            page.layOutAll()
        }
        page.finish()
        _ = page.learnSheets()
        page.layOutAll()
        return page.allLines.map(\.text).filter { !$0.isEmpty }
    }

    private static let hiding = "<style>#m{display:none}</style>"

    @Test(
        arguments: [
            ("<div id=m>gone</div>\(hiding)<p>shown", ["shown"]),
            ("<p id=m>gone<p>shown<STYLE type='text/css' media=screen>#m{display:none}</STYLE>", ["shown"]),
            // A later style sheet wins, wherever it is; of equal rules the last one.
            ("<style>#m{display:none}</style><p id=m>here<style>#m{display:block}</style>", ["here"]),
            ("<style>#m{display:block}</style><p id=m>gone<p>shown\(hiding)", ["shown"]),
            // No style elements.
            ("<p id=m>here<!-- \(hiding) -->", ["here"]),
            ("<p id=m>here<script>var s = \"\(hiding)\"</script>", ["here"]),
            ("<p id=m>here<template>\(hiding)</template>", ["here"]),
            ("<p id=m>here<style type=text/plain>#m{display:none}</style>", ["here"]),
            ("<p id=m>here<style media=print>#m{display:none}</style>", ["here"]),
            ("<p id=m>here<stylex>#m{display:none}</stylex>", ["here#m{display:none}"]),
        ])
    func `a style sheet after content applies to the content before it`(_ html: String, _ expected: [String])
    {
        #expect(Self.dump(html) == expected)
        for pieces in [1, 3, 1000] { #expect(Self.lines(html, pieces: pieces) == expected) }
    }

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
