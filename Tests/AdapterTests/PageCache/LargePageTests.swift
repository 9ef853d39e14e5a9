import Glibc
import PageCache
import SonicProtocol
import SonicSession
import Synchronization
import SystemLibraries
import Testing

/// Pages above 1 MB load before they are verified.
struct LargePageTests {
    private let large = String(repeating: "<p>a paragraph</p>", count: 70_000)

    @Test func `a large page loads at once and is verified afterwards`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
        let cache = scratch.cache()
        let found = try #require(try await cache.load(Sample.news))
        #expect(found.verification == .owed)
        let verified = try #require(try await cache.verify(found, of: Sample.news))
        #expect(verified.verification == .done)
        #expect(verified.version == found.version)
    }

    @Test func `a corrupted large page is replaced by the previous version`() async throws {
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

    @Test func `a small page is verified on load`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        #expect(try await scratch.cache().load(Sample.news)?.verification == .done)
    }

    @Test func `for the screen a large page loads its beginning first, and a small one whole`() async throws {
        let scratch = Scratch()
        var version = Sample.version(large)
        // Otherwise the record would be as long as the page.
        version.templateTag = "tag"
        let html = version.html
        _ = try await scratch.cache().commit(version, for: Sample.news)
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.clock)
        let disk = CountingDisk()
        let cache = scratch.cache(disk: disk)
        let begun = try #require(try await cache.begin(Sample.news))
        #expect(begun.verification == .begun(length: html.count))
        #expect(begun.version.html == Array(html.prefix(256 << 10)))
        #expect(disk.largestRead == 256 << 10)
        #expect(begun.version.sha1 == version.sha1)
        // The beginning is never served as the page.
        #expect(try await cache.verify(begun, of: Sample.news) == begun)
        #expect(try await cache.load(Sample.news)?.version.html == html)
        let small = try #require(try await cache.begin(Sample.clock))
        #expect(small.verification == .done)
        #expect(small.version.html == Sample.version("one").html)
    }

    @Test func `a page in memory loads whole`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
        let cache = scratch.cache()
        let found = try #require(try await cache.load(Sample.news))
        _ = try await cache.verify(found, of: Sample.news)
        let again = try #require(try await cache.begin(Sample.news))
        #expect(again.verification == .done)
        #expect(again.version == found.version)
    }

    @Test(arguments: [0, 100, 256 << 10, 1 << 20])
    func `a truncated large page is replaced at once`(length: Int) async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
        truncate(scratch.file(Sample.news, "2/html"), length)
        let found = try #require(try await scratch.cache().begin(Sample.news))
        #expect(found.number == 1)
        #expect(found.verification == .done)
        #expect(found.notes.count == 1)
    }

    @Test func `a page removed after its beginning loaded is gone, and a newer one serves`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        for isRemoved in [false, true] {
            _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
            let begun = try #require(try await cache.begin(Sample.news))
            if isRemoved {
                try await scratch.cache().remove(Sample.news)
                #expect(try await cache.load(Sample.news) == nil)
            } else {
                _ = try await scratch.cache().commit(Sample.version("new"), for: Sample.news)
                #expect(try await cache.load(Sample.news)?.number == begun.number + 1)
            }
        }
    }

    @Test func `a corrupted beginning is detected by the full verification`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        _ = try await scratch.cache().commit(Sample.version(large), for: Sample.news)
        let file = try #require(fopen(scratch.file(Sample.news, "2/html"), "r+"))
        fseek(file, 1000, SEEK_SET)
        fputs("x", file)
        fclose(file)
        let cache = scratch.cache()
        #expect(try await cache.begin(Sample.news)?.number == 2)
        let found = try #require(try await cache.load(Sample.news))
        #expect(found.verification == .owed)
        #expect(try await cache.verify(found, of: Sample.news)?.number == 1)
    }
}

/// A disk that remembers how much was read at once.
private final class CountingDisk: Disk {
    private let disk = LinuxDisk()
    private let largest = Atomic(0)

    var largestRead: Int { largest.load(ordering: .relaxed) }
    var user: UInt32 { disk.user }

    func open(
        _ name: String, in folder: Descriptor, _ purpose: OpenPurpose
    ) throws(DiskFailure) -> Descriptor { try disk.open(name, in: folder, purpose) }
    func close(_ descriptor: Descriptor) { disk.close(descriptor) }
    func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus { try disk.status(descriptor) }
    func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus {
        try disk.status(of: name, in: folder)
    }
    func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8] {
        let bytes = try disk.read(descriptor, upTo: count)
        largest.max(bytes.count, ordering: .relaxed)
        return bytes
    }
    func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure) {
        try disk.write(bytes, to: descriptor)
    }
    func sync(_ descriptor: Descriptor) throws(DiskFailure) { try disk.sync(descriptor) }
    func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.makeFolder(name, in: folder)
    }
    func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.rename(name, to: newName, in: folder)
    }
    func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.removeFile(name, in: folder)
    }
    func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.removeFolder(name, in: folder)
    }
    func names(in folder: Descriptor) throws(DiskFailure) -> [String] { try disk.names(in: folder) }
    func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool { try disk.lock(descriptor) }
    func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure) {
        try disk.setModified(descriptor, to: time)
    }
}
