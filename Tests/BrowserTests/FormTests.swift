import CellGrid
import PageLayout
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What forms send when they are submitted.
@Suite struct FormTests {
    private static func loaded(_ html: String) -> Stage {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.allCached, "status 304")
        return stage
    }

    @Test func `the boundary of a multipart body occurs in none of its parts`() throws {
        var stage = Self.loaded(
            "<form method=post enctype=multipart/form-data><button>x</button><input name=a value='----sonic'>"
                + "<input type=file name=f>")
        stage.press(.tab, .enter)
        guard case .open(let opening) = stage.effects.last, case .post(let body) = opening.method
        else {
            Issue.record("nothing was posted")
            return
        }
        let boundary = try #require(body.contentType.split(separator: "boundary=").last)
        #expect(body.contentType.hasPrefix("multipart/form-data; boundary=----sonic"))
        #expect(boundary.utf8.count == 49)
        let text = String(decoding: body.body.bytesInMemory, as: UTF8.self)
        #expect(text.hasSuffix("--\(boundary)--\r\n"))
        #expect(text.contains("name=\"f\"; filename=\"\"\r\n"))
        #expect(body.origin == "http://a.example")
    }

    @Test func `a form of several hundred kilobytes is filled in and posted in full`() {
        let text = String(repeating: "line of text\n", count: 30_000)
        var stage = Self.loaded("<form method=post action=/s><textarea name=t></textarea>")
        stage.press(.tab, .enter, .paste(text), .enter, .escape, "S")
        guard case .open(let opening) = stage.effects.last, case .post(let body) = opening.method
        else {
            Issue.record("nothing was posted")
            return
        }
        #expect(body.body.bytes == FormBody.urlEncoded([FormEntry("t", text)]))
    }
}
