import Chance
import Glibc
import PageCache
import SonicProtocol
import Synchronization

/// A disk in memory that tracks what would survive a power cut: a file's bytes after a sync of the file, an
/// entry after a sync of its folder. It can cut the power, or fail, at any single system call.
package final class VolatileDisk: Disk {
    /// The fault, and the system call of it.
    package enum Fate: Sendable, Equatable {
        /// Every call works.
        case sound
        /// After this many calls the power is cut; an interrupted write leaves half its bytes.
        case powerCut(after: Int)
        /// The call after this many fails with this error number; the others work.
        case failure(after: Int, code: Int32)
        /// After this many calls there is no space left: nothing is written or created any more; other calls work.
        case full(after: Int)
        /// Creating or opening a lock file fails with this error number.
        case noLockFile(code: Int32)
        /// Locking fails with this error number.
        case noLock(code: Int32)
    }

    /// What survives of unsynced changes.
    package enum Survival: Sendable, Equatable, CaseIterable {
        /// Everything: the process died, the system did not.
        case everything
        /// Nothing.
        case nothing
        /// Folder entries, but no file contents.
        case entries
        /// File contents, but no folder entries.
        case bytes
        /// A random choice.
        case anything
    }

    fileprivate struct Node: Hashable {
        var kind: FileStatus.Kind
        var bytes: [UInt8] = []
        var syncedBytes: [UInt8] = []
        var entries: [String: Int] = [:]
        var syncedEntries: [String: Int] = [:]
        var parent = 0
        var modified: Int64 = 0
    }

    fileprivate struct World {
        var nodes: [Int: Node] = [0: Node(kind: .folder)]
        var open: [Int32: Int] = [:]
        var locked: [Int: Int32] = [:]
        var nextNode = 1
        var nextDescriptor: Int32 = 3
        var calls = 0
        var fate = Fate.sound
        var time: Int64 = 0
    }

    private let world: Mutex<World>

    /// The current user.
    package let user: UInt32 = 1000

    /// An empty disk.
    package init() { world = Mutex(World()) }

    private init(_ start: World) { world = Mutex(start) }

    /// The number of system calls since `begin`.
    package var calls: Int { world.withLock { $0.calls } }

    /// A hash of all that a restart may find.
    package var remains: Int { world.withLock { $0.nodes.hashValue } }

    /// The number of open files and folders.
    package var openCount: Int { world.withLock { $0.open.count } }

    /// Restarts the count of calls, with this fault.
    package func begin(_ fate: Fate, at time: Instant) {
        world.withLock {
            $0.calls = 0
            $0.fate = fate
            $0.time = time.milliseconds * 1_000_000
        }
    }

    /// Writes everything back, as the system eventually does.
    package func settle() {
        world.withLock { world in
            for id in world.nodes.keys {
                world.nodes[id]!.syncedBytes = world.nodes[id]!.bytes
                world.nodes[id]!.syncedEntries = world.nodes[id]!.entries
            }
        }
    }

    /// A copy of the disk.
    package func copy() -> VolatileDisk { VolatileDisk(world.withLock { $0 }) }

    /// The disk as found by the next start of the system.
    package func restarted(_ survival: Survival, seed: UInt64) -> VolatileDisk {
        var next = world.withLock { $0 }
        var random = SeededGenerator(seed: seed)
        next.open = [:]
        next.locked = [:]
        next.fate = .sound
        for (id, node) in next.nodes.sorted(by: { $0.key < $1.key }) {
            var node = node
            let choice = Int(random.next() % 3)
            switch survival {
            case .everything, .bytes: break
            case .nothing, .entries: node.bytes = node.syncedBytes
            case .anything:
                if choice == 0 { node.bytes = node.syncedBytes }
                if choice == 1 { node.bytes = Array(node.bytes.prefix(node.bytes.count / 2)) }
                if node.syncedBytes == next.nodes[id]?.bytes { node.bytes = node.syncedBytes }
            }
            switch survival {
            case .everything, .entries: break
            case .nothing, .bytes: node.entries = node.syncedEntries
            case .anything:
                for name in Set(node.entries.keys).union(node.syncedEntries.keys).sorted()
                where random.next() % 2 == 0 {
                    node.entries[name] = node.syncedEntries[name]
                }
            }
            node.syncedBytes = node.bytes
            node.syncedEntries = node.entries
            next.nodes[id] = node
        }
        return VolatileDisk(next)
    }

    /// Counts a call, and executes it unless the fault prevents it.
    private func call<Result>(
        _ operation: String, halfway: (inout World) -> Void = { _ in },
        _ body: (inout World) throws(DiskFailure) -> Result
    ) throws(DiskFailure) -> Result where Result: Sendable {
        let outcome: Swift.Result<Result, DiskFailure> = world.withLock { world in
            world.calls += 1
            world.time += 1
            switch world.fate {
            case .powerCut(let limit) where world.calls > limit:
                if world.calls == limit + 1 { halfway(&world) }
                return .failure(DiskFailure(operation: "survive", code: EIO))
            case .failure(let limit, let code) where world.calls == limit + 1:
                return .failure(DiskFailure(operation: operation, code: code))
            case .full(let limit) where world.calls > limit && ["write", "make"].contains(operation):
                halfway(&world)
                return .failure(DiskFailure(operation: operation, code: ENOSPC))
            default:
                do throws(DiskFailure) { return .success(try body(&world)) } catch { return .failure(error) }
            }
        }
        return try outcome.get()
    }

    package func open(
        _ name: String, in folder: Descriptor, _ purpose: OpenPurpose
    ) throws(DiskFailure) -> Descriptor {
        try call("open") { world throws(DiskFailure) in
            if purpose == .locking, case .noLockFile(let code) = world.fate {
                throw DiskFailure(operation: "open", code: code)
            }
            let (parent, last) = try world.locate(name, in: folder)
            let id: Int
            switch (last.isEmpty ? parent : world.nodes[parent]?.entries[last], purpose) {
            case (nil, .folder), (nil, .reading): throw DiskFailure(operation: "open", code: ENOENT)
            case (nil, .creating), (nil, .appending), (nil, .locking):
                id = try world.add(last, to: parent, kind: .file)
            case (.some, .creating): throw DiskFailure(operation: "open", code: EEXIST)
            case (.some(let found), _): id = found
            }
            if purpose == .folder, world.nodes[id]?.kind != .folder {
                throw DiskFailure(operation: "open", code: ENOTDIR)
            }
            world.nextDescriptor += 1
            world.open[world.nextDescriptor] = id
            return Descriptor(number: world.nextDescriptor)
        }
    }

    package func close(_ descriptor: Descriptor) {
        world.withLock { world in
            guard let id = world.open.removeValue(forKey: descriptor.number) else { return }
            if world.locked[id] == descriptor.number { world.locked[id] = nil }
        }
    }

    package func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus {
        try call("examine") { world throws(DiskFailure) in
            world.status(try world.node(descriptor), owner: user)
        }
    }

    package func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus {
        try call("examine") { world throws(DiskFailure) in
            var id = try world.node(folder)
            for part in name.split(separator: "/").map(String.init) {
                guard let next = world.nodes[id]!.entries[part] else {
                    throw DiskFailure(operation: "examine", code: ENOENT)
                }
                id = next
            }
            return world.status(id, owner: user)
        }
    }

    package func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8] {
        try call("read") { world throws(DiskFailure) in
            Array(world.nodes[try world.node(descriptor)]!.bytes.prefix(count))
        }
    }

    package func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure) {
        try call("write") { world in
            world.write(bytes.prefix(bytes.count / 2), to: descriptor)
        } _: { world throws(DiskFailure) in
            world.write(bytes[...], to: descriptor)
        }
    }

    package func sync(_ descriptor: Descriptor) throws(DiskFailure) {
        try call("sync") { world throws(DiskFailure) in
            let id = try world.node(descriptor)
            world.nodes[id]!.syncedBytes = world.nodes[id]!.bytes
            world.nodes[id]!.syncedEntries = world.nodes[id]!.entries
        }
    }

    package func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try call("make") { world throws(DiskFailure) in
            let (parent, last) = try world.locate(name, in: folder)
            guard world.nodes[parent]?.entries[last] == nil else {
                throw DiskFailure(operation: "make", code: EEXIST)
            }
            _ = try world.add(last, to: parent, kind: .folder)
        }
    }

    package func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure) {
        try call("rename") { world throws(DiskFailure) in
            let id = try world.node(folder)
            guard let moved = world.nodes[id]!.entries.removeValue(forKey: name) else {
                throw DiskFailure(operation: "rename", code: ENOENT)
            }
            world.nodes[id]!.entries[newName] = moved
            world.nodes[id]!.modified = world.time
        }
    }

    package func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try call("remove") { world throws(DiskFailure) in
            let id = try world.node(folder)
            guard world.nodes[id]!.entries.removeValue(forKey: name) != nil else {
                throw DiskFailure(operation: "remove", code: ENOENT)
            }
            world.nodes[id]!.modified = world.time
        }
    }

    package func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try call("remove") { world throws(DiskFailure) in
            let id = try world.node(folder)
            guard let removed = world.nodes[id]!.entries[name] else {
                throw DiskFailure(operation: "remove", code: ENOENT)
            }
            guard world.nodes[removed]!.entries.isEmpty else {
                throw DiskFailure(operation: "remove", code: ENOTEMPTY)
            }
            world.nodes[id]!.entries[name] = nil
            world.nodes[id]!.modified = world.time
        }
    }

    package func names(in folder: Descriptor) throws(DiskFailure) -> [String] {
        try call("list") { world throws(DiskFailure) in
            Array(world.nodes[try world.node(folder)]!.entries.keys)
        }
    }

    package func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool {
        try call("lock") { world throws(DiskFailure) in
            if case .noLock(let code) = world.fate { throw DiskFailure(operation: "lock", code: code) }
            let id = try world.node(descriptor)
            guard world.locked[id] == nil else { return false }
            world.locked[id] = descriptor.number
            return true
        }
    }

    package func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure) {
        try call("set the time of") { world throws(DiskFailure) in
            world.nodes[try world.node(descriptor)]!.modified = time.milliseconds * 1_000_000
        }
    }
}

extension VolatileDisk.World {
    fileprivate func node(_ descriptor: Descriptor) throws(DiskFailure) -> Int {
        guard let id = open[descriptor.number] else { throw DiskFailure(operation: "use", code: EBADF) }
        return id
    }

    fileprivate func status(_ id: Int, owner: UInt32) -> FileStatus {
        let node = nodes[id]!
        let names = nodes[node.parent]?.entries.values.filter { $0 == id }.count ?? 0
        return FileStatus(
            kind: node.kind, inode: UInt64(id), owner: owner, links: UInt64(names), size: node.bytes.count,
            occupied: (node.bytes.count + 4095) / 4096 * 4096, modified: node.modified)
    }

    /// The folder of a path, and the name in it; an empty name for the folder itself.
    fileprivate func locate(
        _ name: String, in folder: Descriptor
    ) throws(DiskFailure) -> (folder: Int, name: String) {
        guard folder == .working else { return (try node(folder), name) }
        var id = 0
        var parts = name.split(separator: "/").map(String.init)
        let last = parts.popLast() ?? ""
        for part in parts {
            guard let next = nodes[id]?.entries[part] else {
                throw DiskFailure(operation: "open", code: ENOENT)
            }
            id = next
        }
        return last == ".." ? (nodes[id]!.parent, "") : (id, last)
    }

    fileprivate mutating func add(
        _ name: String, to folder: Int, kind: FileStatus.Kind
    ) throws(DiskFailure) -> Int {
        let id = nextNode
        nextNode += 1
        nodes[id] = VolatileDisk.Node(
            kind: kind, parent: folder, modified: time)
        nodes[folder]!.entries[name] = id
        nodes[folder]!.modified = time
        return id
    }

    fileprivate mutating func write(_ bytes: ArraySlice<UInt8>, to descriptor: Descriptor) {
        guard let id = open[descriptor.number] else { return }
        nodes[id]!.bytes += bytes
        nodes[id]!.modified = time
    }
}
