import Disks
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import PageCache

/// Responses in files.
@Suite struct ResponseCacheTests: ~Copyable {
    static let key = CacheKey(WebURL("http://a.example/style.css?v=1")!)
    static let start = Instant(milliseconds: 1_800_000_000_000)

    static func response(
        _ length: Int, part: Range<Int>? = nil, total: Int? = nil, requests: [VaryKey] = [.fields([])]
    ) -> StoredResponse {
        StoredResponse(
            url: WebURL("http://a.example/style.css?v=1")!, status: part == nil ? 200 : 206, reason: "OK",
            version: "HTTP/1.1",
            headers: Headers([
                HeaderField("ETag", "\"1\""), HeaderField("X-A", "1"), HeaderField("x-a", "2"),
                HeaderField(nameBytes: Array("X-B".utf8), valueBytes: [0xE9, 0xFF]),
            ]), requests: requests, requested: start, received: start.adding(seconds: 1),
            extent: part.map { .part($0, of: total) } ?? .whole(length),
            assignedLifetime: part == nil ? nil : 60)
    }

    private let scratch = Scratch()

    private func cache(
        account: String = "", limits: ResponseLimits = ResponseLimits(), at now: Instant = start
    ) -> ResponseCache {
        ResponseCache(root: scratch.root, account: account, hashes: .nettle, limits: limits, now: { now })
    }

    private func file(_ name: String) -> String {
        "\(scratch.root)/default/http/\(Hashes.nettle.md5(Array(Self.key.text.utf8)))/\(name)"
    }

    @Test(arguments: [
        (response(3), [1, 2, 3] as [UInt8]),
        (response(0), []),
        (response(2, part: 5..<7, total: 10), [8, 9]),
        (response(2, part: 0..<2), [8, 9]),
        (
            response(
                1,
                requests: [
                    .any, .fields([VaryKey.Field(name: "accept", value: nil)]),
                    .fields([VaryKey.Field(name: "accept", value: ""), VaryKey.Field(name: "b", value: "é")]),
                ]), [7]
        ),
    ])
    func `a stored response is read back unchanged, also by another process`(
        _ response: StoredResponse, _ body: [UInt8]
    ) async throws {
        let number = try await cache().save(response, body: body, under: Self.key, replacing: [])
        let other = cache()
        #expect(try await other.variants(of: Self.key) == [StoredVariant(number: number, response: response)])
        #expect(try await other.body(of: number, under: Self.key, 0..<body.count) == body)
        #expect(try await other.body(of: number, under: Self.key, 0..<(body.count + 1)) == nil)
        #expect(try await other.body(of: number + 1, under: Self.key, 0..<0) == nil)
    }

    @Test func `the latest response is first, and numbers are never reused`() async throws {
        let cache = cache()
        var numbers: [Int] = []
        for byte in 1...3 {
            numbers.append(
                try await cache.save(Self.response(1), body: [UInt8(byte)], under: Self.key, replacing: []))
        }
        #expect(try await cache.variants(of: Self.key).map(\.number) == numbers.reversed())
        #expect(try await cache.body(of: numbers[1], under: Self.key, 0..<1) == [2])
        let next = try await cache.save(
            Self.response(1), body: [4], under: Self.key, replacing: Array(numbers.dropFirst()))
        #expect(try await cache.variants(of: Self.key).map(\.number) == [next, numbers[0]])
        #expect(!Scratch.exists(file(String(numbers[1]))))
        try await cache.remove(Self.key)
        #expect(try await cache.variants(of: Self.key).isEmpty)
        #expect(!Scratch.exists(file("")))
        let later = self.cache(at: Self.start.adding(seconds: 1))
        let fresh = try await later.save(Self.response(1), body: [5], under: Self.key, replacing: [])
        #expect(!([next] + numbers).contains(fresh))
    }

    @Test func `renewing the headers keeps the body`() async throws {
        let cache = cache()
        let number = try await cache.save(Self.response(2), body: [1, 2], under: Self.key, replacing: [])
        var renewed = Self.response(2)
        renewed.headers.replace("X-A", "3")
        renewed.received = Self.start.adding(seconds: 9)
        try await cache.freshen(number, under: Self.key, to: renewed)
        try await cache.freshen(number + 1, under: Self.key, to: Self.response(2))
        #expect(try await cache.variants(of: Self.key) == [StoredVariant(number: number, response: renewed)])
        #expect(try await cache.body(of: number, under: Self.key, 1..<2) == [2])
    }

    @Test func `removing a response keeps the others, and removing the last one removes the folder`()
        async throws
    {
        let cache = cache()
        let first = try await cache.save(Self.response(1), body: [1], under: Self.key, replacing: [])
        let second = try await cache.save(Self.response(1), body: [2], under: Self.key, replacing: [])
        try await cache.remove(first, under: Self.key)
        #expect(try await cache.variants(of: Self.key).map(\.number) == [second])
        try await cache.remove(second, under: Self.key)
        #expect(!Scratch.exists(file("")))
    }

    @Test func `accounts do not see each other's responses, and clearing one leaves the other`() async throws
    {
        let (ann, ben) = (cache(account: "ann"), cache(account: "ben"))
        _ = try await ann.save(Self.response(1), body: [1], under: Self.key, replacing: [])
        #expect(try await ben.variants(of: Self.key).isEmpty)
        _ = try await ben.save(Self.response(1), body: [2], under: Self.key, replacing: [])
        try await ann.clear()
        #expect(try await ann.variants(of: Self.key).isEmpty)
        #expect(try await ben.variants(of: Self.key).count == 1)
    }

    @Test func `a response with a corrupted body is left out`() async throws {
        let cache = cache()
        let number = try await cache.save(Self.response(3), body: [1, 2, 3], under: Self.key, replacing: [])
        Scratch.write("\u{1}\u{2}\u{4}", to: file(String(number)))
        #expect(try await cache.body(of: number, under: Self.key, 0..<3) == nil)
        #expect(try await cache.body(of: number, under: Self.key, 0..<1) == nil)
        Scratch.write("\u{1}", to: file(String(number)))
        #expect(try await cache.variants(of: Self.key).isEmpty)
    }

    @Test(arguments: ["", "{", "[]", "{\"key\":\"http://b.example/\",\"last\":1,\"entries\":[]}"])
    func `an invalid index counts as empty, and the next save repairs it`(_ text: String)
        async throws
    {
        let cache = cache()
        _ = try await cache.save(Self.response(1), body: [1], under: Self.key, replacing: [])
        Scratch.write(text, to: file("index"))
        #expect(try await cache.variants(of: Self.key).isEmpty)
        let number = try await cache.save(Self.response(1), body: [2], under: Self.key, replacing: [])
        #expect(try await cache.variants(of: Self.key).map(\.number) == [number])
    }

    @Test func `the least recently used responses are pruned first`() async throws {
        var limits = ResponseLimits()
        limits.keys = 2
        let keys = (1...4).map { CacheKey(WebURL("http://a.example/\($0)")!) }
        // Files have the system's time.
        let start = Instant.present
        for key in keys {
            _ = try await cache(limits: limits, at: start).save(
                Self.response(1), body: [1], under: key, replacing: [])
        }
        for (index, seconds) in [90, 10, 20, 80].enumerated() {
            _ = try await cache(at: start.adding(seconds: Int64(seconds))).variants(of: keys[index])
        }
        let young = try await cache(limits: limits, at: start.adding(seconds: 69)).prune()
        #expect(young.pages == 0 && young.recent == 4)
        let later = try await cache(limits: limits, at: start.adding(seconds: 300)).prune()
        #expect(later.pages == 2 && later.recent == 0)
        var kept: [Int] = []
        for (index, key) in keys.enumerated() where try await !cache(at: start).variants(of: key).isEmpty {
            kept.append(index)
        }
        #expect(kept == [0, 3])
        limits.age = .seconds(60)
        #expect(try await cache(limits: limits, at: start.adding(seconds: 600)).prune().pages == 2)
    }

    @Test func `pruning works again after the clock was ahead`() async throws {
        let disk = VolatileDisk()
        var limits = ResponseLimits()
        limits.keys = 2
        func save(_ number: Int, after seconds: Int64) async throws -> Int {
            let now = Self.start.adding(seconds: seconds)
            disk.begin(.sound, at: now)
            let cache = ResponseCache(
                root: "/cache", account: "", hashes: .nettle, limits: limits, disk: disk, now: { now })
            let key = CacheKey(WebURL("http://a.example/\(number)")!)
            _ = try await cache.save(Self.response(1), body: [1], under: key, replacing: [])
            return try cache.names().count
        }
        for number in 1...5 { #expect(try await save(number, after: 1_000_000) == number) }
        #expect(
            try await save(6, after: 0) == 2,
            "the mark that is ahead counts as none, and nothing ahead is young")
        #expect(try await save(7, after: 4000) == 2, "the mark of the last pruning is set right")
    }
}

/// Responses after a power cut at any system call, or on a failing disk.
@Suite struct ResponsePowerCutTests {
    private static let key = ResponseCacheTests.key
    private static let bodies: [[UInt8]] = [[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]

    private static func cache(_ disk: VolatileDisk, later seconds: Int64 = 0) -> ResponseCache {
        ResponseCache(
            root: "/home/cache", account: "", hashes: .nettle, disk: disk,
            now: { ResponseCacheTests.start.adding(seconds: seconds) })
    }

    /// The bodies that a reader finds, each complete, the latest first.
    private static func bodies(_ cache: ResponseCache) async throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        for variant in try await cache.variants(of: key) {
            if let body = try await cache.body(
                of: variant.number, under: key, 0..<variant.response.extent.count)
            {
                found.append(body)
            }
        }
        return found
    }

    enum Change: CaseIterable, Sendable {
        case save, replace, freshen, removeOne, removeAll

        func perform(_ cache: ResponseCache) async throws {
            let numbers = try await cache.variants(of: key).map(\.number)
            let response = ResponseCacheTests.response(4)
            switch self {
            case .save: _ = try await cache.save(response, body: bodies[2], under: key, replacing: [])
            case .replace: _ = try await cache.save(response, body: bodies[2], under: key, replacing: numbers)
            case .freshen: try await cache.freshen(numbers[0], under: key, to: response)
            case .removeOne: try await cache.remove(numbers[0], under: key)
            case .removeAll: try await cache.remove(key)
            }
        }

        /// What a reader may find afterwards, besides the old state.
        var after: [[UInt8]] {
            switch self {
            case .save: [bodies[2], bodies[1], bodies[0]]
            case .replace: [bodies[2]]
            case .freshen: [bodies[1], bodies[0]]
            case .removeOne: [bodies[0]]
            case .removeAll: []
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `after a power cut at any system call a reader finds old or new state or less, never a wrong byte`(
        _ change: Change
    ) async throws {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: ResponseCacheTests.start)
        for body in Self.bodies.prefix(2) {
            _ = try await Self.cache(prepared).save(
                ResponseCacheTests.response(4), body: body, under: Self.key, replacing: [])
        }
        let before = try await Self.bodies(Self.cache(prepared))
        #expect(before == [Self.bodies[1], Self.bodies[0]])
        var calls = 0
        for limit in 0..<200 {
            let disk = prepared.copy()
            disk.begin(.powerCut(after: limit), at: ResponseCacheTests.start)
            do { try await change.perform(Self.cache(disk, later: 5)) } catch is StoreFailure {}
            calls = limit
            for survival in VolatileDisk.Survival.allCases {
                let restarted = disk.restarted(survival, seed: UInt64(limit))
                let found = try await Self.bodies(Self.cache(restarted))
                switch survival {
                case .everything:
                    #expect(found == before || found == change.after, "\(change) cut after \(limit)")
                case .nothing, .entries, .bytes, .anything:
                    #expect(found.allSatisfy(Self.bodies.contains), "\(change) cut after \(limit)")
                }
                let number = try await Self.cache(restarted, later: 9).save(
                    ResponseCacheTests.response(1), body: [9], under: Self.key, replacing: [])
                #expect(
                    try await Self.cache(restarted).body(of: number, under: Self.key, 0..<1) == [9],
                    "\(change) cut after \(limit)")
            }
            if disk.calls <= limit { break }
        }
        #expect(calls > 5 && calls < 199)
    }

    @Test(arguments: Change.allCases)
    func `where a system call fails the state is the old or the new one`(_ change: Change) async throws {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: ResponseCacheTests.start)
        for body in Self.bodies.prefix(2) {
            _ = try await Self.cache(prepared).save(
                ResponseCacheTests.response(4), body: body, under: Self.key, replacing: [])
        }
        for limit in 0..<60 {
            let disk = prepared.copy()
            disk.begin(.failure(after: limit, code: 28), at: ResponseCacheTests.start)
            do { try await change.perform(Self.cache(disk, later: 5)) } catch is StoreFailure {}
            let calls = disk.calls
            disk.begin(.sound, at: ResponseCacheTests.start)
            let found = try await Self.bodies(Self.cache(disk))
            #expect(
                found == [Self.bodies[1], Self.bodies[0]] || found == change.after, "\(change) at \(limit)")
            #expect(disk.openCount == 0)
            if calls <= limit { break }
        }
    }

    @Test func `a response that cannot be stored leaves no body behind`() async throws {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: ResponseCacheTests.start)
        for body in Self.bodies.prefix(2) {
            _ = try await Self.cache(prepared).save(
                ResponseCacheTests.response(4), body: body, under: Self.key, replacing: [])
        }
        let names = Set(try Self.names(on: prepared))
        for limit in 0..<60 {
            let disk = prepared.copy()
            disk.begin(.full(after: limit), at: ResponseCacheTests.start)
            var isStored = true
            do {
                try await Change.save.perform(Self.cache(disk, later: 5))
            } catch is StoreFailure {
                isStored = false
            }
            let calls = disk.calls
            let left = Set(try Self.names(on: disk))
            #expect(isStored ? left.count == names.count + 1 : left == names, "after \(limit)")
            if calls <= limit { return }
        }
        Issue.record("a save makes fewer calls")
    }

    /// The files in the key's folder.
    private static func names(on disk: VolatileDisk) throws -> [String] {
        let place = "/home/cache/default/http/\(Hashes.nettle.md5(Array(key.text.utf8)))"
        let folder = try disk.open(place, in: .working, .folder)
        defer { disk.close(folder) }
        return try disk.names(in: folder)
    }
}
