import Glibc
@testable import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Recovery from corrupted versions.
struct RecoveryTests {
    func filled(_ scratch: borrowing Scratch, _ count: Int = 3) async throws {
        let cache = scratch.cache()
        for text in ["one", "two", "three"].prefix(count) {
            _ = try await cache.commit(Sample.version(text), for: Sample.news)
        }
    }

    func damage(_ path: String, flipping offset: Int) {
        guard var bytes = Scratch.bytes(path), let file = fopen(path, "r+") else { return }
        bytes[offset] ^= 1
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    @Test func `a version with one wrong bit is set aside and the one before it serves`() async throws {
        let scratch = Scratch()
        try await filled(scratch)
        damage(scratch.file(Sample.news, "3/html"), flipping: 40)
        let page = try #require(try await scratch.cache().load(Sample.news))
        #expect(page.number == 2)
        #expect(page.version.templateTag == "tag-two")
        let sha1 = Sample.version("three").sha1
        #expect(page.notes == ["Version 3 was moved aside: the SHA-1 of html is not \(sha1)."])
        #expect(Scratch.exists(scratch.file(Sample.news, "3.broken/html")))
        #expect(Scratch.bytes(scratch.file(Sample.news, "current")) == Array("2\n".utf8))
        // The note is reported once: afterwards the older version is simply the current one.
        #expect(try await scratch.cache().load(Sample.news)?.notes == [])
        #expect(try await scratch.cache().versions(of: Sample.news) == [2, 1])
    }

    @Test func `a version number is not reused while anything may refer to it`() async throws {
        let scratch = Scratch()
        try await filled(scratch)
        let checked = Instant.present.adding(seconds: 60)
        try await scratch.cache().renew(Sample.news, number: 3, headers: Headers(), checked: checked)
        Scratch.write("", to: scratch.file(Sample.news, "3/html"))
        #expect(try await scratch.cache().load(Sample.news)?.number == 2)
        Scratch.remove(scratch.file(Sample.news, "3.broken"))
        let four = Sample.version("four")
        #expect(try await scratch.cache().commit(four, for: Sample.news) == 4)
        #expect(try await scratch.cache().load(Sample.news)?.version == four)
    }

    @Test(arguments: ["html", "cfg"])
    func `a version with a file missing is set aside`(_ name: String) async throws {
        let scratch = Scratch()
        try await filled(scratch)
        unlink(scratch.file(Sample.news, "3/\(name)"))
        let page = try #require(try await scratch.cache().load(Sample.news))
        #expect(page.number == 2)
        #expect(page.notes == ["Version 3 was moved aside: it is not complete."])
    }

    @Test(arguments: ["", "{", "[]", "{\"url\":\"http://a/\"}", "\u{FEFF}null"])
    func `a version with an unreadable record is set aside`(_ record: String) async throws {
        let scratch = Scratch()
        try await filled(scratch)
        Scratch.write(record, to: scratch.file(Sample.news, "3/cfg"))
        let page = try #require(try await scratch.cache().load(Sample.news))
        #expect(page.number == 2)
        #expect(page.notes == ["Version 3 was moved aside: cfg is not a record of a version."])
    }

    @Test func `when no version is intact it is reported once, and the next commit starts over`() async throws
    {
        let scratch = Scratch()
        try await filled(scratch, 2)
        for number in 1...2 { Scratch.write("rotten", to: scratch.file(Sample.news, "\(number)/html")) }
        let told = StoreFailure.failed(
            operation: "reading", path: "the stored page",
            reason: "Version 2 was moved aside: html has 6 bytes instead of 138. "
                + "Version 1 was moved aside: html has 6 bytes instead of 138. None is left.")
        await #expect(throws: told) { try await scratch.cache().load(Sample.news) }
        #expect(try await scratch.cache().load(Sample.news) == nil)
        #expect(try await scratch.cache().versions(of: Sample.news) == [])
        #expect(try await scratch.cache().commit(Sample.version("new"), for: Sample.news) == 3)
        #expect(try await scratch.cache().load(Sample.news)?.version.templateTag == "tag-new")
    }

    @Test func `when current names a missing version the newest one serves`() async throws {
        let scratch = Scratch()
        try await filled(scratch)
        Scratch.write("7\n", to: scratch.file(Sample.news, "current"))
        #expect(try await scratch.cache().verify().faults.map(\.reason) == ["the current version is missing"])
        #expect(try await scratch.cache().load(Sample.news)?.number == 3)
        #expect(Scratch.bytes(scratch.file(Sample.news, "current")) == Array("3\n".utf8))
    }

    @Test(arguments: ["", "3", "three\n", "-3\n", "03\n", "99999999999999999999\n", "3\n3\n"])
    func `when current is not a number the newest version serves`(_ content: String) async throws {
        let scratch = Scratch()
        try await filled(scratch)
        Scratch.write(content, to: scratch.file(Sample.news, "current"))
        let page = try #require(try await scratch.cache().load(Sample.news))
        #expect(page.number == 3)
        #expect(page.notes == ["The file current contains no version number."])
        #expect(Scratch.bytes(scratch.file(Sample.news, "current")) == Array("3\n".utf8))
    }

    @Test func `an unreadable state file counts as none`() async throws {
        let scratch = Scratch()
        try await filled(scratch)
        Scratch.write("{\"renewal\":{\"number\":3,", to: scratch.file(Sample.news, "state"))
        let page = try #require(try await scratch.cache().load(Sample.news))
        #expect(page.version == Sample.version("three", stored: page.version.stored))
        #expect(try await scratch.cache().marks(of: Sample.news).sonicOff == nil)
    }

    @Test func `a version that never became current is removed by the next commit`() async throws {
        let scratch = Scratch()
        try await filled(scratch)
        mkdir(scratch.file(Sample.news, "4"), 0o700)
        Scratch.write("half of a pa", to: scratch.file(Sample.news, "4/html"))
        Scratch.write("4", to: scratch.file(Sample.news, "current.new"))
        #expect(try await scratch.cache().load(Sample.news)?.number == 3)
        #expect(try await scratch.cache().versions(of: Sample.news) == [3, 2, 1])
        #expect(try await scratch.cache().load(Sample.news, number: 4) == nil)
        #expect(try await scratch.cache().commit(Sample.version("four"), for: Sample.news) == 4)
        #expect(try await scratch.cache().load(Sample.news)?.version.templateTag == "tag-four")
        #expect(!Scratch.exists(scratch.file(Sample.news, "current.new")))
    }

    @Test func `verify reports every changed file, and changes nothing`() async throws {
        let scratch = Scratch()
        try await filled(scratch)
        #expect(try await scratch.cache().verify() == VerifyReport(pages: 1, versions: 3, faults: []))
        Scratch.write("rotten", to: scratch.file(Sample.news, "1/html"))
        Scratch.write("rotten", to: scratch.file(Sample.news, "2/temp"))
        unlink(scratch.file(Sample.news, "3/data"))
        let report = try await scratch.cache().verify()
        let length = Sample.version("one").html.count
        #expect(
            report.faults.map { "\($0.path.suffix(1)): \($0.reason)" } == [
                "3: data is not what html splits into", "2: temp is not what html splits into",
                "1: html has 6 bytes instead of \(length)",
            ])
        #expect(try await scratch.cache().verify() == report)
    }
}
