import PageLayout
import Testing

@Test func `words are broken at the width`() {
    var page = LaidOutPage(width: 10)
    page.append(Array("<p>one two three</p>".utf8))
    page.finish()
    page.layOutAll()
    #expect(page.text(of: 0..<page.lineCount) == ["one two", "three"])
}
