import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Updates whose ranges do not cover all differences from the page on the screen.
@Suite struct UpdateRangeTests {
    private static let links = (0..<200).map { "<p>Paragraph <a href='/\($0)'>link \($0)</a></p>" }.joined()

    /// Ranges that are empty, too small, overlapping, unordered or out of bounds.
    private static let ranges: [[(old: Range<Int>, new: Range<Int>)]] = [
        [], [(0..<1, 0..<1)], [(10..<20, 10..<20), (15..<30, 15..<30)], [(50..<60, 0..<5), (10..<20, 5..<6)],
        [(0..<100_000, 0..<5)], [(0..<5, 0..<100_000)],
    ]

    @Test(arguments: ranges.indices, ["<p>short", Self.links.replacing("Paragraph", with: "Section")])
    func `the new page is shown in full, at every width`(index: Int, html: String) {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.links)
        stage.settle()
        stage.press("z")
        stage.enter(.verifying)
        let page = ShownPage(
            url: stage.url.withoutFragment, html: Array(html.utf8), split: PageSplit(html: Array(html.utf8)),
            headers: Headers())
        let changes = Self.ranges[index].map { BlockChange(name: "a", old: $0.old, new: $0.new) }
        stage.report(.blocksUpdated(page, changes: changes, of: []))
        for columns in [80, 40, 60] {
            stage.send(.terminal(.resized(Size(rows: 24, columns: Column(columns)))))
            stage.settle()
            stage.press("G", .tab, "g", .tab)
            #expect(stage.model.document?.bytes == Array(html.utf8))
            #expect(stage.text.contains(html.hasPrefix("<p>short") ? "short" : "Section"))
            #expect(!stage.text.contains("Paragraph"))
        }
    }
}
