import SonicProtocol
import SystemLibraries
import Testing

/// Splits `page` and writes the result as one line: the template with its slots, then `name=value` by slot.
private func check(_ page: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let html = Array(page.utf8)
    let split = PageSplit(html: html)
    var parts = [String(decoding: split.templateBytes(of: html), as: UTF8.self)]
    for (slot, _) in split.slots {
        let value = String(decoding: split.dataBytes(of: slot, in: html), as: UTF8.self)
        parts.append("\(split.displayName(of: slot))=\(value)")
    }
    #expect(parts.joined(separator: " | ") == expected, sourceLocation: sourceLocation)
}

@Suite struct PageSplitTests {
    @Test func `a page without blocks is its own template`() {
        check("<p>x</p>", "<p>x</p>")
    }

    @Test func `title and blocks become slots in page order`() {
        check(
            "<title>T</title>a<!--sonicdiff-x-->1<!--sonicdiff-x-end-->b<!--sonicdiff-y-->2<!--sonicdiff-y-end-->",
            "{title}a{x}b{y} | title=<title>T</title> | x=<!--sonicdiff-x-->1<!--sonicdiff-x-end-->"
                + " | y=<!--sonicdiff-y-->2<!--sonicdiff-y-end-->")
    }

    @Test(arguments: [
        // Pages as text with a block for each capital letter; the difference as name, old and new part.
        ("aXb", "aYb", "Y|aX|aY"), ("aXb", "aXb", nil), ("aXb", "aXc", "|b|c"), ("aXb", "cXb", "|a|c"),
        ("aXb", "aXYb", "Y|b|Y"), ("aXYb", "aXb", "Y|Y|b"), ("ab", "aXb", "X|ab|aX"),
        ("aXb", "ab", "X|aX|ab"),
        ("aXb", "aX", "|b|"), ("aX", "aXb", "||b"), ("aXb", "abXb", "|a|ab"), ("aXbYc", "aXdYe", "|b|d"),
        ("", "X", "X||X"), ("", "", nil), ("aXb", "bb", "|a|bb"),
    ])
    func `the first difference of two templates is outside the blocks, or a block that one page lacks`(
        _ old: String, _ new: String, _ expected: String?
    ) {
        func html(_ text: String) -> [UInt8] {
            text.flatMap { sign in
                Array(
                    (sign.isUppercase ? "<!--sonicdiff-\(sign)--> <!--sonicdiff-\(sign)-end-->" : "\(sign)")
                        .utf8)
            }
        }
        func signs(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
            String(decoding: bytes[range], as: UTF8.self).replacing(/<!--sonicdiff-(.)-->.*?-end-->/) { $0.1 }
        }
        let (before, after) = (html(old), html(new))
        let found = PageSplit(html: before).templateDifference(
            in: before, to: PageSplit(html: after), in: after)
        let words = found.map { "\($0.name)|\(signs($0.old, before))|\(signs($0.new, after))" }
        #expect(words == expected)
        let isSame =
            PageSplit(html: before).templateBytes(of: before)
            == PageSplit(html: after).templateBytes(of: after)
        #expect((found == nil) == isSame)
    }

    @Test func `comments and title are matched in any case, and names keep their case`() {
        check(
            "<TITLE a=b>T</Title><!--SonicDiff-Xy_1-->1<!--SONICDIFF-xY_1-END-->",
            "{title}{Xy_1} | title=<TITLE a=b>T</Title> | Xy_1=<!--SonicDiff-Xy_1-->1<!--SONICDIFF-xY_1-END-->"
        )
    }

    @Test func `comments with spaces, hyphens or non-ASCII letters in the name are not blocks`() {
        let pages = [
            "<!-- sonicdiff-x -->1<!-- sonicdiff-x-end -->", "<!--sonicdiff-a-b-->1<!--sonicdiff-a-b-end-->",
            "<!--sonicdiff-é-->1<!--sonicdiff-é-end-->", "<!--sonicdiff-x-->never closed",
        ]
        for page in pages { check(page, page) }
    }

    @Test func `an end comment closes the open block, whatever its name`() {
        check(
            "<!--sonicdiff-a-->1<!--sonicdiff-b-->2<!--sonicdiff-b-end-->3<!--sonicdiff-a-end-->",
            "{a}3<!--sonicdiff-a-end--> | a=<!--sonicdiff-a-->1<!--sonicdiff-b-->2<!--sonicdiff-b-end-->")
    }

    @Test func `an empty block extends to the next end comment`() {
        check(
            "<!--sonicdiff-a--><!--sonicdiff-a-end-->mid<!--sonicdiff-b-->2<!--sonicdiff-b-end-->",
            "{a} | a=<!--sonicdiff-a--><!--sonicdiff-a-end-->mid<!--sonicdiff-b-->2<!--sonicdiff-b-end-->")
    }

    @Test func `unnamed blocks are numbered`() {
        check(
            "<!--sonicdiff-->1<!--sonicdiff-end-->,<!--sonicdiff-->2<!--sonicdiff-end-->",
            "{auto0},{auto1} | auto0=<!--sonicdiff-->1<!--sonicdiff-end--> | auto1=<!--sonicdiff-->2<!--sonicdiff-end-->"
        )
    }

    @Test func `an end comment alone can open a block named end`() {
        check(
            "<!--sonicdiff-end-->1<!--sonicdiff-x-end-->",
            "{end} | end=<!--sonicdiff-end-->1<!--sonicdiff-x-end-->")
    }

    @Test func `a title inside a block is a placeholder in the block's data`() {
        check(
            "<!--sonicdiff-h--><title>T</title>!<!--sonicdiff-h-end-->",
            "{h} | h=<!--sonicdiff-h-->{title}!<!--sonicdiff-h-end-->")
    }

    @Test func `comments inside the title are part of the title`() {
        check(
            "<title><!--sonicdiff-a-->1<!--sonicdiff-a-end--></title>2",
            "{title}2 | title=<title><!--sonicdiff-a-->1<!--sonicdiff-a-end--></title>")
    }

    @Test func `a title must close on its own line, otherwise the next title counts`() {
        check("<title>a\n</title><title>b</title>", "<title>a\n</title>{title} | title=<title>b</title>")
    }

    @Test func `only the first title becomes a slot`() {
        check(
            "<title>a</title><svg><title>b</title></svg>",
            "{title}<svg><title>b</title></svg> | title=<title>a</title>")
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
