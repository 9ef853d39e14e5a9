import SonicSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small file of state that is replaced as a whole: a reader gets either the old or the new contents. A loss of power
/// may lose the last write. If reading fails, other than because there is no file, the caller does not write the file
/// in this run: it would replace contents that it has not seen.
public struct StateFile: Sendable {
    /// The folder of all accounts' state; created when needed, with access for the user only.
    private let root: String
    /// The subfolder that contains the file; nil for the root.
    private let below: String?
    /// The name of the file.
    let name: String
    private let disk: any Disk

    /// Creates the file's description. It opens no file yet.
    /// - Parameters:
    ///   - root: The folder of all accounts' state.
    ///   - account: The account that the file belongs to, empty for none; nil for a file of all accounts.
    ///   - name: The name of the file.
    ///   - disk: The system calls; tests pass their own.
    public init(
        root: String, account: String? = nil, name: String, disk: any Disk = LinuxDisk()
    ) throws(StoreFailure) {
        self.root = root
        self.name = name
        self.disk = disk
        below = try account.map { account throws(StoreFailure) in try AccountFolder.name(of: account) }
    }

    /// Returns the first `limit` bytes of the file; empty if it does not exist or is refused: a link, a pipe, a file
    /// with several hard links or of another user.
    /// - Throws: If the contents are unknown, for example because no descriptor is left: a write would then lose them.
    public func bytes(limit: Int) throws(StoreFailure) -> [UInt8] {
        do {
            guard let folder = try opened(),
                let (bytes, _) = try folder.read(name, limit: .max, first: limit)
            else { return [] }
            return bytes
        } catch .unusable {
            return []
        }
    }

    /// Replaces the file.
    public func replace(with bytes: [UInt8]) throws(StoreFailure) {
        // Programs that write concurrently have separate drafts.
        let draft = "\(name).\(getpid())"
        guard let folder = try made() else { return }
        // Removes a draft of an earlier process with the same id, or one that was planted.
        try folder.removeFile(draft)
        try folder.write(bytes, as: draft, .fleeting)
        do {
            try folder.rename(draft, to: name)
        } catch {
            // The name cannot be replaced, so the draft is removed.
            do { try folder.removeFile(draft) } catch {}
            throw error
        }
    }

    /// Calls `body` under the lock `NAME.lock`, which waits while another process holds it.
    /// - Parameters:
    ///   - thing: What the file contains, for the error message.
    ///   - body: Changes the file in its folder, which is created if it does not exist.
    func changing<Result: Sendable>(
        _ thing: String, _ body: (borrowing Folder) throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result {
        let path = below.map { "\(root)/\($0)" } ?? root
        return try await LockWait.patiently(thing, at: path) { () throws(StoreFailure) in
            try made()?.held(name + ".lock", body)
        }
    }

    /// Opens the folder of the file; nil if it does not exist.
    func opened() throws(StoreFailure) -> Folder? {
        if let below { return try AccountFolder.open(below, in: root, disk: disk) }
        return try Folder.open(path: root, disk: disk)
    }

    private func made() throws(StoreFailure) -> Folder? {
        if let below { return try AccountFolder.making(below, in: root, disk: disk) }
        return try Folder.making(path: root, disk: disk)
    }
}
