import SonicProtocol
import Testing

@Suite struct SniffedTypeTests {
    @Test(arguments: [
        "<!DOCTYPE html><title>t</title>", "<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "<html>",
        " \r\n\t<HTML lang=en>", "<!-- a note -->", "<P>", "<b>bold</b>", "<a\nhref=x>", "<br/>", "<h1 id=a>",
        "<ul><li>",
        "<meta charset=utf-8>", "\u{FEFF}<!DOCTYPE html>", "\u{FEFF}\n<p>",
        "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">",
    ])
    func `HTML is recognized by its first element`(_ page: String) {
        #expect(SniffedType.mediaType(of: Array(page.utf8)) == "text/html")
    }

    @Test(arguments: [
        "LICENSE of a thing\n\n  usage: thing [--x] <socket-path>\n\tmake all\n", "<socket-path> is a path\n",
        "<bold> words", "a <p> b", "if (a < b) return;", "#!/bin/sh\necho '<html>'\n", "{\"a\": 1}", "<>",
        "< p>",
        "\u{FEFF}text", "\u{1B}$B8l\u{1B}(B", "<pa", "",
    ])
    func `text that does not begin with an element is plain text`(_ text: String) {
        #expect(SniffedType.mediaType(of: Array(text.utf8), isWhole: true) == "text/plain")
    }

    @Test(arguments: ["", " \n", "<", "<!", "<!-", "<!DOC", "<ht", "<p", "<?xm", "\n\n<TABL", "\u{FEFF}<a"])
    func `too few bytes give no type yet`(_ beginning: String) {
        #expect(SniffedType.mediaType(of: Array(beginning.utf8)) == nil)
    }

    @Test(arguments: [
        ("%PDF-1.7\n", "application/pdf"), ("GIF89a\u{1}\0", "image/gif"),
        ("RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        ("RIFF\0\0\0\0WAVEfmt ", "application/octet-stream"), ("PK\u{3}\u{4}", "application/zip"),
        ("a\0b", "application/octet-stream"), ("a\u{1F}", "application/octet-stream"),
        ("<p>a\0b", "text/html"), ("<?xml version=\"1.0\"?><rss>", "text/xml"),
        ("<rss version=\"2.0\">", "text/xml"), ("\n<feed xmlns=\"a\">", "text/xml"),
        ("<rdf:RDF xmlns=\"a\">", "text/xml"),
        ("<feeder>", "text/plain"), ("<rsst>", "text/plain"),
    ])
    func `other types are recognized by their signatures`(_ text: String, _ type: String) {
        #expect(SniffedType.mediaType(of: Array(text.utf8), isWhole: true) == type)
    }

    @Test(
        arguments: [[0xFE, 0xFF, 0, 0x3C, 0, 0x70, 0, 0x3E], [0xFF, 0xFE, 0x3C, 0, 0x70, 0, 0x3E, 0]]
            as [[UInt8]])
    func `HTML in UTF-16 is recognized by its byte order mark`(_ bytes: [UInt8]) {
        #expect(SniffedType.mediaType(of: bytes) == "text/html")
    }

    @Test func `the number of bytes examined is limited`() {
        let blanks = [UInt8](repeating: 0x20, count: SniffedType.byteCount)
        #expect(SniffedType.mediaType(of: blanks) == "text/plain")
        #expect(SniffedType.mediaType(of: blanks.dropLast() + Array("<p>".utf8)) == "text/plain")
    }

    @Test(
        arguments: [
            (nil, true), ("", true), ("*/*", true), ("text", true), ("text/", true), ("text/ html", true),
            ("unknown/unknown", true), ("application/unknown; charset=utf-8", true), ("text/html", false),
            ("text/plain", false), ("application/octet-stream", false), ("x/y", false),
        ] as [(String?, Bool)])
    func `the type is sniffed only if the head names none`(_ type: String?, _ counts: Bool) {
        let headers = Headers(type.map { [HeaderField("Content-Type", $0)] } ?? [])
        let (page, text) = (Array("<p>a page".utf8), Array("a text".utf8))
        #expect(ResponseClassifier.sniffedType(headers, page) == (counts ? "text/html" : nil))
        #expect(ResponseClassifier.sniffedType(headers, text) == (counts ? "text/plain" : nil))
        #expect(ResponseClassifier.isHTML(headers, page) == (counts || type == "text/html"))
        #expect(ResponseClassifier.isHTML(headers, text) == (type == "text/html"))
    }

    @Test func `a Sonic response is HTML whatever it begins with`() {
        let headers = Headers([HeaderField("template-tag", "a")])
        #expect(ResponseClassifier.isHTML(headers, Array("a text".utf8)))
    }

    @Test func `a sniffed type keeps the parameters of the Content-Type header`() {
        let headers = Headers([HeaderField("Content-Type", "*/*; charset=koi8-r")])
        #expect(
            ResponseClassifier.contentType(headers, Array("a text".utf8)) == "text/plain; charset=koi8-r")
        #expect(ResponseClassifier.contentType(headers, Array("<p>".utf8)) == "*/*; charset=koi8-r")
        #expect(ResponseClassifier.contentType(Headers(), Array("a text".utf8)) == "text/plain")
    }
}
