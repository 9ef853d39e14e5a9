import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

@Suite struct FileNameTests {
    private func name(_ disposition: String?, _ address: String = "http://x.test/") throws -> String {
        var headers = Headers()
        if let disposition { headers.append("Content-Disposition", disposition) }
        return FileName(headers, at: try #require(WebURL(address))).text
    }

    @Test(arguments: [
        ("attachment; filename=report.pdf", "report.pdf"),
        ("attachment; filename=\"two words.zip\"", "two words.zip"),
        ("attachment; filename=two words.zip; size=3", "two words.zip"),
        ("attachment; filename=\"a\\\"b.txt\"", "a\"b.txt"),
        ("attachment; filename*=UTF-8''na%C3%AFve.txt; filename=plain.txt", "naïve.txt"),
        ("attachment; filename=plain.txt; filename*=utf-8'en'na%C3%AFve.txt", "naïve.txt"),
        ("attachment; filename*=iso-8859-1''%A3.txt", "£.txt"),
        ("attachment; filename*=UTF-8''%C3.txt; filename=plain.txt", "plain.txt"),
        ("attachment; filename*=UTF-8''a%+5b.txt; filename=plain.txt", "plain.txt"),
        ("attachment; filename*=UTF-8''a%-0b.txt; filename=plain.txt", "plain.txt"),
        ("attachment; filename*=UTF-8''a%4; filename=plain.txt", "plain.txt"),
        ("attachment; filename*=UTF-8''%; filename=plain.txt", "plain.txt"),
        ("attachment; filename*=UTF-8''%4a%4A.txt; filename=plain.txt", "JJ.txt"),
        ("attachment; filename*=koi8-r''x; filename=plain.txt", "plain.txt"),
        ("inline; FILENAME=\"page.bin\"", "page.bin"),
        ("attachment; x=\"; filename=wrong.txt\"; filename=right.txt", "right.txt"),
        ("attachment; filename=\"no end", "no end"),
    ])
    func `Content-Disposition names the file`(value: String, expected: String) throws {
        #expect(try name(value) == expected)
    }

    @Test(arguments: [
        ("../../../etc/passwd", "passwd"), ("/etc/cron.d/x", "x"), ("..\\..\\boot.ini", "boot.ini"),
        ("C:\\Users\\me\\cv.doc", "cv.doc"), ("..", "download"), (".", "download"), ("", "download"),
        (".bashrc", "bashrc"), ("-rf", "rf"), ("--help.txt", "help.txt"), ("~root", "root"),
        (".-.-x", "x"), ("a\u{0}b\u{7}c\u{1B}[31m", "abc[31m"), ("line\nbreak\r.txt", "line break .txt"),
        ("photo\u{202E}gpj.exe", "photogpj.exe"), ("\u{200B}\u{FEFF}x\u{2066}y", "xy"),
        ("trailing. . .", "trailing"), ("\u{A0}\u{2003}wide", "wide"), ("///", "download"),
        ("\u{E000}private\u{10FFFF}", "private"), ("$(reboot).txt", "$(reboot).txt"),
    ])
    func `unsafe characters are removed from file names`(text: String, expected: String) {
        #expect(FileName(text).text == expected)
    }

    @Test func `a long name keeps its extension`() {
        let name = FileName(String(repeating: "é", count: 500) + ".tar.gz").text
        #expect(name.utf8.count <= FileName.limit)
        #expect(name.hasSuffix("é.tar.gz"))
        #expect(FileName("x." + String(repeating: "y", count: 500)).text.utf8.count == FileName.limit)
        // One character of a thousand scalars.
        let stacked = FileName("a" + String(repeating: "\u{301}", count: 1000) + ".txt").text
        #expect(stacked.utf8.count <= FileName.limit && stacked.unicodeScalars.first == "a")
    }

    @Test func `without a header the name comes from the address`() throws {
        #expect(try name(nil, "http://x.test/a/b%20c.zip?v=1") == "b c.zip")
        #expect(try name(nil, "http://x.test/a/") == "a")
        #expect(try name(nil, "http://x.test/") == "download")
        #expect(try name(nil, "http://x.test/%2e%2e%2fetc%2fpasswd") == "passwd")
        #expect(try name("attachment; filename=\"..\"", "http://x.test/a.zip") == "a.zip")
    }

    @Test func `a number is inserted before the extension`() {
        #expect(FileName("a.zip").numbered(2) == "a-2.zip")
        #expect(FileName("a.tar.gz").numbered(3) == "a-3.tar.gz")
        #expect(FileName("README").numbered(2) == "README-2")
    }

    @Test func `downloads are distinguished from pages`() {
        func cause(_ type: String?, _ disposition: String? = nil) -> FileAnswer.Cause? {
            var headers = Headers()
            if let type { headers.append("Content-Type", type) }
            if let disposition { headers.append("Content-Disposition", disposition) }
            return FileAnswer.cause(headers)
        }
        #expect(cause("text/html; charset=utf-8") == nil)
        #expect(cause(nil) == nil)
        #expect(cause("application/ld+json") == nil)
        #expect(cause("application/json") == nil)
        #expect(cause("application/zip") == .type("application/zip"))
        #expect(cause("APPLICATION/OCTET-STREAM") == .type("application/octet-stream"))
        #expect(cause("text/html", "attachment") == .attachment)
        #expect(cause("text/html", "form-data; name=x") == .attachment)
        #expect(cause("text/html", "inline; filename=x.html") == nil)
        #expect(cause("text/html", "=;;") == nil)
    }
}
