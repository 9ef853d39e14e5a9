import Glibc
import Hashing
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// Pages above 1 MB come before they are verified.
struct LargePageTests {
    private let large = String(repeating: "<p>a paragraph</p>", count: 70_000)

    @Test func `a large page comes at once and is verified after`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
        let cache = scratch.cache()
        let found = try #require(try await cache.load(Sample.news))
        #expect(found.verification == .owed)
        let verified = try #require(try await cache.verify(found, of: Sample.news))
        #expect(verified.verification == .done)
        #expect(verified.version == found.version)
    }

    @Test func `a large page that is not what was stored gives way to the one before`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
        let path = scratch.file(Sample.news, "2/html")
        let file = try #require(fopen(path, "r+"))
        fseek(file, 900_000, SEEK_SET)
        fputs("x", file)
        fclose(file)
        let cache = scratch.cache()
        let found = try #require(try await cache.load(Sample.news))
        let verified = try #require(try await cache.verify(found, of: Sample.news))
        #expect(verified.number == 1)
        #expect(verified.version.html == Sample.version("one").html)
        #expect(verified.notes.count == 1)
        #expect(Scratch.exists(scratch.file(Sample.news, "2.broken/html")))
    }

    @Test func `a small page comes verified`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        #expect(try await scratch.cache().load(Sample.news)?.verification == .done)
    }
}
