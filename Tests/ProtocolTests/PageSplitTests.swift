import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@Suite struct PageSplitTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Splits.table")

    @Test(arguments: rows)
    func `a page is split as its row says`(row: TableRow) {
        switch row[0] {
        case "split":
            let html = row.bytes[1]
            let split = PageSplit(html: html)
            let values = split.slots.map { slot, _ in
                Array("\(split.displayName(of: slot))=".utf8) + split.dataBytes(of: slot, in: html)
            }
            #expect([split.templateBytes(of: html)] + values == Array(row.bytes.dropFirst(2)))
        case "difference":
            let (before, after) = (Self.html(row[1]), Self.html(row[2]))
            let (old, new) = (PageSplit(html: before), PageSplit(html: after))
            let found = old.templateDifference(in: before, to: new, in: after)
            let words = found.map { "\($0.name)|\(Self.signs($0.old, before))|\(Self.signs($0.new, after))" }
            #expect(words ?? "-" == row[3])
            #expect((found == nil) == (old.templateBytes(of: before) == new.templateBytes(of: after)))
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of splits has its rows`() { #expect(Self.rows.count >= 30) }

    /// A page with a block for each capital letter.
    private static func html(_ text: String) -> [UInt8] {
        text.flatMap { sign in
            Array(
                (sign.isUppercase ? "<!--sonicdiff-\(sign)--> <!--sonicdiff-\(sign)-end-->" : "\(sign)").utf8)
        }
    }

    private static func signs(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
        String(decoding: bytes[range], as: UTF8.self).replacing(/<!--sonicdiff-(.)-->.*?-end-->/) { $0.1 }
    }

    @Test func `bytes that are not text are unchanged`() {
        let html: [UInt8] =
            [0xFF, 0x00, 0xFE] + Array("<!--sonicdiff-x-->".utf8) + [0xC3]
            + Array("<!--sonicdiff-x-end-->".utf8) + [0x80]
        let split = PageSplit(html: html)
        #expect(split.blocks.map(\.name) == ["x"])
        #expect(split.templateBytes(of: html) == [0xFF, 0x00, 0xFE] + Array("{x}".utf8) + [0x80])
    }

    @Test func `names that share a key are reported`() {
        let page = ["a", "b", "a", "title", "a"].map { "<!--sonicdiff-\($0)-->1<!--sonicdiff-\($0)-end-->" }
        #expect(PageSplit(html: Array(page.joined().utf8)).ambiguousNames == ["a", "title"])
    }

    @Test func `the template tag is the one that reference servers compute`() {
        // Computed by hand with sha1sum over the template text.
        let html = Array("<title>T</title><!--sonicdiff-a-->1<!--sonicdiff-a-end-->".utf8)
        let template = PageSplit(html: html).templateBytes(of: html)
        #expect(Hashes.nettle.sha1(template) == "2d7ed00de89d2c58e65ea8249bd0c5bb6e6567e7")
    }
}
