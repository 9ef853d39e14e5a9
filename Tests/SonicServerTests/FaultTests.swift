import Hashing
import SonicProtocol
import Testing

@testable import SonicServer

@Suite struct FaultTests {
    /// The answers to a request without tags and to the next one with the tags of the first.
    private func answers(_ name: String) -> (first: ServerAnswer, second: ServerAnswer) {
        var site = DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }
        let target = "/faults/\(name)"
        var headers = Headers([HeaderField("accept-diff", "true")])
        let first = site.answer(ServerRequest(target: target, headers: headers))
        if case .response(let response) = first {
            for (theirs, ours) in [("template-tag", "template-tag"), ("Etag", "If-None-Match")] {
                if let value = response.headers.first(theirs) { headers.append(ours, value) }
            }
        }
        return (first, site.answer(ServerRequest(target: target, headers: headers)))
    }

    private func response(_ answer: ServerAnswer) -> ServerResponse? {
        if case .response(let response) = answer { return response }
        return nil
    }

    @Test(arguments: [
        ("missing", 404), ("error", 500), ("loop", 302), ("lost-redirect", 302), ("unasked-304", 304),
    ])
    func `these answer with one status for ever`(_ name: String, _ status: Int) {
        let (first, second) = answers(name)
        #expect(response(first)?.status == status && response(second)?.status == status)
    }

    @Test func `the loop leads to itself and the lost redirect nowhere`() {
        #expect(response(answers("loop").first)?.headers.first("Location") == "/faults/loop")
        #expect(response(answers("lost-redirect").first)?.headers.contains("Location") == false)
    }

    @Test func `flaky pages are sound first and fail then`() {
        #expect(response(answers("flaky-error").first)?.status == 200)
        #expect(response(answers("flaky-error").second)?.status == 500)
        #expect(response(answers("flaky-connection").first)?.status == 200)
        #expect(answers("flaky-connection").second == .hangUp)
    }

    @Test func `a truncated body announces more than it sends`() {
        guard case .truncated(let bytes, let announced)? = response(answers("truncated").first)?.body else {
            Issue.record("the body is not truncated")
            return
        }
        #expect(bytes.count < announced && !bytes.isEmpty)
    }

    @Test func `updates are no JSON, empty, or another page's`() throws {
        let broken = response(answers("bad-json").second)?.bytes ?? []
        #expect(throws: DataUpdate.Failure.self) { try DataUpdate(json: broken) }
        #expect(response(answers("empty-update").second)?.bytes == [])
        let foreign = try DataUpdate(json: response(answers("foreign-blocks").second)?.bytes ?? [])
        #expect(Set(foreign.data.keys) == ["{title}", "{price}"])
        for name in ["bad-json", "empty-update", "foreign-blocks"] {
            #expect(response(answers(name).first)?.headers.first("template-change") == "true", "\(name)")
            #expect(response(answers(name).second)?.headers.first("template-change") == "false", "\(name)")
        }
    }

    @Test func `json-first sends an update to whoever asks`() throws {
        let answer = response(answers("json-first").first)
        #expect(answer?.headers.first("template-change") == "false")
        #expect(try DataUpdate(json: answer?.bytes ?? []).data.count == 2)
    }

    @Test func `the weak tag is weak and quoted, and still found again`() {
        let (first, second) = answers("weak-etag")
        #expect(response(first)?.headers.first("Etag")?.hasPrefix("W/\"") == true)
        #expect(response(second)?.status == 304)
    }

    @Test func `doubled has two values of cache-offline`() {
        #expect(response(answers("doubled").first)?.headers.all("Cache-Offline") == ["true", "store"])
    }

    @Test func `bad gzip is none, and two say nothing`() {
        let answer = response(answers("bad-gzip").first)
        #expect(answer?.headers.first("Content-Encoding") == "gzip")
        #expect(answer?.bytes?.first == UInt8(ascii: "<"))
        #expect(answers("hang-up").first == .hangUp)
        #expect(answers("silent").first == .silence(.seconds(600)))
    }
}
