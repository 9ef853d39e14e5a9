import CSS
import Testing

@Suite struct SelectorTests {
    static let page = """
        <!DOCTYPE html><html lang=en><body class=page><div id=main class='a b'><ul><li class=item>
        <a x href='/one.html' class='link Big' title='one two' data-n=en-US>one</a></ul></div>
        """
}

@Suite struct CascadeTests {
    @Test func `scopes within scopes are limited`() {
        let sheet = String(repeating: "@scope (p) {", count: 10_000) + "p { color: red }"
        #expect(declared("<p x>", sheet) == [""])
    }

    @Test func `later style sheets override earlier ones`() {
        #expect(declared("<p x>", "p { color: red }", "p { color: blue }") == ["color:#0000ff"])
    }

    @Test func `style rules are equal if their style sheets are`() {
        var one = StyleRules()
        one.add(Array("p{color:red}".utf8))
        var other = StyleRules()
        #expect(one != other)
        other.add(Array("p{color:red}".utf8))
        #expect(one == other)
        other.add(Array("i{color:red}".utf8))
        #expect(one != other)
        one.add(Array("i{color:red}".utf8), media: Array("print".utf8)[...])
        #expect(one != other)
    }

    @Test func `style sheets without a rule that affects text are empty`() {
        var rules = StyleRules()
        rules.add(Array("@font-face{} p{margin:0} :root{--x:1}".utf8))
        #expect(rules.isEmpty)
    }
}
