import PageLayout
import Testing

/// Forms as they are read from pages; fields are in `PageFacts.table`.
@Suite struct PageFormsTests {
    @Test func `a form has an action and a method, which a button may override`() throws {
        let html = """
            <form action=/a method=POST enctype=Multipart/Form-Data id=x></form><form method=dialog>
            <button formaction=/b formmethod=get formenctype=text/plain>x</button></form><form enctype=odd>
            """
        let page = PageForms(html: Array(html.utf8))
        #expect(page.forms.map(\.action) == ["/a", "", ""])
        #expect(page.forms.map(\.method) == [.post, .dialog, .get])
        #expect(page.forms.map(\.encoding) == [.multipart, .urlEncoded, .urlEncoded])
        let button = try #require(page.fields.first)
        let sent = page.forms[1].applying(button.override)
        #expect((sent.action, sent.method, sent.encoding) == ("/b", .get, .plainText))
    }

    @Test func `fields are found by name and by position`() throws {
        let html = "<form><input name=a><input name=a><input name=b></form><form><input name=a>"
        let page = PageForms(html: Array(html.utf8))
        #expect(page.fields.map(\.ordinal) == [0, 1, 0, 0])
        for (index, field) in page.fields.enumerated() {
            #expect(page.field(field.key) == index)
            #expect(page.field(at: field.source) == index)
        }
        #expect(page.fields(of: 1) == [3])
        #expect(page.defaultButton(of: 0) == nil)
    }

    @Test(arguments: [
        String(repeating: "<form><fieldset disabled>", count: 5_000),
        String(repeating: "<input type=radio name=r checked>", count: 3_000),
        String(repeating: "<select><optgroup><option>", count: 5_000),
        String(repeating: "<table><form><tr><td><input form=x>", count: 3_000),
        "<input maxlength=-9 size=99999999999>",
        "<textarea>" + String(repeating: "\u{0}\r", count: 9_000),
        String(repeating: "<legend><fieldset>", count: 9_000),
    ])
    func `the fields of a hostile page are read in linear time`(html: String) {
        let page = PageForms(html: Array(html.utf8))
        let lines = laidOut(Array(html.utf8), width: 20, piecesOf: 10_000)
        for index in 0..<lines.lineCount { #expect(lines.line(index).width <= 20) }
        #expect(page.fields.count <= 20_000)
    }
}

@Suite struct FieldLayoutTests {
    private static let html = """
        <form><p>Name <input name=n size=8 value=Ann> <a href=x>why</a> <input type=hidden name=h>
        <select name=s><option>small<option>enormous</select> <textarea name=t cols=10>a
        b</textarea><table><tr><td><input type=checkbox name=c checked>yes<td><input type=radio name=r>no</table>
        <button>Send <b>it</b></button> <input type=password name=p value=abc size=5 maxlength=9><input type=image alt=Go>
        <input name=e placeholder='words to find' size=14></form>
        """

    @Test(arguments: [12, 20, 40, 80, 200])
    func `fields are among the links, in the same order at every width`(width: Int) {
        let page = laidOut(Array(Self.html.utf8), width: width, piecesOf: 7)
        let forms = PageForms(html: Array(Self.html.utf8))
        let told = (0..<page.linkCount).map { index in
            guard let link = page.link(index) else { return "nothing" }
            switch link.target {
            case .address(let href), .download(let href, name: _): return href
            case .field(let source):
                return forms.field(at: source).map { forms.fields[$0].name } ?? "no field"
            }
        }
        #expect(told == ["n", "x", "s", "t", "c", "r", "", "p", "", "e"])
    }

    @Test func `a field is drawn on one line, within its columns`() {
        let page = laidOut(Array(Self.html.utf8), width: 80, piecesOf: 1000)
        let forms = PageForms(html: Array(Self.html.utf8))
        var drawn: [String] = []
        for index in 0..<page.linkCount {
            guard let link = page.link(index), case .field(let source) = link.target,
                let field = forms.field(at: source).map({ forms.fields[$0] })
            else { continue }
            drawn.append(link.text)
            guard field.name != "" else { continue }
            #expect(field.drawn(field.initialValue, columns: link.columns.count) == link.text)
        }
        #expect(
            drawn == [
                "[Ann_____]", "[small    ▾]", "[a↵b_______]", "[x]", "( )", "[ Send it ]", "[•••__]",
                "[ Go ]",
                "[words to find_]",
            ])
    }

    @Test func `a field shows as much of its value as fits`() {
        let forms = PageForms(
            html: Array("<input size=6><select multiple><option>ab<option>cdefghijkl</select>".utf8))
        let (text, select) = (forms.fields[0], forms.fields[1])
        #expect(text.drawn(.text("123456"), columns: 8) == "[123456]")
        #expect(text.drawn(.text("1234567"), columns: 8) == "[12345…]")
        #expect(text.drawn(.text("中文字符"), columns: 8) == "[中文…_]")
        #expect(text.drawn(.text("a\u{1B}b"), columns: 8) == "[a␛b___]")
        #expect(text.drawn(.text(""), columns: 8) == "[______]")
        #expect(select.drawn(.options([]), columns: 14) == "[none       ▾]")
        #expect(select.drawn(.options([0, 1]), columns: 14) == "[ab, cdefg… ▾]")
    }

    @Test func `a field without a size has twenty columns`() {
        let html =
            "<input size=0><input size=-3><input type=password size=x><textarea cols=0></textarea><input size=7>"
        #expect(PageForms(html: Array(html.utf8)).fields.map(\.size) == [20, 20, 20, 20, 7])
    }
}
