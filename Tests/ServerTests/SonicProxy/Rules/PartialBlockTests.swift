import SonicProtocol
import SonicProxy
import Testing

/// Blocks smaller than an element: comments and start tags.
@Suite struct PartialBlockTests {
    private static func inserted(_ file: String, _ html: String) -> BlockInsertion {
        BlockInsertion(of: BlocksFile(Array(file.utf8)).blocks(at: "/"), into: Array(html.utf8))
    }

    private static func block(_ name: String, _ bytes: String) -> String {
        "<!--sonicdiff-\(name)-->\(bytes)<!--sonicdiff-\(name)-end-->"
    }

    @Test(arguments: [
        ("<!-- generated in * -->", "<p>a</p>{}<p>b</p>", "<!-- generated in 0.1 s -->"),
        ("<!--*ms-->", "<p>a</p>{}", "<!--12ms-->"),
        ("<!-- build 7 -->", "{}<!DOCTYPE html><title>t</title>", "<!--\n  build 7\t-->"),
        ("<!-- took * -->", "<!DOCTYPE html><body>a</body></html>\n{}", "<!-- took 3 -- ms -->"),
        ("<!-- took * -->", "<table><tr>{}<td>a</td></tr></table>", "<!-- took 3 -->"),
    ])
    func `a comment can be a block`(_ rule: String, _ frame: String, _ comment: String) {
        let insertion = Self.inserted("time = \(rule)", frame.replacing("{}", with: comment))
        #expect(insertion.skipped == [])
        #expect(
            String(decoding: insertion.html, as: UTF8.self)
                == frame.replacing("{}", with: Self.block("time", comment)))
    }

    @Test(arguments: [
        (
            "body @data-time", "<!DOCTYPE html><head></head>{}<p>a</p></body>",
            "<body class=x data-time='1 > 0'>"
        ),
        ("html @LANG", "<!DOCTYPE html>{}<body>a", "<html Lang=de>"),
        (
            "form#login @data-token", "<div>{}<input></form></div>",
            #"<form id=login title=it's data-token="a>b">"#
        ),
        ("meta[name=csrf] @content", "<head>{}<title>t</title></head>", "<meta name=csrf content=abc>"),
        ("td @title", "<table><tr>{}1</td></tr></table>", "<td title = \"a\">"),
        ("pre @id", "{}x\n</pre>", "<pre id=1>"),
        ("b @id", "<p>{}<i>x</b></i></p>", "<b id=1>"),
    ])
    func `a start tag can be a block, whatever follows it`(_ rule: String, _ frame: String, _ tag: String) {
        let insertion = Self.inserted("tag = \(rule)", frame.replacing("{}", with: tag))
        #expect(insertion.skipped == [])
        #expect(
            String(decoding: insertion.html, as: UTF8.self)
                == frame.replacing("{}", with: Self.block("tag", tag)))
    }

    @Test(
        arguments: [
            ("<!-- a * -->", "<p>x</p>", .comments(0)),
            ("<!-- a * -->", "<!-- a 1 --><!-- a 2 -->", .comments(2)),
            ("<!-- a * -->", "<script><!-- a 1 --></script>", .comments(0)),
            ("<!-- a * -->", "<? a 1 ?><!a 1>", .comments(0)),
            ("<!-- a * -->", "<template><!-- a 1 --></template>", .inside("template")),
            ("<!-- a * -->", "<p><!-- a 1", .comments(0)),
            ("p @id", "<div id=1>x</div>", .missing),
            ("p @id", "<p title=id>x</p>", .noAttribute("id")),
            ("p @id", "<p id=1>x<p id=2>y", .several(2)),
            ("textarea @id", "<textarea id=1>x</textarea>", .readsText("textarea")),
            ("script @nonce", "<script nonce=1>x</script>", .readsText("script")),
            ("pre @id", "<pre id=1>\nx</pre>", .readsText("pre")),
        ] as [(String, String, BlockInsertion.Reason)])
    func `a comment or start tag that cannot be a block is skipped with the reason`(
        _ rule: String, _ html: String, _ reason: BlockInsertion.Reason
    ) {
        let insertion = Self.inserted("b = \(rule)", html)
        #expect(insertion.skipped.map(\.reason) == [reason])
        #expect(insertion.html == Array(html.utf8))
    }

    @Test func `a comment inside a block's element overlaps it, and a start tag next to one does not`() {
        let html = "<div id=1><p>x</p><!-- took 1 --></div>"
        let insertion = Self.inserted("all = div\ntime = <!-- took * -->", html)
        #expect(insertion.inserted == ["all"])
        #expect(insertion.skipped.map(\.reason) == [.overlaps("all")])
        #expect(Self.inserted("tag = div @id\ntext = p\ntime = <!-- took * -->", html).inserted.count == 3)
    }

    @Test(arguments: [
        ("a = <!-- x", "1:5: A comment is written <!-- text -->; * is any text."),
        ("a = <b>", "1:5: A comment is written <!-- text -->; * is any text."),
        ("a = <!-->", "1:5: A comment is written <!-- text -->; * is any text."),
        ("a = <!-- * -->", "1:5: The text of the comment is missing."),
        ("a = @id", "1:5: The selector before @ is missing."),
        ("a = p @", "1:5: This is not a CSS selector."),
        ("a = p ! @id", "1:5: This is not a CSS selector."),
    ])
    func `errors are reported with their position`(_ line: String, _ mistake: String) {
        #expect(BlocksFile(Array(line.utf8)).mistakes.map(\.description) == [mistake])
    }

    @Test func `an @ within quotes is part of the selector`() {
        let insertion = Self.inserted("a = [title=\"x @y\"]", "<p title='x @y'>1</p>")
        #expect(insertion.inserted == ["a"])
    }
}
