import SonicProtocol
import TestSupport
import Testing

// Data without their blocks' comments, and data that only seem to lack them.
extension OtherReadingTests {
    /// The findings of an update with this value of the block's data, to a page with that block, and of the page
    /// that is requested instead if the hash does not match.
    private static func findings(data: String, title: String = "T") async throws -> [Finding] {
        let (old, new) = (page("1"), page("2"))
        let update = new.head.replacing("template-change: true", with: "template-change: false")
        let json = #"{"data": {"{title}": "<title>\#(title)</title>", "{a}": "\#(data)"}, "html-sha1": "x"}"#
        return await findings(
            [
                try response(old.head, old.body), try response(update, Array(json.utf8)),
                try response(new.head, new.body),
            ], sessions: 2)
    }

    @Test(arguments: [
        ("2", "{a} is “2”"), ("<!--sonicdiff-a-->2", "{a} is “<!--sonicdiff-a-->2”"),
        ("2<!--sonicdiff-a-end-->", "{a} is “2<!--sonicdiff-a-end-->”"), ("", "{a} is “”"),
        (" <!--sonicdiff-a-->2<!--sonicdiff-a-end--> ", "{a} is “ <!--sonicdiff-a-->2"),
        (String(repeating: "x", count: 90), "{a} begins “xxxxxxxx"),
    ])
    func `data without the comments of their block are reported`(data: String, words: String) async throws {
        let found = try await Self.findings(data: data)
        let bare = try #require(found.first { $0.rule == .updateWithoutComments })
        #expect(bare.message.contains("the data of {a} lack their blocks' comments"))
        #expect(bare.message.contains(words), "\(bare.message)")
    }

    @Test(
        arguments: TableRow.rows(
            "data with comments are not", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `data with comments are not reported as lacking them`(row: TableRow) async throws {
        let data = row[1]
        #expect(!Self.rules(try await Self.findings(data: data)).contains(.updateWithoutComments))
    }

    @Test func `data for a page without its comments are not reported`() async throws {
        let whole = Self.page("1")
        let json = Array(#"{"data": {"{title}": "<title>T</title>", "{a}": "2"}}"#.utf8)
        let update = whole.head.replacing("template-change: true", with: "template-change: false")
        let stripped = try Self.response(whole.head, Array("<title>T</title>1".utf8))
        let found = await Self.findings(
            [stripped, try Self.response(update, json), stripped], sessions: 2)
        #expect(!Self.rules(found).contains(.updateWithoutComments))
    }
}
