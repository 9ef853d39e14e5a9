import Disks
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// The bookmarks of an account, in a file that is replaced atomically.
struct BookmarkFileTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    private func file(_ scratch: borrowing Scratch, account: String = "") throws -> BookmarkFile {
        try BookmarkFile(root: scratch.root, account: account)
    }

    private func url(_ path: String) throws -> WebURL { try #require(WebURL("http://127.0.0.1:8420" + path)) }

    private func place(_ scratch: borrowing Scratch) -> String { scratch.root + "/default/bookmarks" }

    private func bookmark(
        _ path: String, _ title: String = "", isKept: Bool = false
    ) throws -> Bookmark {
        Bookmark(url: try url(path), title: title, since: Self.start, isKeptOffline: isKept)
    }

    @Test func `bookmarks are added and removed`() async throws {
        let scratch = Scratch()
        #expect(try await file(scratch).read() == BookmarkFile.ReadResult())
        for path in ["/a", "/b"] {
            _ = try await file(scratch).set([bookmark(path, "Page \(path)")])
        }
        let reading = try await file(scratch).read()
        #expect(reading.bookmarks == [try bookmark("/a", "Page /a"), try bookmark("/b", "Page /b")])
        #expect(try await file(scratch).set([bookmark("/a", "Other")]) == reading)
        let left = try await file(scratch).remove(url("/a"))
        #expect(left.bookmarks.map(\.url.path) == ["/b"])
        #expect(try await file(scratch).remove(url("/a")) == left)
        #expect(Scratch.mode(place(scratch)) == 0o600)
        #expect(Scratch.mode(scratch.root + "/default") == 0o700)
    }

    @Test func `accounts do not see each other's bookmarks`() async throws {
        let scratch = Scratch()
        _ = try await file(scratch, account: "ann").set([bookmark("/a")])
        #expect(try await file(scratch).read().bookmarks == [])
        #expect(try await file(scratch).clear() == 0)
        #expect(try await file(scratch, account: "ann").clear() == 1)
        #expect(try await file(scratch, account: "ann").read().bookmarks == [])
    }

    @Test func `a title of one very long grapheme cluster is truncated`() async throws {
        let scratch = Scratch()
        let title = "Long" + String(repeating: "\u{301}", count: 1 << 16)
        for number in 1...20 {
            _ = try await file(scratch).set([bookmark("/\(number)", title)])
        }
        let bytes = try #require(Scratch.bytes(place(scratch)))
        #expect(bytes.count < 2000)
        #expect(try await file(scratch).read().bookmarks.allSatisfy { $0.title == "Lon" })
    }

    @Test func `unknown lines are preserved and counted`() async throws {
        let scratch = Scratch()
        _ = try await file(scratch).set([bookmark("/a", "A")])
        let strange = "no bookmark\n7 about:blank x\n1.5 http://a.example/ x\n\u{1B}[2J\n"
        let text = strange + "5 http://b.example/x#y Two  words\n6 http://b.example/x again\n"
        Scratch.write(text, to: place(scratch))
        let reading = try await file(scratch).read()
        #expect(reading.strange == 4)
        #expect(reading.bookmarks.map(\.url.href) == ["http://b.example/x"])
        #expect(reading.bookmarks.map(\.title) == ["Two  words"])
        _ = try await file(scratch).set([bookmark("/c", "New\nline")])
        let bytes = try #require(Scratch.bytes(place(scratch)))
        let line = "\(Self.start.milliseconds) http://127.0.0.1:8420/c New line\n"
        #expect(String(decoding: bytes, as: UTF8.self) == text + line)
    }

    @Test func `pages that are kept offline have a sign before the time, and nothing else changes`()
        async throws
    {
        let scratch = Scratch()
        _ = try await file(scratch).set([bookmark("/a", "A", isKept: true), bookmark("/b", "B")])
        let lines = "+1800000000000 http://127.0.0.1:8420/a A\n1800000000000 http://127.0.0.1:8420/b B\n"
        #expect(Scratch.bytes(place(scratch)) == Array(lines.utf8))
        // Release 0.2.0 reads the first word like this.
        #expect(Int64("+1800000000000") == Self.start.milliseconds)
        #expect(
            try await file(scratch).read().bookmarks == [
                bookmark("/a", "A", isKept: true), bookmark("/b", "B"),
            ])
        // A line that a person wrote, with an address and a title as the program would not write them.
        Scratch.write("no bookmark\n5 http://127.0.0.1:8420/b#y Two  words\n", to: place(scratch))
        _ = try await file(scratch).set([bookmark("/b", isKept: true), bookmark("/c", isKept: true)])
        let kept = "no bookmark\n+5 http://127.0.0.1:8420/b#y Two  words\n"
        let bytes = try #require(Scratch.bytes(place(scratch)))
        #expect(Bytes.text(bytes) == kept + "+1800000000000 http://127.0.0.1:8420/c \n")
        let reading = try await file(scratch).set([bookmark("/b"), bookmark("/c")])
        #expect(reading.bookmarks.map(\.isKeptOffline) == [false, false] && reading.strange == 1)
        let old =
            "no bookmark\n5 http://127.0.0.1:8420/b#y Two  words\n1800000000000 http://127.0.0.1:8420/c \n"
        #expect(Scratch.bytes(place(scratch)) == Array(old.utf8))
    }

    @Test func `bookmarks are limited in number, and foreign titles in length`() async throws {
        let scratch = Scratch()
        _ = try await file(scratch).set([bookmark("/a", String(repeating: "x", count: 999))])
        #expect(try await file(scratch).read().bookmarks.first?.title.count == 200)
        let lines = (0..<BookmarkFile.limit).map { "\($0) http://a.example/\($0) x\n" }.joined()
        Scratch.write(lines, to: place(scratch))
        let reading = try await file(scratch).set([bookmark("/b")])
        #expect(reading.bookmarks.count == BookmarkFile.limit)
        #expect(Scratch.bytes(place(scratch)) == Array(lines.utf8))
    }

    @Test func `a foreign file is reported and not touched`() async throws {
        let scratch = Scratch()
        _ = try await file(scratch).set([bookmark("/a")])
        let huge = String(repeating: "x", count: (1 << 20) + 1)
        Scratch.write(huge, to: place(scratch))
        await #expect(throws: StoreFailure.self) { try await file(scratch).read() }
        await #expect(throws: StoreFailure.self) {
            try await file(scratch).set([bookmark("/b")])
        }
        #expect(Scratch.bytes(place(scratch))?.count == huge.utf8.count)
        unlink(place(scratch))
        symlink("/etc/passwd", place(scratch))
        await #expect(throws: StoreFailure.self) { try await file(scratch).read() }
    }

    @Test func `concurrent writers lose no bookmarks`() async throws {
        let scratch = Scratch()
        let files = try (0..<4).map { _ in try file(scratch) }
        let bookmarks = try (0..<40).map { try bookmark("/\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, bookmark) in bookmarks.enumerated() {
                let file = files[index % files.count]
                group.addTask { _ = try await file.set([bookmark]) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await file(scratch).read().bookmarks.map(\.url)) == Set(bookmarks.map(\.url)))
    }

    @Test func `after a power cut at any system call the bookmarks are the old or the new ones`() async throws
    {
        let (one, two) = (try bookmark("/one", "1"), try bookmark("/two", "2", isKept: true))
        func file(_ disk: VolatileDisk) throws -> BookmarkFile {
            try BookmarkFile(root: "/home/state", account: "", disk: disk)
        }
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: Self.start)
        _ = try await file(prepared).set([one])
        prepared.settle()
        let sound = prepared.copy()
        sound.begin(.sound, at: Self.start)
        _ = try await file(sound).set([two])
        let calls = sound.calls
        #expect(calls > 5)
        for cut in 0...calls {
            for survival in VolatileDisk.Survival.allCases {
                let disk = prepared.copy()
                disk.begin(.powerCut(after: cut), at: Self.start)
                do { _ = try await file(disk).set([two]) } catch is StoreFailure {}
                let restarted = disk.restarted(survival, seed: UInt64(cut))
                let left = try await file(restarted).read().bookmarks
                let situation = "cut after call \(cut) of \(calls), \(survival) left"
                #expect(left == [one] || left == [one, two], "\(situation)")
                if cut == calls { #expect(left == [one, two], "\(situation)") }
            }
        }
    }
}
