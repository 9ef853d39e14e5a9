import SonicProtocol
import SonicSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open folder of ours: every file in it is reached by one name, belongs to this user and has no other
/// name. Closed when it goes out of scope. What fails is told in the words of those whose files are in it.
package struct PrivateFolder<Failure: FolderFailure>: ~Copyable, Sendable {
    let disk: any Disk
    /// Where it was found; for messages only.
    package let path: String
    let descriptor: Descriptor

    private init(disk: any Disk, path: String, descriptor: Descriptor) {
        self.disk = disk
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        disk.close(descriptor)
    }

    /// Opens the folder at a path; nil when there is nothing.
    /// - Parameter mayBeRoots: whether it may also be root's.
    package static func open(
        path: String, disk: any Disk, mayBeRoots: Bool = false
    ) throws(Failure) -> PrivateFolder? {
        try open(path, in: .working, path: path, disk: disk, mayBeRoots: mayBeRoots)
    }

    /// Opens the folder at a path, and makes it and those above it when there is nothing.
    package static func making(path: String, disk: any Disk) throws(Failure) -> PrivateFolder {
        if let folder = try open(path: path, disk: disk) { return folder }
        do throws(DiskFailure) {
            for end in path.indices.dropFirst() + [path.endIndex]
            where end == path.endIndex || path[end] == "/" {
                try make(String(path[..<end]), disk: disk)
            }
        } catch {
            throw Failure(error, path: path)
        }
        guard let folder = try open(path: path, disk: disk) else {
            throw Failure(DiskFailure(operation: "open", code: ENOENT), path: path)
        }
        return folder
    }

    private static func make(_ path: String, disk: any Disk) throws(DiskFailure) {
        do {
            try disk.makeFolder(path, in: .working)
        } catch let error where error.code == EEXIST {
            return
        }
        let parent = try disk.open(path + "/..", in: .working, .folder)
        defer { disk.close(parent) }
        try disk.sync(parent)
    }

    private static func open(
        _ name: String, in parent: Descriptor, path: String, disk: any Disk, mayBeRoots: Bool = false
    ) throws(Failure) -> PrivateFolder? {
        let descriptor: Descriptor
        do {
            descriptor = try disk.open(name, in: parent, .folder)
        } catch let error where error.code == ENOENT {
            return nil
        } catch {
            throw Failure(error, path: path)
        }
        let folder = PrivateFolder(disk: disk, path: path, descriptor: descriptor)
        try folder.check(descriptor, is: .folder, path: path, mayBeRoots: mayBeRoots)
        return folder
    }

    /// Opens the folder of this name in it; nil when there is none.
    package func folder(_ name: String) throws(Failure) -> PrivateFolder? {
        try Self.open(name, in: descriptor, path: path + "/" + name, disk: disk)
    }

    /// Opens the folder of this name, and makes it when there is none, so that its name would survive a loss of
    /// power; nil when this folder itself is gone.
    package func makingFolder(_ name: String) throws(Failure) -> PrivateFolder? {
        if let folder = try folder(name) { return folder }
        do {
            try disk.makeFolder(name, in: descriptor)
            try disk.sync(descriptor)
        } catch let error where error.code == EEXIST {
            // Another process made it first.
        } catch let error where error.code == ENOENT {
            return nil
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
        return try folder(name)
    }

    /// The file of this name and its status; nil when there is none.
    ///
    /// - Parameters:
    ///   - limit: the most bytes it may have; a longer one is an error.
    ///   - count: how many of its first bytes are read; all by default.
    package func read(
        _ name: String, limit: Int, first count: Int = .max
    ) throws(Failure) -> (bytes: [UInt8], status: FileStatus)? {
        guard let file = try open(name, .reading) else { return nil }
        defer { disk.close(file) }
        let status = try check(file, is: .file, path: path + "/" + name)
        guard status.size <= limit else {
            throw Failure(.tooLarge(limit: limit), path: path + "/" + name)
        }
        let bytes = try call(name) { () throws(DiskFailure) in
            try disk.read(file, upTo: min(status.size, count))
        }
        return (bytes, status)
    }

    /// The status of a file; nil when there is none.
    package func status(_ name: String) throws(Failure) -> FileStatus? {
        guard let file = try open(name, .reading) else { return nil }
        defer { disk.close(file) }
        return try check(file, is: .file, path: path + "/" + name)
    }

    /// The status of this folder.
    func status() throws(Failure) -> FileStatus { try check(descriptor, is: .folder, path: path) }

    /// The status of the folder of this name, which is not opened for it; nil when there is none.
    func folderStatus(_ name: String) throws(Failure) -> FileStatus? {
        guard let status = try entryStatus(name) else { return nil }
        return status.kind == .folder && status.owner == disk.user ? status : nil
    }

    /// The status of what has this name, which is not opened for it; nil when there is none.
    package func entryStatus(_ name: String) throws(Failure) -> FileStatus? {
        do {
            return try disk.status(of: name, in: descriptor)
        } catch let error where error.code == ENOENT {
            return nil
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }

    /// Sets this folder's modification time.
    func setModified(to time: Instant) throws(Failure) {
        do { try disk.setModified(descriptor, to: time) } catch { throw Failure(error, path: path) }
    }

    /// Writes a new file; a lasting one would survive a loss of power when this returns, but for its name (see
    /// `sync`).
    func write(
        _ bytes: [UInt8], as name: String, _ durability: Durability = .lasting
    ) throws(Failure) {
        guard let file = try open(name, .creating) else {
            throw Failure(DiskFailure(operation: "make", code: ENOENT), path: path + "/" + name)
        }
        defer { disk.close(file) }
        do {
            try call(name) { () throws(DiskFailure) in
                try disk.write(bytes, to: file)
                if durability == .lasting { try disk.sync(file) }
            }
        } catch {
            // A full disk wants its bytes back. What cannot be removed now, the next change removes.
            do { try removeFile(name) } catch {}
            throw error
        }
    }

    /// Writes behind what a file holds, which is made when there is none. Nobody waits for the disk: after a loss of
    /// power a part of the bytes may be there.
    /// - Parameter bytes: what is written, given the bytes that the file holds; nil writes nothing.
    /// - Returns: whether anything was written.
    func append(
        to name: String, _ bytes: (_ size: Int) -> [UInt8]?
    ) throws(Failure) -> Bool {
        guard let file = try open(name, .appending) else {
            throw Failure(DiskFailure(operation: "open", code: ENOENT), path: path + "/" + name)
        }
        defer { disk.close(file) }
        let status = try check(file, is: .file, path: path + "/" + name)
        guard let bytes = bytes(status.size) else { return false }
        try call(name) { () throws(DiskFailure) in try disk.write(bytes, to: file) }
        return true
    }

    /// Puts a file in place of what has its name in one step: after a crash either the old or the new one is
    /// there, whole; what is not lasting may be neither after a loss of power. The new one is written as
    /// `NAME.new` first.
    package func replace(
        _ name: String, with bytes: [UInt8], _ durability: Durability = .lasting
    ) throws(Failure) {
        let draft = name + ".new"
        try removeFile(draft)
        try write(bytes, as: draft, durability)
        do {
            try rename(draft, to: name)
        } catch {
            do { try removeFile(draft) } catch {}  // As above.
            throw error
        }
        if durability == .lasting { try sync() }
    }

    /// Gives an entry another name, in place of what had that name.
    package func rename(_ name: String, to newName: String) throws(Failure) {
        try call(name) { () throws(DiskFailure) in try disk.rename(name, to: newName, in: descriptor) }
    }

    /// Removes a file; does nothing when there is none.
    package func removeFile(_ name: String) throws(Failure) {
        do {
            try disk.removeFile(name, in: descriptor)
        } catch let error where error.code == ENOENT {
            // Gone is what was wanted.
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }

    /// Removes a folder that holds files only; does nothing when there is none.
    package func removeFolder(_ name: String) throws(Failure) {
        if let folder = try folder(name) {
            for file in try folder.names() { try folder.removeFile(file) }
        }
        do {
            try disk.removeFolder(name, in: descriptor)
        } catch let error where error.code == ENOENT {
            // Gone is what was wanted.
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }

    /// Removes a folder if there is nothing in it.
    func removeIfEmpty(_ name: String) throws(Failure) {
        do {
            try disk.removeFolder(name, in: descriptor)
        } catch let error where error.code == ENOENT || error.code == ENOTEMPTY || error.code == EEXIST {
            // Gone already, or in use again.
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }

    /// The names in it, in no order.
    package func names() throws(Failure) -> [String] {
        do {
            return try disk.names(in: descriptor)
        } catch let error where error.code == ENOENT {
            return []  // It was removed while open.
        } catch {
            throw Failure(error, path: path)
        }
    }

    /// Returns once its entries would survive a loss of power.
    func sync() throws(Failure) {
        do { try disk.sync(descriptor) } catch { throw Failure(error, path: path) }
    }

    /// Takes the lock of this name; nil when another holds it or when it was removed meanwhile.
    package func lock(_ name: String) throws(Failure) -> Lock? {
        let file: Descriptor
        do {
            file = try disk.open(name, in: descriptor, .locking)
        } catch let error where error.code == ENOENT || error.code == EEXIST {
            return nil  // The folder was removed, or another process makes the lock at this moment.
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
        let lock = Lock(disk: disk, descriptor: file)
        _ = try check(file, is: .file, path: path + "/" + name)
        guard try call(name, { () throws(DiskFailure) in try disk.lock(file) }) else { return nil }
        // Whoever removed the page removed its lock as well: a lock without a name guards nothing.
        let status = try call(name) { () throws(DiskFailure) in try disk.status(file) }
        if status.links != 1 { return nil }
        return lock
    }

    /// Sets a file's modification time; does nothing when there is none.
    func setModified(_ name: String, to time: Instant) throws(Failure) {
        guard let file = try open(name, .reading) else { return }
        defer { disk.close(file) }
        _ = try check(file, is: .file, path: path + "/" + name)
        try call(name) { () throws(DiskFailure) in try disk.setModified(file, to: time) }
    }

    private func open(_ name: String, _ purpose: OpenPurpose) throws(Failure) -> Descriptor? {
        do {
            return try disk.open(name, in: descriptor, purpose)
        } catch let error where error.code == ENOENT {
            return nil
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }

    /// Refuses what this user did not put there: other users' files, links, pipes and devices.
    @discardableResult
    private func check(
        _ descriptor: Descriptor, is kind: FileStatus.Kind, path: String, mayBeRoots: Bool = false
    ) throws(Failure) -> FileStatus {
        let status: FileStatus
        do { status = try disk.status(descriptor) } catch { throw Failure(error, path: path) }
        guard status.kind == kind else {
            throw Failure(.notOfKind(kind), path: path)
        }
        guard status.owner == disk.user || mayBeRoots && status.owner == 0 else {
            throw Failure(.foreign(owner: status.owner, user: disk.user), path: path)
        }
        guard kind == .folder || status.links <= 1 else {
            throw Failure(.linked(names: status.links), path: path)
        }
        return status
    }

    private func call<Result>(
        _ name: String, _ body: () throws(DiskFailure) -> Result
    ) throws(Failure) -> Result {
        do { return try body() } catch { throw Failure(error, path: path + "/" + name) }
    }
}

/// A folder of the store.
package typealias Folder = PrivateFolder<StoreFailure>
