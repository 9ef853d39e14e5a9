import Markup
import Testing

@Suite struct XMLPageTests {
    /// The names of elements and the text between them.
    private func tree(_ text: String, isXML: Bool = true, piece: Int = 1000) -> String {
        var parser = HTMLParser(isXML: isXML)
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            parser.append(Array(bytes[start..<min(bytes.count, start + piece)]))
            start += piece
        }
        parser.finish()
        let document = parser.document
        func describe(_ node: NodeID) -> String {
            var inner = ""
            var child = document.firstChild(of: node)
            while let next = child {
                inner += describe(next)
                child = document.nextSibling(of: next)
            }
            switch document.kind(of: node) {
            case .document: return inner
            case .element: return "(\(document.name(of: node))\(inner.isEmpty ? "" : " ")\(inner))"
            case .text: return document.text(of: node)
            case .comment, .doctype: return ""
            }
        }
        return describe(.document)
    }

    @Test(
        arguments: [
            ("<title/><body><p>a</p>", "(html (head (title))(body (p a)))"),
            ("<head><script src='x'/><style/></head><body>a</body>", "(html (head (script)(style))(body a))"),
            ("<body><h1/><p>a<b/>b</p><div/>c</body>", "(html (head)(body (h1)(p a(b)b)(div)c))"),
            (
                "<body><iframe/><textarea/><a/>a<svg/>b</body>",
                "(html (head)(body (iframe)(textarea)(a)a(svg)b))"
            ),
            ("<body>a<br/>b<br></br>c<hr/></body>", "(html (head)(body a(br)b(br)c(hr)))"),
            ("<body><p><![CDATA[a < b & <i>]]></p></body>", "(html (head)(body (p a < b & <i>)))"),
            (
                "<!DOCTYPE html [<!ENTITY a 'b'><!ELEMENT x (y)>]><body><p>a</p><table/></body>",
                "(html (head)(body (p a)(table)))"
            ),
        ], [1, 7, 1000])
    func `what XML writes otherwise gives the elements that it means`(
        page: (String, String), piece: Int
    ) {
        #expect(tree("<?xml version='1.0'?>" + page.0, piece: piece) == page.1)
    }

    @Test func `a page that was not sent as XML is read by the rules of HTML`() {
        #expect(tree("<body><p>a<b/>b", isXML: false) == "(html (head)(body (p a(b b))))")
    }
}
