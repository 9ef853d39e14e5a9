import Chance
import PageLayout
import Testing

/// A page of blocks between comments, some of them balanced markup and some not.
private struct BlockPage {
    var blocks: [[UInt8]]

    init(_ dice: inout SeededGenerator) {
        blocks = []
        for _ in 0..<Int.random(in: 3...12, using: &dice) { blocks.append(Self.block(&dice)) }
    }

    static func block(_ dice: inout SeededGenerator) -> [UInt8] {
        if Int.random(in: 0..<4, using: &dice) == 0 { return randomPage(&dice, parts: 12) }
        let words = (0..<Int.random(in: 0...20, using: &dice)).map { "word\($0)" }.joined(separator: " ")
        let kinds = [
            "<p>\(words)</p>", "<ul><li>\(words)<li>x</ul>", "<div><h2>\(words)</h2><p>a</p></div>",
            "<table><tr><td>\(words)<td>b<tr><td>c<td>d</table>", "<x-card><p>\(words)</p></x-card>",
            "<title>\(words)</title><p>t</p>", "<pre>\(words)\n  y</pre>", "",
        ]
        return Array(kinds.randomElement(using: &dice)!.utf8)
    }

    var html: [UInt8] {
        var bytes = Array("<main><ol><li>first</ol>".utf8)
        for (index, block) in blocks.enumerated() {
            bytes += Array("<section><!--sonicdiff-b\(index)-->".utf8) + block
            bytes += Array("<!--sonicdiff-b\(index)-end--></section>".utf8)
        }
        return bytes + Array("</main><p>end".utf8)
    }

    /// The source ranges of the blocks' contents.
    var ranges: [Range<Int>] {
        var offset = 24
        return blocks.enumerated().map { index, block in
            let start = offset + "<section><!--sonicdiff-b\(index)-->".utf8.count
            offset = start + block.count + "<!--sonicdiff-b\(index)-end--></section>".utf8.count
            return start..<(start + block.count)
        }
    }

    /// The page with other bytes in some blocks, and the changes.
    mutating func change(_ dice: inout SeededGenerator) -> [SourceChange] {
        let before = ranges
        var changed: Set<Int> = []
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let index = Int.random(in: 0..<blocks.count, using: &dice)
            blocks[index] = Self.block(&dice)
            changed.insert(index)
        }
        return changed.sorted().map { SourceChange(old: before[$0], new: ranges[$0]) }
    }
}

/// The results of every query on a page that is laid out completely.
private struct Whole: Equatable {
    var lines: [Line]
    var starts: [Int]
    var links: [PageLink?]
    var title: String

    init(_ page: LaidOutPage) {
        var page = page
        page.layOutAll()
        while page.hasLinesAbove { _ = page.layOutAbove() }
        lines = (0..<page.lineCount).map { page.line($0) }
        starts = (0..<page.lineCount).map { page.byteOffset(ofLine: $0) }
        links = (0..<page.linkCount).map { page.link($0) }
        title = page.title
    }
}

@Suite struct UpdateTests {
    @Test(arguments: 0..<60)
    func `an updated page equals the page laid out from scratch`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 3)
        var page = BlockPage(&dice)
        var layout = laidOut(page.html, width: 30, piecesOf: 1 << 20, chunk: 60)
        for _ in 0..<4 {
            let changes = page.change(&dice)
            layout.update(
                to: page.html, changed: changes,
                around: Int.random(in: 0...page.html.count, using: &dice))
            let anew = laidOut(page.html, width: 30, piecesOf: 1 << 20, chunk: 60)
            #expect(Whole(layout) == Whole(anew), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<40)
    func `a page may be updated before it is laid out`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 104_729)
        var page = BlockPage(&dice)
        var layout = LaidOutPage(width: 30, chunk: 60)
        layout.append(page.html)
        layout.finish()
        for _ in 0..<Int.random(in: 0..<6, using: &dice) { layout.advance(byteBudget: 40) }
        let changes = page.change(&dice)
        layout.update(to: page.html, changed: changes, around: 0)
        #expect(Whole(layout) == Whole(laidOut(page.html, width: 30, piecesOf: 1 << 20, chunk: 60)))
    }

    @Test func `a change lays out only its own chunk again`() {
        let paragraphs = (0..<2000).map { "<p>paragraph \($0) with some words in it</p>" }
        let html = Array(paragraphs.joined().utf8)
        var layout = laidOut(html, width: 40, piecesOf: 1 << 20, chunk: 1000)
        let place = html.count / 2
        let start = html[place...].firstIndex(of: UInt8(ascii: "w"))!
        var changed = html
        changed.replaceSubrange(start..<(start + 4), with: Array("without".utf8))
        let change = SourceChange(old: start..<(start + 4), new: start..<(start + 7))
        layout.update(to: changed, changed: [change], around: start)
        // All other chunks keep their lines, so every line but those of the tail is there at once.
        #expect(layout.lineCount > 3900)
        #expect(Whole(layout) == Whole(laidOut(changed, width: 40, piecesOf: 1 << 20, chunk: 1000)))
    }

    @Test(arguments: 0..<24)
    func `a page resized to a width equals one laid out at it`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 31 &+ 5)
        let html = randomPage(&dice, parts: 150)
        var page = laidOut(html, width: 60, piecesOf: html.count, chunk: 50)
        for width in [11, 47, 24, 60] {
            page.resize(width: width, around: Int.random(in: 0...html.count, using: &dice))
            for _ in 0..<6 {
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: page.show(Int.random(in: 0...html.count, using: &dice))
                case 1: _ = page.layOutAbove()
                case 2: page.advance()
                default: _ = page.passage(covering: 10..<Int.random(in: 10...html.count, using: &dice))
                }
            }
            #expect(Whole(page) == Whole(laidOut(html, width: width, piecesOf: html.count, chunk: 50)))
        }
    }

    @Test(arguments: 0..<20)
    func `the lines around a position equal those of the whole page`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 17 &+ 1)
        let html = randomPage(&dice, parts: 200)
        let whole = laidOut(html, width: 30, piecesOf: html.count, chunk: 80)
        var page = whole
        page.resize(width: 29)
        page.resize(width: 30, around: html.count / 2)
        page.show(html.count / 3)
        page.layOut(throughLine: 10)
        let shown = page.text(of: 0..<page.lineCount)
        let first = whole.text(of: 0..<whole.lineCount)
        let start = (0..<whole.lineCount).first { whole.byteOffset(ofLine: $0) == page.byteOffset(ofLine: 0) }
        #expect(start.map { Array(first[$0..<($0 + shown.count)]) == shown } ?? shown.isEmpty)
    }
}
