import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Pages that are kept offline are exempt from pruning, with the responses for them.
struct PinTests {
    private static let start = PruneTests.start
    private static let sheet = CacheKey(text: "http://a.example/a.css")

    @Test func `a pinned page is exempt from all limits, and counts toward none`() async throws {
        var setting = PruneTests.Setting()
        setting.limits.age = .seconds(1000)
        for number in 1...3 { try await setting.commit("\(number)", after: Int64(number)) }
        try await setting.commit("x", for: Sample.clock, after: 5)
        let pin = try await setting.cache(after: 10).pin(Sample.news)
        #expect(pin == Pin(since: Self.start.adding(seconds: 10), url: Sample.url.href))
        setting.limits.pages = 1
        setting.limits.bytes = 64 << 10
        _ = try await setting.cache(after: 2000).load(Sample.clock)
        let entry = try #require(try await setting.cache(after: 2000).entry(Sample.news))
        #expect(entry.pin == pin)
        let report = try await setting.cache(after: 2100).prune()
        var expected = PruneReport()
        (expected.bytesLeft, expected.pinned, expected.pinnedBytes) = (report.bytesLeft, 1, entry.bytes)
        #expect(report == expected)
        #expect(report.bytesLeft > 0, "the other page is within the limits, as the pinned one does not count")
        setting.limits.pages = 0
        setting.limits.bytes = 0
        #expect(try await setting.cache(after: 3000).prune().pages == 1)
        #expect(try await setting.cache(after: 3000).versions(of: Sample.news) == [3, 2, 1])
        let pinned = try await setting.cache(after: 3000).pinned()
        #expect(pinned.map(\.id) == [Sample.news] && pinned.map(\.bytes) == [entry.bytes])

        #expect(try await setting.cache(after: 3000).unpin(Sample.news))
        #expect(try await setting.cache(after: 3100).prune().pages == 1)
        #expect(try await setting.cache(after: 3100).list() == [])
    }

    @Test func `finding the pinned pages takes one system call for each of the others`() async throws {
        let setting = PruneTests.Setting()
        var calls: [Int] = []
        for end in [10, 30] {
            for number in calls.count * 10..<end {
                try await setting.commit("1", for: PruneTests().page(number), after: 1)
            }
            if calls.isEmpty { _ = try await setting.cache(after: 1).pin(PruneTests().page(3)) }
            let pinned = try await setting.cache(after: 2).pinned()
            #expect(pinned.map(\.id) == [PruneTests().page(3)])
            calls.append(setting.disk.calls)
        }
        #expect(calls[1] - calls[0] == 20)
    }

    @Test func `the history of a pinned page is limited only in number of versions`() async throws {
        var setting = PruneTests.Setting()
        setting.limits.age = .seconds(1000)
        setting.limits.versions = 3
        try await setting.commit("1", after: 1)
        _ = try await setting.cache(after: 1).pin(Sample.news)
        for number in 2...5 { try await setting.commit("\(number)", after: Int64(number) * 3000) }
        #expect(try await setting.cache(after: 90_000).prune().versions == 0)
        #expect(try await setting.cache(after: 90_000).versions(of: Sample.news) == [5, 4, 3])
    }

    @Test func `pinning twice is pinning once, and updates, renewals and Sonic-off marks keep the pin`()
        async throws
    {
        let setting = PruneTests.Setting()
        try await setting.commit("one", after: 0)
        let pin = try await setting.cache(after: 1).pin(Sample.news, resources: [Self.sheet])
        #expect(
            pin == Pin(since: Self.start.adding(seconds: 1), resources: [Self.sheet], url: Sample.url.href))
        try await setting.commit("two", after: 2)
        try await setting.cache(after: 3).renew(
            Sample.news, number: 2, headers: Headers(), checked: Self.start.adding(seconds: 3))
        try await setting.cache(after: 4).setSonicOff(
            Sample.news, url: Sample.url, until: Self.start.adding(seconds: 60))
        try await setting.cache(after: 5).setSonicOff(Sample.news, url: Sample.url, until: nil)
        #expect(try await setting.cache(after: 6).pin(Sample.news, resources: [Self.sheet]) == pin)
        #expect(try await setting.cache(after: 7).pin(of: Sample.news) == pin)
        #expect(try await setting.cache(after: 7).load(Sample.news)?.number == 2)
    }

    @Test func `a page that is not stored cannot be pinned, and nothing is left behind`() async throws {
        let setting = PruneTests.Setting()
        #expect(try await setting.cache(after: 0).pin(Sample.news) == nil)
        #expect(try await setting.cache(after: 0).unpin(Sample.news) == false)
        try await setting.cache(after: 0).setSonicOff(
            Sample.news, url: Sample.url, until: Self.start.adding(seconds: 60))
        #expect(try await setting.cache(after: 0).pin(Sample.news) == nil)
        try await setting.cache(after: 0).add([Self.sheet], toPinOf: Sample.news)
        #expect(try await setting.cache(after: 0).list().map(\.pin) == [nil])
    }

    @Test func `a pin survives the removal of its page until the next version`() async throws {
        let setting = PruneTests.Setting()
        try await setting.commit("one", after: 0)
        let pin = try await setting.cache(after: 1).pin(Sample.news)
        try await setting.cache(after: 2).remove(Sample.news)
        let empty = try #require(try await setting.cache(after: 100).entry(Sample.news))
        #expect((empty.versions, empty.url, empty.pin) == ([], Sample.url.href, pin))
        #expect(try await setting.cache(after: 100).prune().pinned == 1)
        try await setting.cache(after: 200).setSonicOff(
            Sample.news, url: Sample.url, until: Self.start.adding(seconds: 300))
        try await setting.cache(after: 200).setSonicOff(Sample.news, url: Sample.url, until: nil)
        try await setting.commit("two", after: 200)
        #expect(try await setting.cache(after: 201).pin(of: Sample.news) == pin)

        try await setting.cache(after: 300).remove(Sample.news)
        #expect(try await setting.cache(after: 300).unpin(Sample.news))
        #expect(try await setting.cache(after: 300).list() == [])
    }

    @Test func `resources are recorded once each, the latest last, up to a limit`() async throws {
        let setting = PruneTests.Setting()
        try await setting.commit("one", after: 0)
        let cache = setting.cache(after: 1)
        _ = try await cache.pin(Sample.news, resources: [Self.sheet, Self.sheet])
        try await cache.add([Self.sheet], toPinOf: Sample.news)
        #expect(try await cache.pin(of: Sample.news)?.resources == [Self.sheet])
        let many = (0..<Pin.resourceLimit).map { CacheKey(text: "http://a.example/\($0)") }
        try await cache.add(many, toPinOf: Sample.news)
        #expect(try await cache.pin(of: Sample.news)?.resources == many)
    }

    @Test func `an unreadable pin still pins, and verifying reports it`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        Scratch.write("{", to: scratch.file(Sample.news, "pin"))
        #expect(try await scratch.cache().pin(of: Sample.news)?.resources == [])
        let faults = try await scratch.cache().verify().faults
        #expect(faults.map(\.path) == [scratch.file(Sample.news, "pin")])
        #expect(faults.map(\.reason) == ["it is not a record of a pin"])
        #expect(
            try await scratch.cache().pin(Sample.news, resources: [Self.sheet])?.resources == [Self.sheet])
        #expect(try await scratch.cache().verify().faults == [])
    }

    @Test func `responses for the pinned pages of an account are not pruned`() async throws {
        let scratch = Scratch()
        // Files have the system's time.
        let start = Instant.present
        _ = try await scratch.cache(now: start).commit(Sample.version("one"), for: Sample.news)
        _ = try await scratch.cache(now: start).pin(Sample.news, resources: [Self.sheet])
        func responses(_ account: String, after seconds: Int64) -> ResponseCache {
            var limits = ResponseLimits()
            limits.keys = 0
            limits.bytes = 0
            return ResponseCache(
                root: scratch.root, account: account, hashes: .nettle, limits: limits,
                now: { start.adding(seconds: seconds) })
        }
        let other = CacheKey(text: "http://a.example/b.css")
        for account in ["", "ann"] {
            for key in [Self.sheet, other] {
                let response = StoredResponse(
                    url: try #require(WebURL(key.text)), status: 200, reason: "OK", version: "HTTP/1.1",
                    headers: Headers(), requests: [.fields([])], requested: start, received: start,
                    extent: .whole(3), assignedLifetime: nil)
                _ = try await responses(account, after: 0).save(
                    response, body: [1, 2, 3], under: key, replacing: [])
            }
        }
        let report = try await responses("", after: 1000).prune()
        #expect((report.pages, report.pinned, report.bytesLeft) == (1, 1, 0))
        #expect(report.pinnedBytes > 0)
        #expect(try await responses("", after: 1000).variants(of: Self.sheet).count == 1)
        #expect(try await responses("", after: 1000).variants(of: other).isEmpty)
        #expect(try await responses("ann", after: 1000).prune().pages == 2)
    }
}
