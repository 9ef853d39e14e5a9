import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

@Suite struct PackedFileTests {
    @Test(arguments: [
        ("gzip", "application/gzip", "/a", true), ("GZIP", "Application/X-Gzip; x=y", "/a", true),
        ("x-gzip", "text/plain", "/a/notes.tar.gz", true), ("gzip", "application/x-tar", "/a.tgz?x=y", true),
        ("gzip", "text/xml", "/sitemap.xml.GZ", true), ("gzip", "image/svg+xml", "/a.svgz", true),
        ("br", "text/plain", "/a.txt.br", true), ("compress", "text/plain", "/a.Z", true),
        ("gzip", "text/html", "/a.html", false), ("gzip", "application/zip", "/a.zip", false),
        ("br", "application/gzip", "/a.gz", false), ("gzip, br", "application/gzip", "/a.gz", false),
        ("identity", "application/gzip", "/a.gz", false), ("gzip", "text/plain", "/gz", false),
    ])
    func `a content coding belongs to the file if its type or name says so`(
        coding: String, type: String, path: String, isPacked: Bool
    ) throws {
        let headers = Headers([HeaderField("Content-Type", type), HeaderField("Content-Encoding", coding)])
        #expect(PackedFile.isPacked(headers, at: try WebURL.parse("http://a.test" + path)) == isPacked)
    }

    @Test func `the extension of a file name sent by the server counts`() throws {
        let headers = Headers([
            HeaderField("Content-Disposition", "attachment; filename=\"a.tar.gz\""),
            HeaderField("Content-Encoding", "gzip"),
        ])
        #expect(PackedFile.isPacked(headers, at: try WebURL.parse("http://a.test/get?id=1")))
    }
}
