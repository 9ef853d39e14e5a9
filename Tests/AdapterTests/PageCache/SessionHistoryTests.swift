import Disks
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// The sessions of an account, in a file to which lines are appended.
struct SessionHistoryTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    /// A session identified by its number.
    static func past(_ number: Int, reason: String = "the server says so") throws -> PastSession {
        let text = """
            {"began":\(start.milliseconds + Int64(number)),"milliseconds":\(number),\
            "requested":"http://127.0.0.1:8420/\(number)","url":"http://127.0.0.1:8420/\(number)",\
            "page":"\(Sample.news.digest)","outcome":"dataUpdate","code":200,"status":200,\
            "reason":"\(reason)","changedBlocks":["news"],"bytesReceived":512,"bytesSent":300,\
            "found":\(number),"left":\(number + 1)}
            """
        let node = try #require(JSONNode.read(Array(text.utf8)).node)
        return try #require(PastSession(node, account: ""))
    }

    private func history(
        _ scratch: borrowing Scratch, limits: SessionHistory.Limits = SessionHistory.Limits()
    ) throws -> SessionHistory {
        try SessionHistory(root: scratch.root, account: "", limits: limits)
    }

    /// The numbers of the stored sessions, the latest first.
    private func numbers(_ history: SessionHistory) async throws -> [Int?] {
        try await history.read().sessions.map(\.found)
    }

    @Test func `sessions are read back unchanged, the latest first`() async throws {
        let scratch = Scratch()
        #expect(try await history(scratch).read() == SessionHistory.ReadResult())
        for number in 1...3 { try await history(scratch).append(Self.past(number)) }
        #expect(try await history(scratch).read().sessions == [Self.past(3), Self.past(2), Self.past(1)])
        #expect(Scratch.mode(scratch.root + "/default/sessions") == 0o600)
        #expect(Scratch.mode(scratch.root + "/default") == 0o700)
    }

    @Test func `links in place of the cache's or the account's folder are not followed`()
        async throws
    {
        for place in ["", "/default"] {
            let scratch = Scratch()
            let outside = Scratch()
            mkdir(outside.root, 0o700)
            if !place.isEmpty { mkdir(scratch.root, 0o700) }
            symlink(outside.root, scratch.root + place)
            let history = try history(scratch)
            let bookmarks = try BookmarkFile(root: scratch.root, account: "")
            let (past, url) = (try Self.past(1), try #require(WebURL("http://a.example/")))
            await #expect(throws: StoreFailure.self) { try await history.append(past) }
            await #expect(throws: StoreFailure.self) { try await history.read() }
            await #expect(throws: StoreFailure.self) {
                try await bookmarks.set([Bookmark(url: url, title: "", since: Self.start)])
            }
            for name in ["default", "sessions", "bookmarks"] {
                #expect(access(outside.root + "/" + name, F_OK) != 0, "\(name)")
            }
        }
    }

    @Test func `the sessions of a page are found, the latest first, up to a limit`() async throws {
        let scratch = Scratch()
        let history = try history(scratch)
        #expect(try await history.sessions(of: Sample.news, atMost: 9).isEmpty)
        for number in 1...3 { try await history.append(Self.past(number)) }
        var other = try Self.past(4, reason: "as \(Sample.news.digest) was")
        other.pageID = PageID(account: "", digest: "0000")
        try await history.append(other)
        #expect(try await history.sessions(of: Sample.news, atMost: 9).map(\.found) == [3, 2, 1])
        #expect(try await history.sessions(of: Sample.news, atMost: 2).map(\.found) == [3, 2])
    }

    @Test func `accounts do not see each other's sessions`() async throws {
        let scratch = Scratch()
        try await SessionHistory(root: scratch.root, account: "ann").append(Self.past(1))
        #expect(try await numbers(history(scratch)) == [])
        #expect(try await numbers(SessionHistory(root: scratch.root, account: "ann")) == [1])
    }

    @Test func `a truncated line is reported, and does not affect other lines`() async throws {
        let scratch = Scratch()
        let file = scratch.root + "/default/sessions"
        for number in 1...2 { try await history(scratch).append(Self.past(number)) }
        let bytes = try #require(Scratch.bytes(file))
        truncate(file, bytes.count - 40)
        let torn = try await history(scratch).read()
        #expect(torn.sessions.map(\.found) == [1])
        #expect(torn.damaged == 1)
        try await history(scratch).append(Self.past(3))
        let next = try await history(scratch).read()
        #expect(next.sessions.map(\.found) == [3, 1])
        #expect(next.damaged == 1)
    }

    @Test func `invalid UTF-8 and lines without a session are left out`() async throws {
        let scratch = Scratch()
        try await history(scratch).append(Self.past(1))
        let file = try #require(fopen(scratch.root + "/default/sessions", "a"))
        fputs("\n\u{1}\u{7F}\n{}\n[[[[\n\n", file)
        fclose(file)
        try await history(scratch).append(Self.past(2))
        let reading = try await history(scratch).read()
        #expect(reading.sessions.map(\.found) == [2, 1])
        #expect(reading.damaged == 3)
    }

    @Test func `the file stays within its size limit, and the latest sessions stay`() async throws {
        let scratch = Scratch()
        var limits = SessionHistory.Limits()
        limits.bytes = 4000
        for number in 1...60 {
            try await history(scratch, limits: limits).append(Self.past(number))
            let size = Scratch.bytes(scratch.root + "/default/sessions")?.count ?? 0
            #expect(size <= limits.bytes)
            #expect(try await numbers(history(scratch, limits: limits)).first == number)
        }
        let kept = try await numbers(history(scratch, limits: limits)).compactMap(\.self)
        #expect(kept.count >= 4)
        #expect(kept == Array((61 - kept.count...60).reversed()), "none between them is missing")
    }

    @Test func `the number of sessions is limited`() async throws {
        let scratch = Scratch()
        var limits = SessionHistory.Limits()
        limits.sessions = 3
        for number in 1...5 { try await history(scratch, limits: limits).append(Self.past(number)) }
        #expect(try await numbers(history(scratch, limits: limits)) == [5, 4, 3])
    }

    @Test func `a session too long for a line is not stored, and an oversized file is replaced`()
        async throws
    {
        let scratch = Scratch()
        let long = String(repeating: "x", count: 20_000)
        try await history(scratch).append(Self.past(1, reason: long))
        #expect(try await numbers(history(scratch)) == [])
        var limits = SessionHistory.Limits()
        limits.bytes = 2000
        try await history(scratch, limits: limits).append(Self.past(2))
        Scratch.write(String(repeating: "y", count: 9000), to: scratch.root + "/default/sessions")
        #expect(try await history(scratch, limits: limits).read().sessions == [])
        try await history(scratch, limits: limits).append(Self.past(3))
        #expect(try await numbers(history(scratch, limits: limits)) == [3])
    }

    @Test func `forgetting a page removes its sessions and no others`() async throws {
        let scratch = Scratch()
        try await history(scratch).forget(Sample.news)
        #expect(!Scratch.exists(scratch.root), "nothing to be forgotten makes no file")
        for number in 1...3 { try await history(scratch).append(Self.past(number)) }
        var other = try Self.past(9)
        other.pageID = Sample.clock
        try await history(scratch).append(other)
        try await history(scratch).forget(Sample.news)
        #expect(try await numbers(history(scratch)) == [9])
        try await history(scratch).append(Self.past(4))
        #expect(try await numbers(history(scratch)) == [4, 9])
    }

    @Test func `a foreign file is refused`() async throws {
        let scratch = Scratch()
        try await history(scratch).append(Self.past(1))
        let file = scratch.root + "/default/sessions"
        unlink(file)
        symlink("/tmp", file)
        await #expect(throws: StoreFailure.self) { try await history(scratch).append(Self.past(2)) }
        await #expect(throws: StoreFailure.self) { try await history(scratch).read() }
    }

    @Test func `concurrent appends lose no line`() async throws {
        let scratch = Scratch()
        let root = scratch.root
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<25 {
                        try await SessionHistory(root: root, account: "").append(
                            Self.past(writer * 100 + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        let reading = try await history(scratch).read()
        #expect(reading.sessions.count == 100 && reading.damaged == 0)
    }

    /// A disk with these sessions in a file that is nearly full, or not.
    private func prepared(_ count: Int, _ limits: SessionHistory.Limits) async throws -> VolatileDisk {
        let disk = VolatileDisk()
        disk.begin(.sound, at: Self.start)
        for number in 1...count { try await Self.history(disk, limits).append(Self.past(number)) }
        disk.settle()
        return disk
    }

    private static func history(
        _ disk: VolatileDisk, _ limits: SessionHistory.Limits
    ) throws -> SessionHistory {
        try SessionHistory(root: "/home/cache", account: "", limits: limits, disk: disk)
    }

    @Test(arguments: [3, 9])
    func `after a power cut at any call the old sessions are there, and the next one can be added`(
        count: Int
    ) async throws {
        var limits = SessionHistory.Limits()
        limits.bytes = try Self.past(50).json.text().utf8.count * 9 + 20
        let prepared = try await prepared(count, limits)
        let before = try await numbers(Self.history(prepared, limits))
        let sound = prepared.copy()
        sound.begin(.sound, at: Self.start)
        try await Self.history(sound, limits).append(Self.past(50))
        let calls = sound.calls
        let after = try await numbers(Self.history(sound, limits))
        #expect(after.first == 50 && (count == 3 || after.count < before.count), "9 fill the file")
        for cut in 0...calls {
            for survival in VolatileDisk.Survival.allCases {
                let disk = prepared.copy()
                disk.begin(.powerCut(after: cut), at: Self.start)
                do { try await Self.history(disk, limits).append(Self.past(50)) } catch is StoreFailure {}
                let restarted = disk.restarted(survival, seed: UInt64(cut))
                let situation = "cut after call \(cut) of \(calls), \(survival) left"
                let seen = try await numbers(Self.history(restarted, limits))
                if survival == .anything {
                    // A part of an unsynced file may be lost; its complete lines are valid.
                    #expect(seen.allSatisfy { before.contains($0) || $0 == 50 }, "\(situation)")
                } else {
                    #expect(seen == before || seen == after, "\(situation)")
                }
                try await Self.history(restarted, limits).append(Self.past(51))
                #expect(try await numbers(Self.history(restarted, limits)).first == 51, "\(situation)")
                #expect(restarted.openCount == 0, "\(situation)")
            }
        }
    }

    @Test(arguments: [ENOSPC, EIO])
    func `a full or failing disk keeps the old sessions`(code: Int32) async throws {
        var limits = SessionHistory.Limits()
        limits.bytes = try Self.past(50).json.text().utf8.count * 9 + 20
        for count in [3, 9] {
            let prepared = try await prepared(count, limits)
            let before = try await numbers(Self.history(prepared, limits))
            for call in 0..<40 {
                let disk = prepared.copy()
                disk.begin(.failure(after: call, code: code), at: Self.start)
                do { try await Self.history(disk, limits).append(Self.past(50)) } catch is StoreFailure {}
                disk.begin(.sound, at: Self.start)
                let seen = try await numbers(Self.history(disk, limits))
                #expect(seen == before || seen.first == 50, "error \(code) at call \(call)")
            }
        }
    }
}
