import CSS
import HTML
import Testing

@Suite struct PositionTests {
    static let page = """
        <!DOCTYPE html><html lang=de-CH><body><h2 id=h>one</h2><p id=a class=odd lang=en>two</p><!-- c --><p id=b>three
        </p><div id=d dir=rtl><i id=i></i> <b id=k>x</b><i id=j> </i></div><form id=f><fieldset id=s disabled>
        <input id=u required><input id=v type=checkbox checked></fieldset><input id=w placeholder=x readonly>
        <textarea id=t></textarea></form><p id=c></p></body></html>
        """

    /// The ids of the elements that a selector matches, in document order.
    private func found(_ selector: String, _ html: String = page) throws -> String {
        let list = try #require(SelectorList(selector))
        var parser = HTMLParser()
        parser.append(Array(html.utf8))
        parser.finish()
        let document = parser.document
        var ids = ""
        var nodes: [NodeID] = []
        var next = document.firstChild(of: .document)
        while let node = next {
            if list.matches(node, in: document) {
                nodes.append(node)
                ids += document.attribute("id", of: node).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            next = document.firstChild(of: node) ?? document.following(node, within: .document)
        }
        // Matching from the first compound, over all elements at once, gives the same result.
        #expect(list.elements(among: ElementOrder(document), in: document) == nodes)
        return ids
    }

    @Test(
        arguments: [
            ("h2 + p", "a"), ("h2 ~ p", "abc"), ("p + p", "b"), ("h2 + p + p", "b"), ("h2 ~ div > b", "k"),
            ("h2 ~ p ~ p", "bc"), (".odd + p ~ form input", "uvw"), ("b + h2", ""), ("h2 ~ b", ""),
            ("body > :first-child", "h"), ("body > :last-child", "c"), ("i:first-child", "i"),
            ("i:nth-of-type(2)", "j"), ("i:first-of-type", "i"), ("b:only-of-type", "k"), (":only-child", ""),
            ("body > :nth-child(2)", "a"), ("body > :nth-child(2n+1)", "hbf"),
            ("body > :nth-child(even)", "adc"),
            ("body > :nth-child( -n + 3 )", "hab"), ("body > :nth-child(n+5)", "fc"),
            ("body > :nth-last-child(1)", "c"), ("body > :nth-last-child(-n+2)", "fc"),
            ("p:nth-last-of-type(2)", "b"), ("body > :nth-child(2 of p)", "b"),
            ("body > :nth-last-child(1 of .odd, h2)", "a"), ("body > :nth-child(-1)", ""),
            ("body > :nth-child(0n+1)", "h"), (":empty", "iuvwtc"), ("div:has(b)", "d"),
            ("div:has(> i + b)", "d"),
            ("div:has(p)", ""), ("p:has(+ div)", "b"), ("p:has(~ form input)", "ab"),
            ("p:not(:has(~ p))", "c"),
            ("h2:has(+ p.odd)", "h"), ("form:has(fieldset input[required])", "f"), (":lang(de)#h", "h"),
            ("p:lang(en)", "a"), ("p:lang(fr, de-ch)", "bc"), ("b:dir(rtl)", "k"), ("p:dir(ltr)", "abc"),
            ("input:checked", "v"), ("input:disabled", "uv"), ("input:enabled", "w"), ("input:required", "u"),
            ("input:optional", "vw"), (":is(input, textarea):read-write", "t"), ("input:read-only", "uvw"),
            ("input:placeholder-shown", "w"), ("h2:is(:not(p, div)) + :is(p:not(.even))", "a"),
            ("p:hover", ""), ("p:not(:hover)", "abc"), ("p:not(.odd, h2 + p)", "bc"),
            ("p:nth-child(2):not(:is(:nth-child(2):not(.even)))", ""), ("i:not(b ~ i)", "i"),
        ] as [(String, String)])
    func `positional and state pseudo-classes match`(
        selector: String, ids: String
    ) throws {
        #expect(try found(selector) == ids)
    }

    @Test(arguments: [
        "p:nth-child()", "p:nth-child(x)", "p:nth-child(2 of)", "p:nth-of-type(1 of p)", "p:has()",
        "p:lang()", "p:has(>)", "p ~", "+ + p", "p:nth-child(2 +)",
    ])
    func `an invalid position is malformed`(selector: String) {
        #expect(SelectorParseResult(selector) == .malformed)
        #expect(SelectorList(selector) == nil)
    }

    @Test func `dropped siblings count for nth-child, and conditions on their type hide nothing`() {
        var parser = HTMLParser()
        parser.receive(Array("<body><p>1</p><p>2</p><p>3</p><div x>4</div><p>5</p>".utf8))
        parser.receiveEnd()
        _ = parser.parse(cutBehind: 31, limit: .max)
        parser.forget(dropsSource: false)
        _ = parser.parse(cutBehind: .max, limit: .max)
        let document = parser.document
        let body = document.firstChild(of: .document).flatMap { document.lastChild(of: $0) }
        var node = body.flatMap { document.firstChild(of: $0) }
        while let next = node, !document.hasAttribute("x", of: next) { node = document.nextSibling(of: next) }
        guard let node else {
            Issue.record("the element is gone")
            return
        }
        #expect(SelectorList("div:nth-child(4)")?.matches(node, in: document) == true)
        #expect(SelectorList("div:first-child")?.matches(node, in: document) == false)
        var rules = StyleRules()
        rules.add(Array("p ~ div { display: none } div:first-of-type { visibility: hidden }".utf8))
        let declared = rules.declared(for: node, in: document)
        if case .set(.none) = declared.display { Issue.record("it is hidden") }
    }
}

@Suite struct ShowingTests {
    @Test(arguments: [
        ("p { display: none } p:hover { display: block }", "display:block"),
        ("p { display: none } div:focus-within p { display: flex }", "display:flex"),
        ("p { display: none } p:target { display: block }", "display:block"),
        ("p { display: none } p:not(:hover) { display: block }", "display:block"),
        ("p { display: none } p:unknown { display: block }", "display:block"),
        ("p { display: none } p:unknown(x), b { display: block }", "display:block"),
        ("p { display: none } @container c (width > 9px) { p { display: block } }", "display:block"),
        ("p { display: none } @scope (div) to (b) { p { display: block } }", "display:block"),
        ("p { display: none } p::before { display: block }", "display:none"),
        ("p { display: none } b:hover { display: block }", "display:none"),
        ("p { display: none !important } p:hover { display: block }", "display:none"),
        ("p:hover { display: block } p { display: none }", "display:block"),
        ("p.c:hover { display: block } #i.c { display: none }", "display:none"),
        ("p:hover { display: none }", ""), ("p:unknown { display: none }", ""),
        ("p:not(:hover) { display: none }", ""), ("p:not(:focus, .x) { display: none }", ""),
        ("p:not(:checked) { display: none }", "display:none"),
        ("p { visibility: hidden } p:hover { visibility: visible }", "visible:true"),
        ("p:hover { visibility: hidden; color: red }", ""), ("p:not(:hover) { color: red }", "color:#ff0000"),
        ("p:hover { display: inline-block }", ""), ("p:unknown, p { color: red }", ""),
        ("p { display: none } p { display: unset }", "display:initial"),
        ("p { display: none } p { display: revert }", ""),
    ])
    func `an undecided rule applies if it shows an element, not if it hides one`(
        sheet: String, expected: String
    ) {
        #expect(declared("<div><p x id=i class=c>", sheet) == [expected])
    }

    @Test(arguments: [
        (":root { --a: none } p { display: var(--a) }", "display:none"),
        ("p { display: none } :root { --a: block } p { display: var(--a) }", "display:block"),
        (":root { --a: none } div { --a: flex } p { display: var(--a) }", "display:flex"),
        ("div { --a: none } p { --a: block; display: var(--a) }", "display:block"),
        ("p { --a: none; display: none } p { display: var(--b, inline) }", "display:inline"),
        ("p { display: none } p { display: var(--b) }", "display:initial"),
        ("p { display: var(--b, none) }", "display:none"),
        ("p { --A: none; display: var(--a) }", "display:initial"),
        (":root { --a: var(--b); --b: none } p { display: var(--a) }", "display:none"),
        (
            ":root { --a: var(--b); --b: var(--a) } p { display: none } p { display: var(--a) }",
            "display:initial"
        ),
        (":root { --v: visible } p { visibility: hidden } p { visibility: var(--v) }", "visible:true"),
        ("p { --a: none !important } #i { --a: block } p { display: var(--a) }", "display:none"),
        ("p { color: red; color: var(--a) } :root { --a: blue }", "color:#ff0000"),
    ])
    func `display may depend on custom properties`(sheet: String, expected: String) {
        #expect(declared("<!DOCTYPE html><div><p x id=i class=c>", sheet) == [expected])
    }

    @Test func `a style attribute may set a custom property for descendants`() {
        let sheet = "p { display: none } p { display: var(--a, none) }"
        #expect(
            declared("<div style='--a: block'><p x></div><p x>", sheet) == ["display:block", "display:none"])
    }

    @Test func `content that is not decided within the bound is shown`() {
        let deep = String(repeating: "<div class=a>", count: 400)
        let sheet = (0..<300).map { ".a:nth-child(\($0)) > .b ~ .a > * i.n\($0 % 2) { display: none }" }
        let sibling = String(repeating: "<u></u>", count: 6000)
        let words = declared(
            deep + "<i x class='n0 n1'></i>" + sibling + "<u x>",
            "i { display: none } u:nth-child(2n+1) { display: none }" + sheet.joined())
        #expect(words.last == "visible:initial")
    }
}
