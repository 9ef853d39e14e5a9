import SonicProtocol
import TestSupport
import Testing

@Suite struct FreshnessTests {
    @Test(arguments: CachingTable.rows(below: "max-age follows RFC"))
    func `max-age follows RFC 9111, and an invalid value is stale`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "repeated lines are"))
    func `repeated lines are combined, and unrelated fields have no effect`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "Expires is relative"))
    func `Expires is relative to Date, and an invalid date is in the past`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "the first valid"))
    func `the first valid member of Age counts, or Date if that gives a greater age`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "the largest lifetime"))
    func `the largest lifetime never exceeds the largest age`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "if the clock"))
    func `if the clock was set back by more than a minute, nothing is fresh`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "heuristic freshness is a tenth"))
    func `heuristic freshness is a tenth of the time since Last-Modified, for cacheable statuses`(
        row: TableRow
    ) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "other statuses have"))
    func `other statuses have heuristic freshness only if they are public`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "without a Last-Modified"))
    func `without a Last-Modified in the past, or against explicit headers, nothing is heuristically fresh`(
        row: TableRow
    ) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "heuristic freshness is at"))
    func `heuristic freshness is at most a week`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test func `the response delay counts as age`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=10", delay: 8)
        #expect(scene.word(after: 1) == "use")
        #expect(scene.word(after: 2) == "fetch")
    }

    @Test func `extreme times neither trap nor make anything fresh`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100")
        for moment in [Int64.min, .max] {
            guard case .ask = scene.policy().decide(at: Instant(milliseconds: moment)) else {
                Issue.record("fresh at \(moment)")
                continue
            }
        }
        for moment in [Int64.min, .max] {
            scene.stored[0].response.received = Instant(milliseconds: moment)
            scene.stored[0].response.requested = Instant(milliseconds: 0 &- moment)
            _ = scene.word()
        }
    }

    @Test func `a caller's lifetime is a fallback or an override, but never overrides no-store`() {
        let fallback = ChosenLifetime.fallback(seconds: 100)
        let override = ChosenLifetime.override(seconds: 100)
        let cases: [(String, ChosenLifetime, Int64, String)] = [
            ("Date: @0@", fallback, 99, "use"), ("Date: @0@", fallback, 100, "fetch"),
            ("Cache-Control: max-age=10", fallback, 50, "fetch"), ("Expires: 0", fallback, 1, "fetch"),
            ("Cache-Control: no-cache", fallback, 1, "fetch"),
            ("Cache-Control: max-age=10", override, 99, "use"), ("Expires: 0", override, 99, "use"),
            ("Cache-Control: max-age=1000", override, 100, "fetch"),
            ("Cache-Control: no-cache", override, 99, "use"),
            ("Cache-Control: no-store", override, 1, "fetch"),
        ]
        for (lines, choice, seconds, word) in cases {
            var scene = CacheScene()
            scene.receive(lines, lifetime: choice)
            #expect(scene.word(after: seconds, lifetime: choice) == word, "\(lines) \(choice)")
        }
    }
}
