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
    static func found(_ selector: String, _ html: String = page) throws -> String {
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
