import SonicProtocol
import Testing

@Suite struct PartialContentTests {
    private func portion(_ scene: CacheScene, _ range: String) -> StoredUse? {
        scene.policy(range.isEmpty ? "" : "Range: \(range)").use(at: 1)
    }

    @Test(arguments: [
        ("bytes=0-4", 0, 5), ("bytes=5-", 5, 10), ("bytes=-3", 7, 10), ("bytes=-30", 0, 10),
        ("bytes=8-99", 8, 10),
        ("bytes=0-99999999999999999999999", 0, 10), ("Bytes= 2-3 ", 2, 4), ("bytes=9-9", 9, 10),
    ])
    func `one range of a stored complete response is a 206`(_ range: String, _ start: Int, _ end: Int) throws
    {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nContent-Length: 10")
        let use = try #require(portion(scene, range))
        #expect(use.status == 206 && use.storedRange == start..<end)
        let headers = use.headers(age: 7)
        #expect(headers.all("content-range") == ["bytes \(start)-\(end - 1)/10"])
        #expect(headers.all("content-length") == ["\(end - start)"] && headers.first("age") == "7")
    }

    @Test(arguments: [
        "bytes=10-", "bytes=5-4", "bytes=-0", "bytes=-", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1", "bytes",
        "",
        "bytes=1", "bytes=--1", "bytes=0-1-2", "bytes=99999999999999999999999-",
    ])
    func `a range that cannot be served from the store is forwarded`(_ range: String) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nContent-Length: 10")
        #expect(scene.word("Range: \(range)") == "fetch")
    }

    @Test func `ranges of an encoded body cannot be served from the decoded one`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nContent-Encoding: gzip")
        #expect(scene.word("Range: bytes=0-4") == "fetch")
        #expect(scene.word() == "use")
        scene.receive("Cache-Control: max-age=100\nContent-Encoding: identity")
        #expect(scene.word("Range: bytes=0-4") == "use")
    }

    @Test func `Range is ignored for responses other than 200`() throws {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100", status: 404)
        #expect(try #require(portion(scene, "bytes=0-4")).status == 404)
    }

    @Test(arguments: [
        ("\"a\"", 206), ("\"b\"", 200), ("W/\"a\"", 200), ("@-1000@", 200),
    ])
    func `If-Range allows a range only for the stored strong validator`(
        _ condition: String, _ status: Int
    ) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nETag: \"a\"")
        let policy = scene.policy("Range: bytes=0-1\nIf-Range: \(condition)", mode: .forceCache)
        #expect(policy.use(at: 1)?.status == status)
    }

    private let part = "Cache-Control: max-age=100\nETag: \"a\"\nContent-Length: 5\nContent-Range: bytes"

    @Test(arguments: [
        ("bytes=2-6", true), ("bytes=3-4", true), ("bytes=2-7", false), ("bytes=0-3", false),
        ("bytes=-1", false),
        ("bytes=4-", false), ("", false),
    ])
    func `a stored part serves the ranges within it and is never treated as complete`(
        _ range: String, _ isServed: Bool
    ) {
        var scene = CacheScene()
        #expect(scene.receive("\(part) 2-6/10", status: 206, to: "Range: bytes=2-6") == true)
        #expect((portion(scene, range) != nil) == isServed, "\(range)")
        #expect(scene.word("Range: bytes=0-0", mode: .onlyIfCached) == "none")
    }

    @Test func `a suffix range is served if the total length is known`() throws {
        var scene = CacheScene()
        scene.receive("\(part) 5-9/10", status: 206, to: "Range: bytes=-5")
        #expect(try #require(portion(scene, "bytes=-2")).storedRange == 3..<5)
        #expect(
            try #require(portion(scene, "bytes=-2")).headers(age: nil).first("content-range")
                == "bytes 8-9/10")
    }

    @Test
    func `the same range is served by the same part, and too few bytes count as its beginning`()
        throws
    {
        var scene = CacheScene()
        scene.receive("\(part) 4-9/10", status: 206, to: "Range: bytes=-6")
        let stored = scene.stored[0].response
        guard case .complete(let short) = scene.policy().completeness(of: stored, count: 5) else {
            throw Unexpected.answer
        }
        #expect(short.extent == .part(4..<9, of: 10))
        scene.stored[0].response = short
        #expect(try #require(portion(scene, "bytes=-6")).storedRange == 0..<5)
        #expect(try #require(portion(scene, "bytes=6-8")).storedRange == 2..<5)
        #expect(portion(scene, "bytes=-4") == nil && portion(scene, "bytes=6-") == nil)
        guard case .invalid = scene.policy().completeness(of: stored, count: 7) else {
            throw Unexpected.answer
        }
    }

    @Test(
        arguments: [
            // Requested range, received range, the bytes that the same request gets from the store.
            ("bytes=0-3", "6-9/10", nil), ("bytes=0-3", "0-1/10", 0..<2), ("bytes=0-3", "2-3/10", 2..<4),
            ("bytes=0-3", "0-6/10", 0..<4), ("bytes=5-", "5-7/*", 5..<8), ("bytes=5-", "4-7/*", nil),
            ("bytes=-3", "7-8/10", 7..<9), ("bytes=-3", "6-9/*", nil), ("bytes=-3", "7-9/*", 7..<10),
            ("bytes=0-1,4-5", "0-5/10", nil), ("lines=0-3", "0-3/10", nil),
        ] as [(String, String, Range<Int>?)])
    func `a part does not serve ranges that were not requested`(
        _ asked: String, _ came: String, _ bytes: Range<Int>?
    ) {
        var scene = CacheScene()
        #expect(scene.receive("\(part) \(came)", status: 206, to: "Range: \(asked)") == true)
        switch portion(scene, asked)?.portion {
        case .range(let range, _): #expect(range == bytes, "\(asked) \(came)")
        case .whole, .headOnly, nil: #expect(bytes == nil, "\(asked) \(came)")
        }
    }

    @Test func `a part with all bytes becomes a complete response`() throws {
        var scene = CacheScene()
        scene.receive("\(part) 0-9/10", status: 206, to: "Range: bytes=0-")
        let use = try #require(portion(scene, ""))
        #expect(use.status == 200 && !use.headers(age: nil).contains("content-range"))
    }

    @Test(arguments: [
        "Content-Range: bytes 0-4", "Content-Range: bytes 4-0/10", "Content-Range: bytes 0-10/10",
        "Content-Range: lines 0-4/10", "Content-Range: bytes */10", "Content-Range: bytes 0-4/x", "",
        "Content-Range: bytes 0-4/10\nContent-Range: bytes 5-6/10", "Content-Type: multipart/byteranges",
        "Content-Range: bytes 0-4/10\nContent-Encoding: gzip",
    ])
    func `a 206 with an invalid range is not stored`(_ lines: String) {
        var scene = CacheScene()
        #expect(
            scene.receive("Cache-Control: max-age=9\n\(lines)", status: 206, to: "Range: bytes=0-4") == false)
    }

    @Test(
        arguments: [
            ("bytes 5-9/10", "\"a\"", .whole(10)), ("bytes 3-7/10", "\"a\"", .part(0..<8, of: 10)),
            ("bytes 6-9/10", "\"a\"", nil), ("bytes 5-9/10", "\"b\"", nil), ("bytes 5-9/10", "W/\"a\"", nil),
            ("bytes 5-9/11", "\"a\"", nil), ("bytes 5-9/*", "\"a\"", .whole(10)),
        ] as [(String, String, BodyExtent?)])
    func `parts with the same strong validator are combined if they touch`(
        _ range: String, _ tag: String, _ extent: BodyExtent?
    ) throws {
        var scene = CacheScene()
        scene.receive("\(part) 0-4/10\nX: old\nY: old", status: 206, to: "Range: bytes=0-4")
        let policy = scene.policy("Range: bytes=5-9")
        let head = CacheScene.head(
            "ETag: \(tag)\nContent-Range: \(range)\nX: new\nCache-Control: max-age=9", status: 206)
        let new = try #require(
            policy.storable(
                head, of: CacheScene.url, requested: CacheScene.start, received: CacheScene.start))
        switch policy.placement(of: new) {
        case .joined(_, let joined):
            #expect(joined.extent == extent)
            #expect(joined.headers.first("x") == "new" && joined.headers.first("y") == "old")
            #expect(joined.status == (joined.extent.isWhole ? 200 : 206))
        case .alone(let replacing):
            #expect(extent == nil && replacing == [1])
        case .dropped: Issue.record("dropped")
        }
    }

    private enum Unexpected: Error { case answer }

    @Test(
        arguments: [
            ([0, 1, 2], 0, [3, 4], 3, [0, 1, 2, 3, 4]), ([3, 4], 3, [0, 1, 2], 0, [0, 1, 2, 3, 4]),
            ([0, 1, 2], 0, [1, 9], 1, [0, 1, 9]), ([0, 1, 2, 3], 0, [9], 1, [0, 9, 2, 3]),
            ([5], 5, [4, 5, 6], 4, [4, 5, 6]),
        ] as [([UInt8], Int, [UInt8], Int, [UInt8])])
    func `combined bytes are placed according to their ranges`(
        _ kept: [UInt8], _ keptStart: Int, _ part: [UInt8], _ start: Int, _ joined: [UInt8]
    ) {
        #expect(CachePolicy.joinedBody(kept, at: keptStart, with: part, at: start) == joined)
    }

    @Test func `a part does not replace a complete response of the same bytes, but replaces one of others`()
        throws
    {
        for (tag, isAlone) in [("\"a\"", false), ("\"b\"", true)] {
            var scene = CacheScene()
            scene.receive("Cache-Control: max-age=9\nETag: \(tag)")
            let policy = scene.policy("Range: bytes=0-4")
            let new = try #require(
                policy.storable(
                    CacheScene.head("\(part) 0-4/10", status: 206), of: CacheScene.url,
                    requested: CacheScene.start, received: CacheScene.start))
            #expect((policy.placement(of: new) == .alone(replacing: [1])) == isAlone)
        }
    }

    /// A cache with the first five of ten bytes of a truncated response.
    private func broken(_ lines: String) -> CacheScene? {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nContent-Length: 10\n\(lines)")
        let response = scene.stored[0].response
        scene.stored = []
        guard let part = scene.policy().broken(response, after: 5) else { return nil }
        scene.stored = [StoredVariant(number: 1, response: part)]
        return scene
    }

    @Test(
        arguments: [
            ("ETag: \"a\"", "\"a\""), ("Date: @0@\nLast-Modified: @-60@", "@-60@"), ("ETag: W/\"a\"", nil),
            ("", nil),
            ("Date: @0@\nLast-Modified: @-59@", nil), ("ETag: \"a\"\nContent-Encoding: gzip", nil),
            ("ETag: W/\"a\"\nDate: @0@\nLast-Modified: @-60@", nil),
        ] as [(String, String?)])
    func `a truncated response is stored only with a strong validator, which the request for the rest uses`(
        _ lines: String, _ condition: String?
    ) {
        let scene = broken(lines)
        #expect((scene != nil) == (condition != nil), "\(lines)")
        guard let scene, let condition else { return }
        let headers = scene.question(after: 1)?.headers
        #expect(headers?.first("range") == "bytes=5-")
        #expect(headers?.first("if-range") == CacheScene.headers("A: \(condition)").first("a"))
        #expect(scene.word(mode: .forceCache) == "complete" && scene.word(mode: .onlyIfCached) == "none")
        #expect(scene.word("Range: bytes=0-4") == "use")
        #expect(scene.word("", method: .head) == "use")
    }

    @Test func `a truncated response does not replace a complete one with the same tag`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=9\nETag: \"a\"")
        #expect(scene.policy().broken(scene.stored[0].response, after: 5) == nil)
    }

    @Test(arguments: [
        (206, "Content-Range: bytes 5-9/10\nETag: \"a\"", "continued"),
        (206, "Content-Range: bytes 5-9/*\nETag: \"a\"", "continued"),
        (206, "Content-Range: bytes 4-9/10\nETag: \"a\"", "unusable"),
        (206, "Content-Range: bytes 5-9/11\nETag: \"a\"", "unusable"), (206, "ETag: \"a\"", "unusable"),
        (206, "Content-Range: bytes 5-9/10\nETag: \"b\"", "unusable"),
        (206, "Content-Range: bytes 5-9/10\nETag: W/\"a\"", "unusable"),
        (206, "Content-Range: bytes 5-9/10", "unusable"),
        (206, "Content-Range: bytes 5-9/10\nLast-Modified: @-9000@", "unusable"),
        (206, "Content-Range: bytes 5-9/10\nETag: \"a\"\nContent-Encoding: gzip", "unusable"),
        (416, "Content-Range: bytes */10", "unusable"), (304, "", "unusable"), (200, "", "passed"),
        (404, "", "passed"),
    ])
    func `only a 206 that continues at the end of the stored bytes completes them`(
        _ status: Int, _ lines: String, _ word: String
    ) throws {
        let scene = try #require(broken("ETag: \"a\""))
        let asked = try #require(scene.question())
        let verdict = scene.policy().verdict(
            on: CacheScene.head(lines, status: status), to: asked.question, of: CacheScene.url,
            requested: CacheScene.start, received: CacheScene.start)
        switch verdict {
        case .passedOn: #expect(word == "passed")
        case .unusable: #expect(word == "unusable")
        case .confirmed: Issue.record("confirmed")
        case .continued(_, let whole):
            #expect(word == "continued")
            #expect(whole.status == 200 && whole.headers.all("content-length") == ["10"])
        }
    }
}
