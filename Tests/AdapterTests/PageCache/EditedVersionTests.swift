import PageCache
import SonicProtocol
import SonicSession
import Testing

struct EditedVersionTests {
    @Test func `a hand-edited version is stored as edited, and the next one is not`()
        async throws
    {
        let scratch = Scratch()
        let cache = scratch.cache()
        var version = Sample.version("one")
        version.isEdited = true
        _ = try await cache.commit(version, for: Sample.news)
        for reader in [cache, scratch.cache()] {
            #expect(try await reader.load(Sample.news)?.version == version)
        }
        let record = String(decoding: Scratch.bytes(scratch.file(Sample.news, "1/cfg")) ?? [], as: UTF8.self)
        #expect(record.contains("\"edited\": true") || record.contains("\"edited\" : true"))
        _ = try await cache.commit(Sample.version("two"), for: Sample.news)
        #expect(try await cache.entry(Sample.news)?.versions.map(\.isEdited) == [false, true])
        #expect(try await scratch.cache().load(Sample.news)?.version.isEdited == false)
        // Older records do not have the member.
        let next = String(decoding: Scratch.bytes(scratch.file(Sample.news, "2/cfg")) ?? [], as: UTF8.self)
        #expect(!next.contains("edited"))
    }

    @Test func `the request's values in the fields of Vary are stored with a version`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        var version = Sample.version("one")
        version.vary = .fields([
            .init(name: "accept-language", value: "f0"), .init(name: "cookie", value: nil),
        ])
        _ = try await cache.commit(version, for: Sample.news)
        #expect(try await scratch.cache().load(Sample.news)?.version == version)
        _ = try await cache.commit(Sample.version("two"), for: Sample.news)
        #expect(try await scratch.cache().load(Sample.news)?.version.vary == .fields([]))
        let next = String(decoding: Scratch.bytes(scratch.file(Sample.news, "2/cfg")) ?? [], as: UTF8.self)
        #expect(!next.contains("\"vary\""))
    }
}
