import SonicProtocol
import TestSupport
import Testing

@Suite struct PartialContentTests {
    @Test(arguments: CachingTable.rows(below: "one range of"))
    func `one range of a stored complete response is a 206`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a range that"))
    func `a range that cannot be served from the store is forwarded`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "If-Range allows a"))
    func `If-Range allows a range only for the stored strong validator`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a stored part"))
    func `a stored part serves the ranges within it and is never treated as complete`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a part does"))
    func `a part does not serve ranges that were not requested`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a 206 with"))
    func `a 206 with an invalid range is not stored`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a truncated response"))
    func `a truncated response is stored only with a strong validator, which the request for the rest uses`(
        row: TableRow
    ) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "only a 206"))
    func `only a 206 that continues at the end of the stored bytes completes them`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    static func portion(_ scene: CacheScene, _ range: String) -> StoredUse? {
        scene.policy(range.isEmpty ? "" : "Range: \(range)").use(at: 1)
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
        #expect(try #require(Self.portion(scene, "bytes=0-4")).status == 404)
    }

    static let part = "Cache-Control: max-age=100\nETag: \"a\"\nContent-Length: 5\nContent-Range: bytes"

    @Test func `a suffix range is served if the total length is known`() throws {
        var scene = CacheScene()
        scene.receive("\(Self.part) 5-9/10", status: 206, to: "Range: bytes=-5")
        #expect(try #require(Self.portion(scene, "bytes=-2")).storedRange == 3..<5)
        #expect(
            try #require(Self.portion(scene, "bytes=-2")).headers(age: nil).first("content-range")
                == "bytes 8-9/10")
    }

    @Test
    func `the same range is served by the same part, and too few bytes count as its beginning`()
        throws
    {
        var scene = CacheScene()
        scene.receive("\(Self.part) 4-9/10", status: 206, to: "Range: bytes=-6")
        let stored = scene.stored[0].response
        guard case .complete(let short) = scene.policy().completeness(of: stored, count: 5) else {
            throw Unexpected.answer
        }
        #expect(short.extent == .part(4..<9, of: 10))
        scene.stored[0].response = short
        #expect(try #require(Self.portion(scene, "bytes=-6")).storedRange == 0..<5)
        #expect(try #require(Self.portion(scene, "bytes=6-8")).storedRange == 2..<5)
        #expect(Self.portion(scene, "bytes=-4") == nil && Self.portion(scene, "bytes=6-") == nil)
        guard case .invalid = scene.policy().completeness(of: stored, count: 7) else {
            throw Unexpected.answer
        }
    }

    @Test func `a part with all bytes becomes a complete response`() throws {
        var scene = CacheScene()
        scene.receive("\(Self.part) 0-9/10", status: 206, to: "Range: bytes=0-")
        let use = try #require(Self.portion(scene, ""))
        #expect(use.status == 200 && !use.headers(age: nil).contains("content-range"))
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
        scene.receive("\(Self.part) 0-4/10\nX: old\nY: old", status: 206, to: "Range: bytes=0-4")
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
                    CacheScene.head("\(Self.part) 0-4/10", status: 206), of: CacheScene.url,
                    requested: CacheScene.start, received: CacheScene.start))
            #expect((policy.placement(of: new) == .alone(replacing: [1])) == isAlone)
        }
    }

    /// A cache with the first five of ten bytes of a truncated response.
    static func broken(_ lines: String) -> CacheScene? {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nContent-Length: 10\n\(lines)")
        let response = scene.stored[0].response
        scene.stored = []
        guard let part = scene.policy().broken(response, after: 5) else { return nil }
        scene.stored = [StoredVariant(number: 1, response: part)]
        return scene
    }

    @Test func `a truncated response does not replace a complete one with the same tag`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=9\nETag: \"a\"")
        #expect(scene.policy().broken(scene.stored[0].response, after: 5) == nil)
    }
}
