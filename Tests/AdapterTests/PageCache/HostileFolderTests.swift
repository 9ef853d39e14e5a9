import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Foreign or unusable files are reported with a reason and never crash.
struct HostileFolderTests {
    func failure(_ body: () async throws -> Void) async -> StoreFailure? {
        do {
            try await body()
            return nil
        } catch {
            return error as? StoreFailure
        }
    }

    @Test func `a root that is a file is reported`() async throws {
        let scratch = Scratch()
        Scratch.write("not a folder", to: scratch.root)
        let expected = StoreFailure.unusable(
            path: scratch.root, reason: "it is not a folder, or it is a symbolic link")
        let cache = scratch.cache()
        #expect(await failure { _ = try await cache.load(Sample.news) } == expected)
        #expect(
            await failure { _ = try await cache.commit(Sample.version("one"), for: Sample.news) } == expected)
        #expect(await failure { _ = try await cache.list() } == expected)
        #expect(await failure { _ = try await cache.prune() } == expected)
    }

    @Test func `a root that is a symbolic link is refused`() async throws {
        let scratch = Scratch()
        symlink(scratch.path, scratch.root)
        let cache = scratch.cache()
        #expect(
            await failure { _ = try await cache.commit(Sample.version("one"), for: Sample.news) }
                == .unusable(path: scratch.root, reason: "it is not a folder, or it is a symbolic link"))
    }

    @Test func `a root below a file cannot be made`() async throws {
        let scratch = Scratch()
        Scratch.write("not a folder", to: scratch.root)
        let cache = PageCache(root: scratch.root + "/deep/er", hashes: .nettle, now: { .present })
        let failure = await failure { _ = try await cache.commit(Sample.version("one"), for: Sample.news) }
        #expect(
            failure
                == .unusable(
                    path: scratch.root + "/deep/er", reason: "it is not a folder, or it is a symbolic link"))
    }

    @Test func `a root on a file system without write support is reported`() async throws {
        let cache = PageCache(root: "/proc/sonic", hashes: .nettle, now: { .present })
        #expect(try await cache.load(Sample.news) == nil)
        #expect(
            await failure { _ = try await cache.commit(Sample.version("one"), for: Sample.news) }
                == .failed(operation: "make", path: "/proc/sonic", reason: "No such file or directory"))
    }

    @Test func `a root without permission is reported with the system's reason`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache(disk: ReadOnlyDisk())
        #expect(try await cache.load(Sample.news) == nil)
        #expect(
            await failure { _ = try await cache.commit(Sample.version("one"), for: Sample.news) }
                == .unusable(path: scratch.root, reason: "Read-only file system"))
    }

    @Test func `a read-only disk still serves its pages`() async throws {
        let disk = ReadOnlyDisk()
        let scratch = Scratch()
        let version = Sample.version("one")
        _ = try await scratch.cache().commit(version, for: Sample.news)
        let cache = scratch.cache(disk: disk)
        #expect(try await cache.load(Sample.news)?.version == version)
        let refused = await failure { _ = try await cache.commit(Sample.version("two"), for: Sample.news) }
        guard case .unusable(_, let reason) = refused else {
            Issue.record("unexpected \(String(describing: refused))")
            return
        }
        #expect(reason == "Read-only file system")
    }

    @Test func `a broken version on a read-only disk is replaced by the previous one`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        _ = try await cache.commit(Sample.version("two"), for: Sample.news)
        Scratch.write("rotten", to: scratch.file(Sample.news, "2/html"))
        let page = try #require(try await scratch.cache(disk: ReadOnlyDisk()).load(Sample.news))
        #expect(page.version.templateTag == "tag-one")
        #expect(page.notes.count == 2, "one for the version, one for the disk: \(page.notes)")
        #expect(Scratch.exists(scratch.file(Sample.news, "2/html")))
    }

    @Test(arguments: ["current", "state", "1/html", "1/cfg"])
    func `a symbolic link in place of a file is refused`(_ name: String) async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        try await scratch.cache().renew(Sample.news, number: 1, headers: Headers(), checked: .present)
        let file = scratch.file(Sample.news, name)
        rename(file, scratch.path + "/elsewhere")
        symlink(scratch.path + "/elsewhere", file)
        #expect(
            await failure { _ = try await scratch.cache().load(Sample.news) }
                == .unusable(path: file, reason: "it is a symbolic link"))
    }

    @Test(arguments: ["current", "state", "1/html", "1/cfg"])
    func `a file with a second hard link is refused`(_ name: String) async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        try await scratch.cache().renew(Sample.news, number: 1, headers: Headers(), checked: .present)
        let file = scratch.file(Sample.news, name)
        link(file, scratch.path + "/elsewhere")
        #expect(
            await failure { _ = try await scratch.cache().load(Sample.news) }
                == .unusable(path: file, reason: "it has 2 hard links, and the cache makes none"))
    }

    @Test func `a FIFO in place of a file is refused without blocking`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        let file = scratch.file(Sample.news, "current")
        unlink(file)
        mkfifo(file, 0o600)
        #expect(
            await failure { _ = try await scratch.cache().load(Sample.news) }
                == .unusable(path: file, reason: "it is not a regular file"))
    }

    @Test func `a folder in place of the lock file is reported, and the page stays`() async throws {
        let scratch = Scratch()
        let version = Sample.version("one")
        _ = try await scratch.cache().commit(version, for: Sample.news)
        unlink(scratch.file(Sample.news, "lock"))
        mkdir(scratch.file(Sample.news, "lock"), 0o700)
        let failure = await failure {
            _ = try await scratch.cache().commit(Sample.version("two"), for: Sample.news)
        }
        #expect(failure != nil && "\(String(describing: failure))".contains("/lock"))
        #expect(try await scratch.cache().load(Sample.news)?.version == version)
    }

    @Test func `a record with the URL of another page is reported`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        let url = try #require(WebURL("http://a.example/x?y=1"))
        let id = PageIdentity.wholeAddress.id(of: url, account: "", hashes: .nettle)
        var version = Sample.version("one")
        version.url = url
        _ = try await cache.commit(version, for: id)
        #expect(try await cache.verify { _ in nil }.faults == [])
        // The page identity of a site's settings counts as well.
        let short = PageIdentity.ignoring(["y"])
        let other = short.id(of: url, account: "", hashes: .nettle)
        _ = try await cache.commit(version, for: other)
        #expect(try await cache.verify { _ in short }.faults == [])
        #expect(try await cache.verify { _ in nil }.faults.map(\.path) == [scratch.file(other, "1")])
        #expect(try await cache.verify().faults == [])
    }

    @Test func `a symbolic link in place of a page's folder is refused`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        symlink(
            scratch.file(Sample.news, "").dropLast().description,
            scratch.file(Sample.clock, "").dropLast().description)
        #expect(await failure { _ = try await scratch.cache().load(Sample.clock) } != nil)
        #expect(
            await failure { _ = try await scratch.cache().commit(Sample.version("x"), for: Sample.clock) }
                != nil)
        #expect(try await scratch.cache().load(Sample.news)?.version.templateTag == "tag-one")
        #expect(try await scratch.cache().list().map(\.id) == [Sample.news])
        #expect(try await scratch.cache().verify().faults.count == 1)
    }

    @Test func `another user's files are refused`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        let cache = scratch.cache(disk: LinuxDisk(user: LinuxDisk().user + 1))
        let owner = LinuxDisk().user
        #expect(
            await failure { _ = try await cache.load(Sample.news) }
                == .unusable(
                    path: scratch.root, reason: "it belongs to user \(owner), not to user \(owner + 1)"))
    }

    @Test func `an invalid page id never becomes a path`() async throws {
        let scratch = Scratch()
        for digest in ["", "..", "../../../../etc", String(repeating: "A", count: 32), "a/b"] {
            let id = PageID(account: "", digest: digest)
            let failure = await failure {
                _ = try await scratch.cache().commit(Sample.version("one"), for: id)
            }
            #expect(
                failure == .unusable(path: digest, reason: "it is not a page id of 32 hexadecimal digits"))
        }
        #expect(!Scratch.exists(scratch.root))
    }

    @Test func `an account name too long for a folder name is reported`() async throws {
        let scratch = Scratch()
        let id = PageID(account: String(repeating: "早", count: 100), digest: Sample.news.digest)
        guard case .unusable(_, let reason) = await failure({ _ = try await scratch.cache().load(id) }) else {
            Issue.record("such a name has no folder")
            return
        }
        #expect(reason == "the account's name is too long")
    }

    @Test func `foreign files in the cache are left alone`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        let strangers = [
            scratch.root + "/README", scratch.root + "/default/notes", scratch.root + "/default/pages/x",
            scratch.file(Sample.news, "letter"), scratch.file(Sample.news, "01"),
            scratch.file(Sample.news, "-3"),
        ]
        for path in strangers { Scratch.write("mine", to: path) }
        let folders = ["x.broken", "x.removed", "photos"].map { scratch.file(Sample.news, $0) }
        for path in folders { mkdir(path, 0o700) }
        #expect(try await cache.list().count == 1)
        #expect(try await cache.verify().faults.map(\.path) == [scratch.root + "/README"])
        _ = try await cache.prune()
        _ = try await cache.commit(Sample.version("two"), for: Sample.news)
        try await cache.remove(Sample.news)
        #expect(try await cache.load(Sample.news) == nil)
        for path in strangers { #expect(Scratch.bytes(path) == Array("mine".utf8), "\(path)") }
        for path in folders { #expect(Scratch.exists(path), "\(path)") }
    }

    @Test func `a file in place of the next version is reported, and no page is lost`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        Scratch.write("in the way", to: scratch.file(Sample.news, "2"))
        _ = await failure { _ = try await cache.commit(Sample.version("two"), for: Sample.news) }
        #expect(try await cache.load(Sample.news) != nil)
    }
}

/// A read-only disk.
struct ReadOnlyDisk: Disk {
    private let disk = LinuxDisk()
    private static let refusal = DiskFailure(operation: "write", code: EROFS)

    var user: UInt32 { disk.user }

    func open(
        _ name: String, in folder: Descriptor, _ purpose: OpenPurpose
    ) throws(DiskFailure) -> Descriptor {
        if purpose == .creating || purpose == .locking { throw Self.refusal }
        return try disk.open(name, in: folder, purpose)
    }

    func close(_ descriptor: Descriptor) { disk.close(descriptor) }
    func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus { try disk.status(descriptor) }
    func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus {
        try disk.status(of: name, in: folder)
    }
    func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8] {
        try disk.read(descriptor, upTo: count)
    }
    func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure) { throw Self.refusal }
    func sync(_ descriptor: Descriptor) throws(DiskFailure) { throw Self.refusal }
    func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) { throw Self.refusal }
    func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure) {
        throw Self.refusal
    }
    func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure) { throw Self.refusal }
    func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) { throw Self.refusal }
    func names(in folder: Descriptor) throws(DiskFailure) -> [String] { try disk.names(in: folder) }
    func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool { try disk.lock(descriptor) }
    func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure) { throw Self.refusal }
}
