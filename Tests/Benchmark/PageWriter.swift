import BrowserValues
import Chance

/// Writes the measured pages: the same bytes for the same size on every machine.
struct PageWriter {
    /// The page's bytes so far.
    private(set) var bytes: [UInt8] = []
    private var chance: SeededGenerator
    private let words: [String]
    private var sections = 0

    /// The first heading of every friendly page: the text to wait for when a page is opened.
    static let firstHeading = "Overture"
    /// Text at the end of every friendly page, on one line.
    static let lastWords = "The last words of all."

    private init(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let syllables = [
            "ba", "co", "der", "el", "fin", "gar", "ho", "ist", "ka", "lor", "men", "nu", "or", "pel", "ris",
        ]
        words = (0..<600).map { _ in
            (0..<Int.random(in: 1...4, using: &chance)).map { _ in
                syllables[Int.random(in: 0..<syllables.count, using: &chance)]
            }.joined()
        }
        self.chance = chance
    }

    /// A page of headings, paragraphs, links, lists, tables, references, Chinese and sonicdiff blocks, which
    /// are about a fifth of it. At most a section longer than `count` bytes.
    static func friendly(_ count: Int) -> [UInt8] {
        var writer = PageWriter(seed: 7)
        writer.put(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>A measured page</title>
            <style>p { margin: 1em }</style></head>
            <body><h1>\(firstHeading)</h1>
            <!--sonicdiff-lead--><p>It is 10:00 o'clock.</p><!--sonicdiff-lead-end-->

            """)
        while writer.bytes.count < count - 600 { writer.section(limit: count - 600) }
        writer.put("<h2 id=\"end\">Finale</h2><p>\(lastWords)</p></body></html>\n")
        return writer.bytes
    }

    private mutating func section(limit: Int) {
        sections += 1
        put("<h2 id=\"s\(sections)\">\(sections). \(text(4))</h2>\n")
        paragraph()
        put("<!--sonicdiff-block\(sections)--><div class=\"news\">\n")
        for _ in 0..<3 { paragraph() }
        put("</div><!--sonicdiff-block\(sections)-end-->\n")
        paragraph()
        guard bytes.count < limit else { return }
        put("<ul>\n")
        for _ in 0..<6 { put("<li>\(text(6)) \(link())</li>\n") }
        put("</ul>\n")
        chinese()
        for _ in 0..<5 { paragraph() }
        guard bytes.count < limit else { return }
        table()
        put("<blockquote><p>\(text(30))</p></blockquote>\n<pre>\(text(8))\n  \(text(8))</pre>\n")
        for _ in 0..<4 { paragraph() }
    }

    private mutating func paragraph() {
        put("<p class=\"text\">\(text(18)) \(link()), <em>\(text(3))</em> &amp; \(text(20)) ")
        put("&eacute;t&eacute; &mdash; <strong>\(text(2))</strong> \(text(24)) &#8364;&nbsp;20.</p>\n")
    }

    private mutating func chinese() {
        put("<p>")
        for index in 1...120 {
            put(String(UnicodeScalar(UInt16.random(in: 0x4E00..<0x9F00, using: &chance)) ?? "中"))
            if index % 17 == 0 { put("，") }
        }
        put("。</p>\n")
    }

    private mutating func table() {
        put("<table border=\"1\"><tr><th>\(text(1))</th><th>\(text(2))</th><th>\(text(1))</th></tr>\n")
        for row in 1...8 {
            put("<tr><td>\(row)</td><td>\(text(4))</td><td>\(link())</td></tr>\n")
        }
        put("</table>\n")
    }

    private mutating func link() -> String {
        "<a href=\"page-\(Int.random(in: 1...9999, using: &chance)).html\">\(text(2))</a>"
    }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &chance)] }.joined(separator: " ")
    }

    private mutating func put(_ text: String) { bytes += Array(text.utf8) }
}
