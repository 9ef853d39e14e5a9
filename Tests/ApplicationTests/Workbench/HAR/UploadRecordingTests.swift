import SonicProtocol
import SonicSession
import Testing

@testable import Exchanges
@testable import Workbench

/// Commands and recordings of requests that send files.
@Suite struct UploadRecordingTests {
    private static let body = FormBody.multipart(
        [
            FormEntry("user", "Ann"),
            FormEntry(
                "photo",
                SentFile(
                    path: Array("/home/ann/my \"1\".png".utf8), name: "my \"1\".png", type: "image/png",
                    stamp: SentFile.Stamp(size: 1 << 40, modified: 1), nonce: 1)),
        ], boundary: "B")

    private static func request() throws -> Request {
        Request(
            method: "POST", url: try WebURL.parse("http://a.example/up"),
            headers: Headers([
                HeaderField("Content-Type", "multipart/form-data; boundary=B"),
                HeaderField("User-Agent", "s"), HeaderField("Accept", "*/*"),
            ]), body: body)
    }

    @Test func `the curl command has the fields, and the files by their paths`() throws {
        let line = RequestCode.curl.text(try Self.request(), secrets: .kept)
        #expect(
            line
                == "curl 'http://a.example/up' -H 'User-Agent: s' -H 'Accept: */*' --form-string 'user=Ann' "
                + "-F 'photo=@\"/home/ann/my \\\"1\\\".png\";type=image/png;filename=\"my \\\"1\\\".png\"'")
        #expect(RequestCode.curl.text(try Self.request()).contains("--form-string 'user=***'"))
    }

    @Test func `a recording lists the files as parts, without their bytes`() throws {
        var turn = SessionTrace.Turn()
        let request = try Self.request()
        turn.request = request
        let text = HAREntry(turn: turn, request: request, extras: .null, secrets: .kept)
            .value(page: "p").text()
        let data = try #require(JSONNode.read(Array(text.utf8)).node?["request"]?["postData"])
        let params = try #require(data["params"]?.elements)
        #expect(params.map { $0["name"]?.string } == ["user", "photo"])
        #expect(params[0]["value"]?.string == "Ann")
        #expect(params[1]["fileName"]?.string == "my \"1\".png")
        #expect(params[1]["contentType"]?.string == "image/png")
        #expect(data["text"]?.string.map { Array($0.utf8) } == Self.body.bytesInMemory)
        let masked = HAREntry(turn: turn, request: request, extras: .null, secrets: .masked)
            .value(page: "p").text()
        #expect(!masked.contains("Ann") && !masked.contains("my "))
    }
}
