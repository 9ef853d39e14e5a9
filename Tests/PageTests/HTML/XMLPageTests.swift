import HTML
import Testing

@Suite struct XMLPageTests {
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
            (
                "<head><title>a<![CDATA[<b>]]>&lt;<i>c</i></title><style><![CDATA[p>q]]></style></head><body>d</body>",
                "(html (head (title a<b><c)(style p>q))(body d))"
            ),
            ("<body><textarea><![CDATA[x]]><b/>y</textarea>z</body>", "(html (head)(body (textarea xy)z))"),
            ("<?a b>c?><body>d<?e f > g?>h<?i?></body>", "(html (head)(body dh))"),
            ("<body>a<?b>c", "(html (head)(body ac))"),
        ], [1, 7, 1000])
    func `XML syntax gives the corresponding elements`(
        page: (String, String), piece: Int
    ) {
        #expect(TreeText.of("<?xml version='1.0'?>" + page.0, piece: piece) == page.1)
    }

    @Test func `a page that was not sent as XML is parsed as HTML`() {
        #expect(TreeText.of("<body><p>a<b/>b", isXML: false) == "(html (head)(body (p a(b b))))")
    }
}
