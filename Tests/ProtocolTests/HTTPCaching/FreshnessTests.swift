import SonicProtocol
import Testing

@Suite struct FreshnessTests {
    @Test(
        arguments: [
            // Cache-Control, seconds later, expected result.
            ("max-age=100", 99, "use"), ("max-age=100", 100, "fetch"), ("max-age=0", 0, "fetch"),
            ("MAX-age=100", 1, "use"), ("max-age=\"100\"", 1, "use"), ("max-age=0100", 99, "use"),
            ("a=b, max-age=100", 1, "use"), ("max-age=100, a", 1, "use"), (",max-age=100,", 1, "use"),
            ("a=\"max-age=100\"", 1, "fetch"), ("a=\"x, max-age=100\"", 1, "fetch"),
            ("a=\"\\\", max-age=100\"", 1, "fetch"), ("x-max-age=100", 1, "fetch"),
            ("max-age=-100", 1, "fetch"), ("max-age=100.5", 1, "fetch"), ("max-age=100a", 1, "fetch"),
            ("max-age=a100", 1, "fetch"), ("max-age='100'", 1, "fetch"), ("max-age=+100", 1, "fetch"),
            ("max-age", 1, "fetch"), ("max-age=", 1, "fetch"), ("max-age =100", 1, "fetch"),
            ("max-age= 100", 1, "fetch"), ("max-age=１００", 1, "fetch"), ("max-age=1e3", 1, "fetch"),
            ("max-age=2147483647", 1_000_000, "use"), ("max-age=2147483648", 1_000_000, "use"),
            ("max-age=99999999999", 1_000_000, "use"),
            ("max-age=999999999999999999999999999999", 1_000_000, "use"),
            ("max-age=100, max-age=1", 50, "use"), ("max-age=1, max-age=100", 50, "fetch"),
            ("s-maxage=1, max-age=100", 50, "use"), ("max-age=1, s-maxage=100", 50, "fetch"),
            ("max-age=100, no-cache", 1, "fetch"), ("max-age=100, No-Cache", 1, "fetch"),
            ("no-cache=\"a\", max-age=100", 1, "fetch"), ("no-cache =\"a\", max-age=100", 1, "fetch"),
            ("max-age=100, private", 1, "use"), ("max-age=100, private=\"a\"", 1, "use"),
            ("max-age=100, must-revalidate", 1, "use"), ("max-age=100, proxy-revalidate", 1, "use"),
            ("max-age=100, immutable", 1, "use"), ("immutable", 1, "fetch"),
        ] as [(String, Int64, String)])
    func `max-age follows RFC 9111, and an invalid value is stale`(
        _ line: String, _ seconds: Int64, _ word: String
    ) {
        #expect(
            CacheScene.word("Date: @0@\nCache-Control: \(line)", after: seconds) == word, "\(line)")
    }

    @Test(arguments: [
        ("Cache-Control: a=b\nCache-Control: max-age=100", "use"),
        ("Cache-Control: max-age=100\nCache-Control: no-cache", "fetch"),
        ("Cache-Control: max-age=100\nExpires: @-10@", "use"),
        ("Cache-Control: max-age=0\nExpires: @100@", "fetch"),
        ("Cache-Control: max-age=x\nExpires: @100@", "fetch"),
        ("Cache-Control: s-maxage=100\nExpires: @-10@", "fetch"),
        ("CDN-Cache-Control: max-age=100", "fetch"), ("Surrogate-Control: max-age=100", "fetch"),
        ("Cache-Control: max-age=100\nCDN-Cache-Control: no-store", "use"),
        ("Cache-Control: max-age=100\nPragma: no-cache", "use"),
        ("Cache-Control: max-age=100\nSet-Cookie: a=b", "use"),
        ("Cache-Control: max-age=100\nContent-Disposition: attachment", "use"),
    ])
    func `repeated lines are combined, and unrelated fields have no effect`(
        _ lines: String, _ word: String
    ) {
        #expect(CacheScene.word("Date: @0@\n\(lines)") == word, "\(lines)")
    }

    @Test(
        arguments: [
            ("Date: @0@\nExpires: @100@", 99, "use"), ("Date: @0@\nExpires: @100@", 100, "fetch"),
            ("Expires: @100@", 50, "use"), ("Date: x\nExpires: @100@", 50, "use"),
            ("Date: @0@\nExpires: @0@", 1, "fetch"), ("Date: @0@\nExpires: @-100@", 1, "fetch"),
            ("Date: @-100@\nExpires: @100@", 50, "use"), ("Date: @-100@\nExpires: @100@", 100, "fetch"),
            ("Date: @10@\nExpires: @20@\nAge: 25", 1, "fetch"),
            ("Date: @-10@\nExpires: @10@\nAge: 25", 1, "fetch"),
            ("Date: @0@\nExpires: 0", 1, "fetch"), ("Date: @0@\nExpires:", 1, "fetch"),
            ("Date: @0@\nExpires: -1", 1, "fetch"), ("Date: @0@\nExpires: 2147483647", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18 Aug 2050 02:01:18 GMT", 1, "use"),
            ("Date: @0@\nExpires: thu, 18 aug 2050 02:01:18 gmt", 1, "use"),
            ("Date: @0@\nExpires: Thu, 18 Aug 2050 02:01:18 UTC", 1, "fetch"),
            ("Date: @0@\nExpires: Tue, 18 Aug 9999 02:01:18 GMT", 1, "use"),
            ("Date: @0@\nExpires: Thu Aug 18 02:01:18 2050", 1, "use"),
            ("Date: @0@\nExpires: Thursday, 18-Aug-50 02:01:18 GMT", 1, "use"),
            ("Date: @0@\nExpires: Thu, 18 Aug 50 02:01:18 GMT", 1, "fetch"),
            ("Date: @0@\nExpires: Thu 18 Aug 2050 02:01:18 GMT", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18  Aug 2050 02:01:18 GMT", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18-Aug-2050 02:01:18 GMT", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18 Aug 2050 2:01:18 GMT", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18 Aug 2050 02.01.18 GMT", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18 Aug 2050 02:01:18 AEST", 1, "fetch"),
            ("Date: @0@\nExpires: Thu, 18 Aug 2050 02:01:18", 1, "fetch"),
            ("Date: @0@\nExpires: @100@\nExpires: @200@", 1, "fetch"),
        ] as [(String, Int64, String)])
    func `Expires is relative to Date, and an invalid date is in the past`(
        _ lines: String, _ seconds: Int64, _ word: String
    ) {
        #expect(CacheScene.word(lines, after: seconds) == word, "\(lines)")
    }

    @Test(
        arguments: [
            ("Age: 50", 49, "use"), ("Age: 50", 50, "fetch"), ("Age: 7200", 0, "fetch"),
            ("Age: 50, 1000", 1, "use"), ("Age: 1000, 50", 1, "fetch"), ("Age: 1000, a", 1, "fetch"),
            ("Age: a, 1000", 1, "use"), ("Age: 50\nAge: 1000", 1, "use"), ("Age: 1000\nAge: 50", 1, "fetch"),
            ("Age: a", 1, "use"), ("Age: -1000", 1, "use"), ("Age: 1000.0", 1, "use"),
            ("Age: 1000;a=b", 1, "use"), ("Age: 1000 a", 1, "use"), ("Age:", 1, "use"),
            ("Age: ,1000", 1, "fetch"),
            ("Age: 2147483647", 1, "fetch"), ("Age: 2147483648", 1, "fetch"),
            ("Age: 99999999999", 1, "fetch"),
            ("Age: 99999999999999999999999999", 1, "fetch"), ("Date: @-50@", 49, "use"),
            ("Date: @-50@", 50, "fetch"), ("Date: @1000@", 99, "use"), ("Date: @1000@", 100, "fetch"),
        ] as [(String, Int64, String)])
    func `the first valid member of Age counts, or Date if that gives a greater age`(
        _ lines: String, _ seconds: Int64, _ word: String
    ) {
        #expect(
            CacheScene.word("Cache-Control: max-age=100\n\(lines)", after: seconds) == word, "\(lines)")
    }

    @Test func `the largest lifetime never exceeds the largest age`() {
        #expect(CacheScene.word("Cache-Control: max-age=99999999999\nAge: 99999999999", after: 0) == "fetch")
    }

    @Test func `the response delay counts as age`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=10", delay: 8)
        #expect(scene.word(after: 1) == "use")
        #expect(scene.word(after: 2) == "fetch")
    }

    @Test func `if the clock was set back by more than a minute, nothing is fresh`() {
        #expect(CacheScene.word("Cache-Control: max-age=100", after: -59) == "use")
        #expect(CacheScene.word("Cache-Control: max-age=100", after: -61) == "fetch")
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

    @Test(arguments: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
    func `heuristic freshness is a tenth of the time since Last-Modified, for cacheable statuses`(
        _ status: Int
    ) {
        let lines = "Date: @0@\nLast-Modified: @-1000@"
        #expect(CacheScene.word(lines, status: status, after: 99) == "use")
        #expect(CacheScene.word(lines, status: status, after: 100) == "validate")
    }

    @Test(arguments: [201, 202, 302, 303, 307, 403, 429, 500, 502, 503, 504, 599])
    func `other statuses have heuristic freshness only if they are public`(_ status: Int) {
        let lines = "Date: @0@\nLast-Modified: @-100000@"
        #expect(CacheScene.word(lines, status: status) == "dropped")
        #expect(CacheScene.word(lines + "\nCache-Control: public", status: status) == "use")
        #expect(CacheScene.word(lines + "\nCache-Control: private", status: status) == "validate")
    }

    @Test(arguments: [
        ("Date: @0@", "fetch"), ("Date: @0@\nLast-Modified: @0@", "validate"),
        ("Date: @0@\nLast-Modified: @1000@", "validate"), ("Date: @0@\nLast-Modified: x", "validate"),
        ("Last-Modified: @-1000@", "use"), ("Date: @0@\nLast-Modified: @-1000@\nExpires: 0", "validate"),
        ("Date: @0@\nLast-Modified: @-1000@\nCache-Control: no-cache", "validate"),
    ])
    func `without a Last-Modified in the past, or against explicit headers, nothing is heuristically fresh`(
        _ lines: String, _ word: String
    ) {
        #expect(CacheScene.word(lines) == word, "\(lines)")
    }

    @Test func `heuristic freshness is at most a week`() {
        let lines = "Date: @0@\nLast-Modified: @-900000000@"
        #expect(CacheScene.word(lines, after: 7 * 86_400 - 1) == "use")
        #expect(CacheScene.word(lines, after: 7 * 86_400) == "validate")
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
