import Testing

@testable import PageLayout

/// Anchors on elements that have no line of their own.
@Suite struct AnchorTests {
    private static let filler = (0..<8).map { "<tr><td>row \($0)<td>cell \($0) of the table" }.joined()
    private static let table = """
        <p>before<table id=table><caption id=caption>Caption</caption><thead id=thead><tr id=head><th id=th>Name<th>Value\
        <tbody id=body>\(filler)<tr id=row><td>of the row<td id=cell>of the cell\(filler)\
        <tr id=empty><td id=nothing><td>\(filler)<tbody id=second><tr><td>second body<td>lighthousekeepers\
        <tfoot id=foot><tr><td>of the foot<td>there</table><p>behind
        """

    /// The text of the line of an anchor; nil for no line.
    private static func line(_ name: String, _ html: String, width: Int) -> String? {
        let page = laidOut(Array(html.utf8), width: width, piecesOf: 100)
        return page.anchorLine(named: name).map { page.line($0).text }
    }

    /// At 60 columns the table has its columns, at 16 its rows are records.
    @Test(
        arguments: [60, 16],
        [
            ("row", "of the row"), ("cell", "of the"), ("body", "row 0"), ("second", "second"),
            ("caption", "Caption"), ("foot", "of the"),
        ])
    func `anchors on rows, cells and row groups are the line where these begin`(
        width: Int, place: (name: String, text: String)
    ) throws {
        let line = try #require(Self.line(place.name, Self.table, width: width))
        #expect(line.contains(place.text), "\(place.name): \(line)")
    }

    @Test(arguments: [60, 16])
    func `an anchor on a row without text is the next row`(width: Int) throws {
        for name in ["empty", "nothing"] {
            #expect(try #require(Self.line(name, Self.table, width: width)).contains("row 0"), "\(name)")
        }
    }
}
