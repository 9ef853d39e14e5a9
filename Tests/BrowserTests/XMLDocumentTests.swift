import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// XML documents, which are pages if their root element says so.
@Suite struct XMLDocumentTests {
    private static let page = """
        <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1/>
        <p>one <a href="/two">two</a></p></body></html>
        """
    private func stage(_ text: String, _ type: String, pieces: Int = .max) -> Stage {
        var stage = Stage(columns: 60, rows: 20)
        stage.open("http://a.test/doc")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", type)])
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            stage.report(.pieceReceived(Array(rest.prefix(pieces))))
            rest = rest.dropFirst(pieces)
        }
        return stage
    }

    @Test func `a page whose root was received too late to be detected is one once it is complete`() {
        var stage = stage(Self.page, "application/xml", pieces: 20)
        #expect(stage.text.contains("<p>one"))
        var headers = Headers()
        headers.append("Content-Type", "application/xml")
        let bytes = Array(Self.page.utf8)
        stage.report(
            .pageReplaced(
                ShownPage(
                    url: stage.url.withoutFragment, html: bytes, split: PageSplit(html: bytes),
                    headers: headers)))
        stage.end(.plain(.notHTML), "the answer is not HTML")
        #expect(stage.text.contains("one two") && !stage.text.contains("<p>"))
    }

    @Test(arguments: ["application/xml", "text/plain"])
    func `the XML declaration gives the encoding`(type: String) {
        var stage = Stage(columns: 60, rows: 20)
        stage.open("http://a.test/doc")
        stage.ask(200, "OK", [("Content-Type", type)])
        let text = Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0xBC, 0xD8, 0xE0]
        stage.report(.pieceReceived(text + Array("</a>".utf8)))
        stage.end(.plain(.notHTML), "the answer is not HTML")
        #expect(stage.text.contains("<a>¼Øà</a>") == (type == "application/xml"))
    }
}
