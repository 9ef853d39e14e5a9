import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

@Suite struct FaultTests {
    /// The responses to a request without tags and to the next one with the tags of the first.
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
    func `these faults always have one status`(_ name: String, _ status: Int) {
        let (first, second) = answers(name)
        #expect(response(first)?.status == status && response(second)?.status == status)
    }

    @Test func `the loop redirects to itself, and the lost redirect has no Location`() {
        #expect(response(answers("loop").first)?.headers.first("Location") == "/faults/loop")
        #expect(response(answers("lost-redirect").first)?.headers.contains("Location") == false)
    }

    @Test func `flaky pages succeed first and then fail`() {
        #expect(response(answers("flaky-error").first)?.status == 200)
        #expect(response(answers("flaky-error").second)?.status == 500)
        #expect(response(answers("flaky-connection").first)?.status == 200)
        #expect(answers("flaky-connection").second == .hangUp)
    }

    @Test func `a truncated body is shorter than announced`() {
        guard case .truncated(let bytes, let announced)? = response(answers("truncated").first)?.body else {
            Issue.record("the body is not truncated")
            return
        }
        #expect(bytes.count < announced && !bytes.isEmpty)
    }

    @Test func `faulty updates are invalid JSON, empty, or of another page`() throws {
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

    @Test func `json-first sends an update to every client`() throws {
        let answer = response(answers("json-first").first)
        #expect(answer?.headers.first("template-change") == "false")
        #expect(try DataUpdate(json: answer?.bytes ?? []).data.count == 2)
    }

    @Test func `the weak ETag is weak and quoted, and still matches`() {
        let (first, second) = answers("weak-etag")
        #expect(response(first)?.headers.first("Etag")?.hasPrefix("W/\"") == true)
        #expect(response(second)?.status == 304)
    }

    @Test func `doubled has two values of cache-offline`() {
        #expect(response(answers("doubled").first)?.headers.all("Cache-Offline") == ["true", "store"])
    }

    @Test func `bad-gzip is not gzip, and two faults send no response`() {
        let answer = response(answers("bad-gzip").first)
        #expect(answer?.headers.first("Content-Encoding") == "gzip")
        #expect(answer?.bytes?.first == UInt8(ascii: "<"))
        #expect(answers("hang-up").first == .hangUp)
        #expect(answers("silent").first == .silence(.seconds(600)))
    }

    /// The correct response of a page to a client with its template, with faults applied.
    private func spoilt(
        by faults: Fault..., personality: Dialect = .sonic, having tags: [HeaderField]? = nil
    ) -> ServerAnswer {
        let page = Array("<title>T</title><!--sonicdiff-a-->1<!--sonicdiff-a-end-->".utf8)
        let fields = tags ?? [HeaderField("template-tag", Hashes.nettle.sha1(Array("{title}{a}".utf8)))]
        let asking = [HeaderField("accept-diff", "true"), HeaderField("Accept-Encoding", "gzip")]
        let request = ServerRequest(target: "/a?b", headers: Headers(asking + fields))
        let responder = SonicResponder(hashes: .nettle, as: personality)
        return faults.reduce(.response(responder.respond(with: page, to: request))) {
            FaultInjector(responder: responder).spoil($0, of: request, by: .init($1))
        }
    }

    @Test(arguments: Fault.allCases) func `every fault has an effect`(_ fault: Fault) {
        // An update for every client differs only for a client without tags.
        let tags: [HeaderField]? = fault == .jsonFirst ? [] : nil
        let wrong = spoilt(by: fault, having: tags)
        #expect(untold(wrong) != spoilt(having: tags))
        if let told = response(wrong) { #expect(told.notes == ["fault \(fault.rawValue)"]) }
    }

    /// A response without its notes for the log.
    private func untold(_ answer: ServerAnswer) -> ServerAnswer {
        guard case .response(var response) = answer else { return answer }
        response.notes = []
        return .response(response)
    }

    @Test func `faults can be combined`() throws {
        guard
            case .late(let late, let delay) = spoilt(
                by: .late, .missingBlocks, .wrongHash, Fault("upper-names"))
        else {
            Issue.record("it is not late")
            return
        }
        #expect(delay == .seconds(2))
        #expect(late.headers.fields.allSatisfy { $0.name == $0.name.uppercased() })
        let update = try DataUpdate(json: late.bytes ?? [])
        #expect(update.data.keys.sorted() == ["{title}"] && update.htmlSHA1?.hasPrefix("000") == true)
        #expect(spoilt(by: .hangUp, Fault("weak-etag")) == .hangUp)
        guard case .late(_, let twice) = spoilt(by: .late, .late) else { return }
        #expect(twice == .seconds(4))
    }

    @Test func `faults respond as the dialect's own server would`() {
        let forced = response(spoilt(by: .unasked304, personality: .java))
        #expect(forced?.status == 304 && forced?.headers.all("Cache-Offline") == ["true", "store"])
        let whole = response(spoilt(by: .whole))
        #expect(whole?.headers.first("template-change") == "true" && whole?.bytes?.first == 0x3C)
        #expect(response(spoilt(by: .plain))?.headers.contains("template-tag") == false)
        let data = response(spoilt(by: .jsonFirst, having: []))
        #expect(data?.headers.first("template-change") == "false")
        let packed = response(spoilt(by: .missingBlocks, personality: .node))
        #expect(packed?.bytes?.starts(with: [0x1F, 0x8B]) == true)
    }

    @Test func `page faults do not apply to other content, and byte faults apply to files`() throws {
        let sheet = ServerResponse(
            headers: Headers([HeaderField("Content-Type", "text/css")]), body: .bytes([1]))
        let injector = FaultInjector(responder: SonicResponder(hashes: .nettle))
        let request = ServerRequest(target: "/a.css")
        for fault in [Fault.whole, .jsonFirst, .wrongHash, Fault("weak-etag")] {
            let note = "fault \(fault.rawValue) does not apply here"
            let answer = injector.spoil(.response(sheet), of: request, by: .init(fault))
            #expect(answer == .response(sheet.noting(note)))
        }
        let file = open(#filePath, O_RDONLY)
        let size = UInt64(lseek(file, 0, Int32(SEEK_END)))
        lseek(file, 0, Int32(SEEK_SET))
        let sent = ServerResponse(body: .file(descriptor: file, size: size))
        guard
            case .response(let cut) = injector.spoil(.response(sent), of: request, by: .init(.truncated)),
            case .truncated(let bytes, let announced) = cut.body
        else {
            Issue.record("the file is not cut")
            return
        }
        #expect(announced == Int(size) && bytes.count == announced / 2)
        // The file was closed after it was read.
        #expect(fcntl(file, F_GETFD) == -1)
    }

    @Test func `a gzip bomb expands to its size`() async throws {
        let folder = try TemporaryFolder()
        let bomb = Gzip.bomb(Array("<p>boom</p>".utf8), unpackingTo: 50_000_000)
        #expect(bomb.count < 50_000)
        try folder.write(bomb, to: "bomb.gz")
        // The checksum is wrong, which is reported after all bytes.
        let script = "gzip -dc '\(folder.path("bomb.gz"))' 2>/dev/null | tee \(folder.path("head")) | wc -c"
        let unpacked = try await run("/bin/sh", ["-c", script])
        let count = try #require(Int(unpacked.output.filter(\.isNumber)))
        #expect((49_998_000...50_002_000).contains(count))
        let head = try await run("/bin/sh", ["-c", "head -c 13 '\(folder.path("head"))'"])
        #expect(head.output == "<p>boom</p>  ")
    }

    @Test func `the demo site lists every fault and has a page for each`() {
        var site = DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }
        let list = response(site.answer(ServerRequest(target: "/faults/")))?.bytes ?? []
        let text = String(decoding: list, as: UTF8.self)
        for fault in Fault.allCases {
            #expect(text.contains(fault.meaning) && text.contains("/faults/\(fault.rawValue)\""))
        }
    }
}
