import SonicProtocol
import SonicSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An open private folder: every file in it is accessed by a single name, belongs to this user and has no other hard
/// link. It is closed when the value is destroyed. Errors have the type of the folder's user.
package struct PrivateFolder<Failure: FolderFailure>: ~Copyable, Sendable {
    let disk: any Disk
    /// The path by which it was opened; for messages only.
    package let path: String
    let descriptor: Descriptor

    deinit {
        disk.close(descriptor)
    }

    /// Opens the folder at a path; nil if it does not exist.
    /// - Parameter mayBeRoots: Whether the folder may also belong to root.
    package static func open(
        path: String, disk: any Disk, mayBeRoots: Bool = false
    ) throws(Failure) -> PrivateFolder? {
        try open(path, in: .working, path: path, disk: disk, mayBeRoots: mayBeRoots)
    }

    /// Opens the folder at a path, and creates it and its parents if they do not exist.
    package static func making(path: String, disk: any Disk) throws(Failure) -> PrivateFolder {
        if let folder = try open(path: path, disk: disk) { return folder }
        do throws(DiskFailure) {
            for end in path.indices.dropFirst(FilePath.rootCount(of: path)) + [path.endIndex]
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

    /// Opens the subfolder of this name; nil if it does not exist.
    package func folder(_ name: String) throws(Failure) -> PrivateFolder? {
        try Self.open(name, in: descriptor, path: path + "/" + name, disk: disk)
    }

    /// Opens the subfolder of this name, and creates it if it does not exist, so that its name would survive a loss of
    /// power; nil if this folder has been removed.
    package func makingFolder(_ name: String) throws(Failure) -> PrivateFolder? {
        if let folder = try folder(name) { return folder }
        do {
            try disk.makeFolder(name, in: descriptor)
            try disk.sync(descriptor)
        } catch let error where error.code == EEXIST {
            // Another process created it first.
        } catch let error where error.code == ENOENT {
            return nil
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
        return try folder(name)
    }

    /// Returns the contents and the status of a file; nil if it does not exist.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of the file in bytes; a longer one is an error.
    ///   - count: The number of bytes to read from its start; all by default.
    package func read(
        _ name: String, limit: Int, first count: Int = .max
    ) throws(Failure) -> (bytes: [UInt8], status: FileStatus)? {
        guard let file = try open(name, .reading) else { return nil }
        defer { disk.close(file) }
        let status = try check(file, is: .file, path: path + "/" + name)
        guard status.size <= limit else { throw Failure(.tooLarge(limit: limit), path: path + "/" + name) }
        let bytes = try call(name) { () throws(DiskFailure) in
            try disk.read(file, upTo: min(status.size, count))
        }
        return (bytes, status)
    }

    /// Returns the status of a file; nil if it does not exist.
    package func status(_ name: String) throws(Failure) -> FileStatus? {
        guard let file = try open(name, .reading) else { return nil }
        defer { disk.close(file) }
        return try check(file, is: .file, path: path + "/" + name)
    }

    /// Returns the status of this folder.
    func status() throws(Failure) -> FileStatus { try check(descriptor, is: .folder, path: path) }

    /// Returns the status of a subfolder without opening it; nil if there is none that belongs to this user.
    func folderStatus(_ name: String) throws(Failure) -> FileStatus? {
        guard let status = try entryStatus(name) else { return nil }
        return status.kind == .folder && status.owner == disk.user ? status : nil
    }

    /// Returns the status of an entry without opening it; nil if it does not exist.
    package func entryStatus(_ name: String) throws(Failure) -> FileStatus? {
        try call(name, unless: ENOENT) { () throws(DiskFailure) in
            try disk.status(of: name, in: descriptor)
        }
    }

    /// Sets this folder's modification time.
    func setModified(to time: Instant) throws(Failure) {
        do { try disk.setModified(descriptor, to: time) } catch { throw Failure(error, path: path) }
    }

    /// Writes a new file. A lasting one, except for its name (see `sync`), would survive a loss of power when this
    /// returns.
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
            // Frees the space on a full disk. If that fails, too, the next change removes the file.
            do { try removeFile(name) } catch {}
            throw error
        }
    }

    /// Appends to a file, which is created if it does not exist. The bytes are not synced: after a loss of power the
    /// file may contain a part of them.
    /// - Parameter bytes: Returns the bytes to append, given the size of the file in bytes; nil to append nothing.
    /// - Returns: Whether anything was written.
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

    /// Replaces a file in one step: after a crash either the old or the new one exists and is complete; after a loss of
    /// power a file that is not lasting may be neither. The new one is written as `NAME.new` first.
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

    /// Renames an entry and replaces an existing entry of the new name.
    package func rename(_ name: String, to newName: String) throws(Failure) {
        try call(name) { () throws(DiskFailure) in try disk.rename(name, to: newName, in: descriptor) }
    }

    /// Removes a file; does nothing if it does not exist.
    package func removeFile(_ name: String) throws(Failure) {
        _ = try call(name, unless: ENOENT) { () throws(DiskFailure) in
            try disk.removeFile(name, in: descriptor)
        }
    }

    /// Removes a folder that contains only files; does nothing if it does not exist.
    package func removeFolder(_ name: String) throws(Failure) {
        if let folder = try folder(name) {
            for file in try folder.names() { try folder.removeFile(file) }
        }
        _ = try call(name, unless: ENOENT) { () throws(DiskFailure) in
            try disk.removeFolder(name, in: descriptor)
        }
    }

    /// Removes a folder if it is empty.
    func removeIfEmpty(_ name: String) throws(Failure) {
        do {
            try disk.removeFolder(name, in: descriptor)
        } catch let error where error.code == ENOENT || error.code == ENOTEMPTY || error.code == EEXIST {
            // Already removed, or in use again.
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }

    /// Returns the names in the folder, unordered.
    package func names() throws(Failure) -> [String] {
        do {
            return try disk.names(in: descriptor)
        } catch let error where error.code == ENOENT {
            return []  // It was removed while open.
        } catch {
            throw Failure(error, path: path)
        }
    }

    /// Returns once the folder's entries would survive a loss of power.
    func sync() throws(Failure) {
        do { try disk.sync(descriptor) } catch { throw Failure(error, path: path) }
    }

    /// Acquires the lock of this name; nil if another process holds it or if it was removed meanwhile.
    package func lock(_ name: String) throws(Failure) -> Lock? {
        // The folder was removed, or another process makes the lock at this moment.
        let opened = try call(name, unless: ENOENT, EEXIST) { () throws(DiskFailure) in
            try disk.open(name, in: descriptor, .locking)
        }
        guard let file = opened else { return nil }
        let lock = Lock(disk: disk, descriptor: file)
        _ = try check(file, is: .file, path: path + "/" + name)
        guard try call(name, { () throws(DiskFailure) in try disk.lock(file) }) else { return nil }
        // The process that removed the page removed its lock, too: a lock without a name protects nothing.
        let status = try call(name) { () throws(DiskFailure) in try disk.status(file) }
        if status.links != 1 { return nil }
        return lock
    }

    /// Sets a file's modification time; does nothing if the file does not exist.
    func setModified(_ name: String, to time: Instant) throws(Failure) {
        guard let file = try open(name, .reading) else { return }
        defer { disk.close(file) }
        _ = try check(file, is: .file, path: path + "/" + name)
        try call(name) { () throws(DiskFailure) in try disk.setModified(file, to: time) }
    }

    private func open(_ name: String, _ purpose: OpenPurpose) throws(Failure) -> Descriptor? {
        try call(name, unless: ENOENT) { () throws(DiskFailure) in
            try disk.open(name, in: descriptor, purpose)
        }
    }

    /// Refuses files that this user did not create there: other users' files, links, pipes and devices.
    @discardableResult
    private func check(
        _ descriptor: Descriptor, is kind: FileStatus.Kind, path: String, mayBeRoots: Bool = false
    ) throws(Failure) -> FileStatus {
        let status: FileStatus
        do { status = try disk.status(descriptor) } catch { throw Failure(error, path: path) }
        guard status.kind == kind else { throw Failure(.notOfKind(kind), path: path) }
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

    /// Returns nil if the system call fails with one of these codes.
    private func call<Result>(
        _ name: String, unless code: Int32, _ other: Int32 = 0, _ body: () throws(DiskFailure) -> Result
    ) throws(Failure) -> Result? {
        do {
            return try body()
        } catch let error where error.code == code || error.code == other {
            return nil
        } catch {
            throw Failure(error, path: path + "/" + name)
        }
    }
}

/// A folder of the store.
package typealias Folder = PrivateFolder<StoreFailure>
