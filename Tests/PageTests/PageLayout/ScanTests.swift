import Chance
import Testing

@testable import PageLayout

@Suite struct ScanTests {
    /// A page whose first lines are laid out and whose rest is only scanned.
    private func scanned(_ html: [UInt8], width: Int, linesBefore: Int = 0) -> LaidOutPage {
        var page = LaidOutPage(width: width, chunk: 50)
        page.append(html)
        page.finish()
        if linesBefore > 0 { page.layOut(throughLine: linesBefore) }
        while page.readOn(byteBudget: 70) {}
        return page
    }

    @Test(arguments: 0..<100)
    func `scanning leaves the same state as laying out`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 613 &+ 11)
        let html = randomPage(&dice, parts: 150)
        let page = scanned(html, width: 40, linesBefore: seed % 5 * 4)
        let whole = laidOut(html, width: 40, piecesOf: html.count, chunk: 50)
        #expect(page.chunks.map(\.start) == whole.chunks.map(\.start))
        for (one, other) in zip(page.chunks, whole.chunks) {
            #expect(one.checkpoint.isEquivalent(to: other.checkpoint), "at \(one.start)")
            #expect(one.linkCount == other.linkCount, "at \(one.start)")
            #expect(Set(one.names) == Set(other.names), "at \(one.start)")
        }
    }

    @Test(arguments: 0..<100)
    func `a page shown from its end equals the page laid out from its start`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 409 &+ 7)
        let html = randomPage(&dice, parts: 150)
        var page = scanned(html, width: 30, linesBefore: seed % 3 * 10)
        page.show(seed % 2 == 0 ? html.count : Int.random(in: 0...html.count, using: &dice))
        page.layOutAll()
        let whole = laidOut(html, width: 30, piecesOf: html.count, chunk: 50)
        let count = page.lineCount
        #expect(page.text(of: 0..<count) == whole.text(of: (whole.lineCount - count)..<whole.lineCount))
        while page.hasLinesAbove { _ = page.layOutAbove() }
        #expect(lines(page) == lines(whole))
        #expect((0..<page.linkCount).map { page.link($0) } == (0..<whole.linkCount).map { whole.link($0) })
        #expect(page.title == whole.title)
    }

    @Test(arguments: [12, 40, 90])
    func `the state after a page does not depend on the layout of its tables`(width: Int) {
        let table = """
            <table><caption id=c><a href=1>All</a></caption><tr id=h><th><a href=2>Name</a><th><a href=3>Value</a>
            <tr><td id=cell><a href=4>first</a> of all the many values<td><a href=5>second</a> of the values
            <tr><td><td id=empty><h2 id=last>Heading</h2></table><p>behind
            """
        let html = Array("<p>before\(table)<p><a href=6>six</a>".utf8)
        let page = laidOut(html, width: width, piecesOf: html.count, chunk: 20)
        let other = scanned(html, width: 1000)
        #expect(page.linkCount == 6)
        #expect(page.link(5)?.text == "six")
        for (one, other) in zip(page.chunks, other.chunks) {
            #expect(one.checkpoint.isEquivalent(to: other.checkpoint), "at \(one.start)")
        }
        for name in ["c", "h", "cell", "empty", "last"] {
            #expect(page.anchorLine(named: name).map { $0 >= 2 } == true, "\(name)")
        }
    }

    @Test func `links keep their numbers where a table drops some at another width`() {
        let table =
            "<table><tr><th><a href=1>one</a><th><a href=2>two</a>"
            + "<tr><td>some harbourmasters of here<td>some other harbourmasters</table>"
        let html = Array("\(table)<p>text<p><a href=3>three</a>".utf8)
        var page = laidOut(html, width: 80, piecesOf: html.count, chunk: 20)
        page.resize(width: 20)
        page.layOutAll()
        #expect((0..<page.linkCount).map { page.link($0)?.text } == [nil, nil, "three"])
    }
}
