import HTML
import Testing

@Suite struct XMLRootTests {
    private static let html = "<html xmlns='http://www.w3.org/1999/xhtml'>"

    @Test(arguments: [
        (html, true), ("<?xml version='1.0'?>\n<!-- <rss> -->\(html)", true), ("\u{FEFF} \n\(html)", true),
        ("<!DOCTYPE html [<!ENTITY a '<rss>'>]>\(html)", true),
        ("<html lang='en'\n xmlns = \"http://www.w3.org/1999/xhtml\" >", true), ("\(html.dropLast())", false),
        ("<html>", false), ("<html xmlns='http://www.w3.org/1999/xhtml/'>", false),
        ("<rss>\(html)</rss>", false),
        ("<!-- \(html)", false), ("<svg xmlns='http://www.w3.org/1999/xhtml'>", false), ("", false),
        ("\0<a", false),
        ("</x>\(html)", false), (String(repeating: " ", count: 70_000) + html, false),
    ])
    func `an XML page is recognized by its root element`(beginning: String, isPage: Bool) {
        #expect(XMLTokens.isXHTML(Array(beginning.utf8)) == isPage)
    }
}
