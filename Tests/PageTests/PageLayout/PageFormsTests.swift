import PageLayout
import Testing

/// Forms as they are read from pages. Each case is a page and its fields, a line each:
/// `form kind name=value`, followed by its special properties.
@Suite struct PageFormsTests {
    private static func told(_ html: String) -> String {
        let page = PageForms(html: Array(html.utf8))
        let lines = page.fields.map { field in
            var words = [field.form.map(String.init) ?? "-", "\(field.kind)"]
            switch field.initialValue {
            case .text(let text): words.append("\(field.name)=\(text.replacing("\n", with: "⏎"))")
            case .checked(let isOn): words.append("\(field.name)=\(field.text) \(isOn ? "on" : "off")")
            case .files(let files): words.append("\(field.name)=" + files.joined(separator: "|"))
            case .options(let chosen):
                words.append("\(field.name)=" + chosen.map { field.options[$0].value }.joined(separator: "|"))
                words.append(
                    "of "
                        + field.options.map { "\($0.label)\($0.isEnabled ? "" : "!")" }.joined(separator: "|")
                )
            }
            switch field.access {
            case .open: break
            case .readOnly: words.append("read-only")
            case .disabled: words.append("disabled")
            }
            return words.joined(separator: " ")
        }
        return lines.joined(separator: "\n")
    }

    @Test(arguments: [
        (
            "<form><input name=a value=x><input name=b type=PassWord value=y><input type=hidden name=c value=z></form>",
            "0 text a=x\n0 password b=y\n0 hidden c=z"
        ),
        (
            "<form><select name=k><option>A\u{3000}B \n C</select><input name=v value=\"p\u{85}q\u{2028}r&#13;&#10;s\"></form>",
            "0 select k=A\u{3000}B C of A\u{3000}B C\n0 text v=p\u{85}q\u{2028}rs"
        ),
        (
            "<form><input type=checkbox name=a><input type=checkbox name=b value=1 checked></form>",
            "0 checkbox a=on off\n0 checkbox b=1 on"
        ),
        (
            "<form><input type=radio name=r value=1 checked><input type=radio name=r value=2 checked>",
            "0 radio r=1 off\n0 radio r=2 on"
        ),
        (
            "<form><textarea name=t>\n\none\r\ntwo</textarea><button name=b value=v>Go</button>",
            "0 textarea t=⏎one⏎two\n0 submit b=v"
        ),
        (
            "<form><button type=reset name=b><button type=button name=c><input type=image name=d><input type=file name=e>",
            "0 reset b=\n0 button c=\n0 image d=\n0 file e="
        ),
        (
            "<form><input name=a type=email value=' a@b '><input name=c type=color value=red><input type=range name=r max=10>",
            "0 text a=a@b\n0 text c=#000000\n0 text r=5"
        ),
        // Options.
        ("<form><select name=s><option>a<option>b</select>", "0 select s=a of a|b"),
        ("<form><select name=s><option disabled>a<option> b  c </select>", "0 select s=b c of a!|b c"),
        ("<form><select name=s><option selected>a<option selected value=2>b</select>", "0 select s=2 of a|b"),
        ("<form><select name=s size=3><option>a<option>b</select>", "0 select s= of a|b"),
        (
            "<form><select multiple name=s><option selected>a<option label=L>b<option selected>c</select>",
            "0 multipleSelect s=a|c of a|L|c"
        ),
        (
            "<form><select name=s><optgroup disabled label=g><option>a</optgroup><option value=''>b</select>",
            "0 select s= of a!|b"
        ),
        (
            """
            <form><select name=s><button><selectedcontent></selectedcontent></button><option>a</option>
            <option selected><button>b</button></select><button>Go</button>
            """,
            "0 select s=b of a|b\n0 submit ="
        ),
        // Which form a field belongs to.
        (
            "<input name=a><form></form><form><input name=b></form><input name=c>",
            "- text a=\n1 text b=\n- text c="
        ),
        (
            "<form id=f></form><input name=a form=f><form><input name=b form=f><input name=c form=no></form>",
            "0 text a=\n0 text b=\n- text c="
        ),
        (
            "<form><table><tr><form><td><input name=a></form><td><input name=b></table>",
            "0 text a=\n- text b="
        ),
        (
            "<table><form><tr><td><input name=a><tr><td><input name=b></form><tr><td><input name=c></table>",
            "0 text a=\n0 text b=\n- text c="
        ),
        (
            "<div><form><input name=a></div><input name=b></form><input name=c>",
            "0 text a=\n0 text b=\n- text c="
        ),
        (
            "<form><p><input name=a><form><input name=b></form><input name=c>",
            "0 text a=\n0 text b=\n- text c="
        ),
        // Hidden fields exist all the same.
        (
            "<form><div hidden><input name=a></div><div style='display:none'><input name=b></div><dialog><input name=c>",
            "0 text a=\n0 text b=\n0 text c="
        ),
        (
            "<form><template><input name=a></template><datalist><option><input name=b></datalist><input name=c>",
            "0 text c="
        ),
        // Read-only and disabled fields.
        ("<form><input name=a disabled><input name=b readonly>", "0 text a= disabled\n0 text b= read-only"),
        (
            "<form><fieldset disabled><legend><input name=a></legend><legend><input name=b></legend><input name=c></fieldset><input name=d>",
            "0 text a=\n0 text b= disabled\n0 text c= disabled\n0 text d="
        ),
        (
            "<form><fieldset disabled><fieldset><legend><input name=a></legend></fieldset></fieldset>",
            "0 text a= disabled"
        ),
    ])
    func `form fields are read as the HTML standard specifies`(html: String, expected: String) {
        #expect(Self.told(html) == expected, "\(html)")
    }

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
