import PageLayout
import TestSupport
import Testing

/// Pages with their expected text: `NAME.html`, `NAME.w40`, `NAME.w80`.
@Suite struct GoldenTests {
    private static let folder = "Tests/PageTests/PageLayout/Goldens"
    private static let names = GoldenFile.names(in: folder, ending: ".html").map { String($0.dropLast(5)) }

    @Test(arguments: names, [40, 80])
    func `a page renders as its golden file`(name: String, width: Int) throws {
        let html = try GoldenFile.bytes("\(Self.folder)/\(name).html")
        let page = laidOut(html, width: width, piecesOf: html.count)
        let text = page.allLines.map { $0.text + "\n" }.joined()
        let difference = try GoldenFile.difference(text, at: "\(Self.folder)/\(name).w\(width)")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `golden files exist`() {
        #expect(Self.names.count >= 70)
    }
}
