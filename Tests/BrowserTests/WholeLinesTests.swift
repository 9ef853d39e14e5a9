import CellGrid
import PageLayout
import Testing

@testable import Browser

/// Long lines of preformatted text, shown unwrapped and scrolled sideways.
@Suite struct WholeLinesTests {
    private static let long = (1...20).map { "part\($0)" }.joined(separator: "_")

    private static func stage(_ html: String) -> Stage {
        var stage = PointingTests.stage(columns: 60, html)
        stage.press("z")
        return stage
    }

    @Test func `the scroll position stays, and the choice applies to the next page`() throws {
        let blocks = (1...40).map { "<p>Paragraph \($0).</p><pre>\(Self.long)</pre>" }.joined()
        var stage = Self.stage(blocks)
        for _ in 0..<4 { stage.press(" ") }
        let offset = stage.model.document?.reader.topOffset
        let first = try #require(stage.model.document.map { $0.layout.line($0.top).text })
        stage.press(.alt("o"))
        #expect(stage.model.document?.reader.topOffset == offset)
        stage.press(.alt("o"))
        #expect(stage.model.document.map { $0.layout.line($0.top).text } == first)
        stage.press(.alt("o"))
        stage.replace(with: "<pre>\(Self.long)</pre>")
        #expect(stage.model.document?.layout.preformatted == .whole)
    }

    @Test func `a match or link beyond the edge is scrolled into view`() throws {
        var stage = Self.stage("<pre>\(Self.long)<a href=x>there</a></pre>")
        stage.press(.alt("o"))
        stage.type("/part15")
        stage.press(.enter)
        #expect(stage.text.contains("part15"))
        stage.press(.escape, .tab)
        #expect(stage.model.document?.reader.chosenLink == 0)
        #expect(stage.text.contains("there"))
        let place = try stage.place(of: "there")
        #expect(stage.model.hitTarget(at: place) == .link(0))
    }

    @Test func `unwrapped lines are copied in full, whatever part of them is visible`() throws {
        var stage = Self.stage("<pre>first\n\(Self.long)\nlast</pre>")
        stage.press(.alt("o"), .alt("."))
        let start = try stage.place(of: "first")
        let end = try stage.place(of: "last")
        stage.drag(start, to: Position(row: end.row, column: end.column + 3))
        #expect(stage.copied == ["first\n\(Self.long)\nlast"])
    }
}
