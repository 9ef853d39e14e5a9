import Testing

@testable import HTML

/// Entity references in pages that were sent as XML.
@Suite struct EntityTests {
    /// The body of a page whose document type declares these entities.
    static func body(_ declarations: String, _ content: String, _ id: String = "", piece: Int = 1_000_000)
        -> String
    {
        let text = TreeText.of(
            "<!DOCTYPE html \(id)[\(declarations)]><html><body>\(content)</body></html>", piece: piece)
        return String(text.dropFirst("(html (head)(body ".count).dropLast(2))
    }

    @Test(arguments: [1, 9, 1000])
    func `entities in attributes expand to text`(piece: Int) {
        let text = """
            <!DOCTYPE html [<!ENTITY a 'b&amp;"<c>'><!ENTITY n 'x&a;'>]><body><p id='1&n;2&lt;&u;&copy=3'>t</p></body>
            """
        var parser = HTMLParser(isXML: true)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            parser.append(Array(bytes[start..<min(bytes.count, start + piece)]))
        }
        parser.finish()
        let document = parser.document
        var node = document.firstChild(of: .document)
        while let place = node, document.tag(of: place) != .p {
            node = document.firstChild(of: place) ?? document.following(place, within: .document)
        }
        let value = node.flatMap { document.attribute("id", of: $0) }.map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(value == "1xb&\"<c>2<&u;&copy=3")
    }

    @Test func `an entity may be in a title, and a script in an entity`() {
        let text = """
            <!DOCTYPE html [<!ENTITY a '<script>x</script>y'><!ENTITY t 'T'>]><head><title>&t;</title></head><body>&a;</body>
            """
        #expect(TreeText.of(text) == "(html (head (title T))(body (script x)y))")
    }

    @Test(arguments: [
        "<!DOCTYPE html [<!ENTITY a 'b><body><p>x</p></body>", "<!DOCTYPE html [<!-- ><body><p>x</p></body>",
        "<!DOCTYPE html PUBLIC \"x><body><p>x</p></body>",
    ])
    func `an unterminated document type does not swallow the page`(page: String) {
        #expect(TreeText.of(page).contains("(p x)"))
    }

    @Test(arguments: ["<?a>", "<!DOCTYPE [>", "<!DOCTYPE 'x>\""])
    func `a missing terminator is searched for only once`(piece: String) {
        let page = "<body><p>x</p>" + String(repeating: piece, count: 100_000) + "<p>y</p></body>"
        let text = TreeText.of(page, piece: 1_000_000)
        #expect(text.hasPrefix("(html (head)(body (p x)") && text.hasSuffix("(p y)))"))
    }

    @Test func `entities may nest up to the limit`() {
        let declarations =
            (1...30).map { "<!ENTITY e\($0) '\($0) &e\($0 - 1);'>" }.joined() + "<!ENTITY e0 'z'>"
        let deepest = Entities.deepest
        let whole = (1..<deepest).reversed().map { "\($0) " }.joined() + "z"
        #expect(Self.body(declarations, "&e\(deepest - 1);") == whole)
        #expect(Self.body(declarations, "&e\(deepest);&e0;") == "&e\(deepest);z")
    }

    @Test func `the expansion of entities is bounded`() {
        let laughs = (1...12).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }
            .joined()
        let declarations = "<!ENTITY l0 'lol'>" + laughs
        #expect(Self.body(declarations, "&l3;") == String(repeating: "lol", count: 1000))
        // The reference that exceeds the bound stays as written, and so do all later ones.
        #expect(Self.body(declarations, "&l1;&l12;&l1;") == String(repeating: "lol", count: 10) + "&l12;&l1;")
        // Entities that contain only entities count, too.
        let empty = declarations.replacing("'lol'", with: "''")
        #expect(Self.body(empty, "a&l12;") == "a&l12;")
    }

    @Test func `all references of a page share one bound`() {
        let text = String(repeating: "x", count: 1000)
        let page = Self.body("<!ENTITY a '\(text)'>", String(repeating: "&a;", count: 2000))
        let replaced = page.utf8.count { $0 == UInt8(ascii: "x") }
        #expect(replaced > Entities.limit - 3000 && replaced <= Entities.limit)
        #expect(page.hasSuffix("&a;&a;"))
    }

    @Test func `content of an entity has the source position of its reference`() {
        let page = "<!DOCTYPE html [<!ENTITY a '<b>long text of it</b>'>]><body>x&a;y</body>"
        var parser = HTMLParser(isXML: true)
        parser.append(Array(page.utf8))
        parser.finish()
        let document = parser.document
        let start = page.utf8.count - "&a;y</body>".utf8.count
        var node = document.firstChild(of: .document)
        var found = false
        while let place = node {
            if document.kind(of: place) == .element, document.tag(of: place) == .b {
                #expect(document.sourceRange(of: place) == start..<(start + 3))
                found = true
            }
            if document.kind(of: place) == .text {
                document.forEachPiece(of: place) { bytes, source in
                    #expect(source + bytes.count <= page.utf8.count)
                }
            }
            node = document.firstChild(of: place) ?? document.following(place, within: .document)
        }
        #expect(found)
    }
}
