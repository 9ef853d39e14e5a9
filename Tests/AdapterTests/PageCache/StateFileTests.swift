import Disks
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// Small state files, which are not lost when there is no free descriptor.
struct StateFileTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)
    private static let old = Array("1\n0 http://a.test/ A\n".utf8)
    private static let new = Array("0\n".utf8)

    private static func file(_ disk: any Disk, account: String? = "") throws -> StateFile {
        try StateFile(root: "/state", account: account, name: "tabs", disk: disk)
    }

    @Test(arguments: ["", nil, "ann"]) func `a state file is read as it was written`(account: String?) throws
    {
        let disk = VolatileDisk()
        disk.begin(.sound, at: Self.now)
        let file = try Self.file(disk, account: account)
        #expect(try file.bytes(limit: 100).isEmpty)
        try file.replace(with: Self.old)
        #expect(try file.bytes(limit: 100) == Self.old)
        #expect(try file.bytes(limit: 3) == Array(Self.old.prefix(3)))
        try file.replace(with: Self.new)
        #expect(try file.bytes(limit: 100) == Self.new)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM, EIO])
    func `a file that cannot be read is not treated as empty, whichever call fails`(code: Int32) throws {
        let disk = VolatileDisk()
        disk.begin(.sound, at: Self.now)
        try Self.file(disk).replace(with: Self.old)
        disk.begin(.sound, at: Self.now)
        _ = try Self.file(disk).bytes(limit: 100)
        for call in 0..<disk.calls {
            let hurt = disk.copy()
            hurt.begin(.failure(after: call, code: code), at: Self.now)
            let failure = #expect(throws: StoreFailure.self, "call \(call)") {
                try Self.file(hurt).bytes(limit: 100)
            }
            #expect(failure?.description.isEmpty == false)
            #expect(hurt.openCount == 0)
        }
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOSPC])
    func `a failed write keeps the file, whichever call fails`(code: Int32) throws {
        let disk = VolatileDisk()
        disk.begin(.sound, at: Self.now)
        try Self.file(disk).replace(with: Self.old)
        disk.begin(.sound, at: Self.now)
        try Self.file(disk.copy()).replace(with: Self.new)
        let counting = disk.copy()
        counting.begin(.sound, at: Self.now)
        try Self.file(counting).replace(with: Self.new)
        for call in 0..<counting.calls {
            let hurt = disk.copy()
            hurt.begin(.failure(after: call, code: code), at: Self.now)
            // The content is what is there afterwards.
            try? Self.file(hurt).replace(with: Self.new)
            hurt.begin(.sound, at: Self.now)
            #expect([Self.old, Self.new].contains(try Self.file(hurt).bytes(limit: 100)), "call \(call)")
            #expect(hurt.openCount == 0)
        }
    }

    @Test
    func `a process that ends after any system call leaves the old or the new file`()
        throws
    {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: Self.now)
        try Self.file(prepared).replace(with: Self.old)
        let whole = prepared.copy()
        whole.begin(.sound, at: Self.now)
        try Self.file(whole).replace(with: Self.new)
        for cut in 0...whole.calls {
            let disk = prepared.copy()
            disk.begin(.powerCut(after: cut), at: Self.now)
            do { try Self.file(disk).replace(with: Self.new) } catch is StoreFailure {}
            let restarted = disk.restarted(.everything, seed: 0)
            restarted.begin(.sound, at: Self.now)
            let found = try Self.file(restarted).bytes(limit: 100)
            #expect([Self.old, Self.new].contains(found), "cut after call \(cut)")
            try Self.file(restarted).replace(with: Self.new)
            #expect(try Self.file(restarted).bytes(limit: 100) == Self.new, "cut after call \(cut)")
        }
    }

    @Test func `anything but a regular file of the user counts as empty`() throws {
        let scratch = Scratch()
        let path = scratch.root + "/tabs"
        #expect(mkdir(scratch.root, 0o700) == 0 || errno == EEXIST)
        let file = try StateFile(root: scratch.root, name: "tabs")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try file.bytes(limit: 9).isEmpty)
        unlink(path)
        #expect(symlink("/etc/passwd", path) == 0)
        #expect(try file.bytes(limit: 9).isEmpty)
    }
}
