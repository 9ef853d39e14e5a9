import HTML
import Testing

@Suite struct XMLPageTests {
    @Test func `a page that was not sent as XML is parsed as HTML`() {
        #expect(TreeText.of("<body><p>a<b/>b", isXML: false) == "(html (head)(body (p a(b b))))")
    }
}
