import SonicSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A small file of the folder for state that is replaced whole: who reads it finds what was there before, or what is there
/// now. A loss of power may take what was written last.
public struct StateFile: Sendable {
    /// The folder of all accounts' state; made when it is needed, for the reader alone.
    private let root: String
    /// The folder in there that holds it; nil for the root itself.
    private let below: String?
    /// Its name in there.
    private let name: String
    private let disk: any Disk

    /// A file of this name. Nothing is opened yet.
    /// - Parameters:
    ///   - root: The folder of all accounts' state.
    ///   - account: The account that it belongs to, empty for none; nil for a file of all accounts.
    ///   - name: Its name.
    ///   - disk: The system calls; tests bring their own.
    public init(
        root: String, account: String? = nil, name: String, disk: any Disk = LinuxDisk()
    ) throws(StoreFailure) {
        self.root = root
        self.name = name
        self.disk = disk
        below = try account.map { account throws(StoreFailure) in try AccountFolder.name(of: account) }
    }

    /// Its beginning, up to so many bytes; nothing where there is no file, or something that this program did not put
    /// there: a link, a pipe, a file of several names or of another user. Throws where nobody knows what is in it, such
    /// as for want of a descriptor: who writes it then loses that.
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

    /// Replaces it.
    public func replace(with bytes: [UInt8]) throws(StoreFailure) {
        // Of two programs that write at the same time each has a draft of its own.
        let draft = "\(name).\(getpid())"
        guard let folder = try made() else { return }
        // What an earlier process of this number left, or somebody planted.
        try folder.removeFile(draft)
        try folder.write(bytes, as: draft, .fleeting)
        do {
            try folder.rename(draft, to: name)
        } catch {
            // A name that cannot be had: the draft is nobody's.
            do { try folder.removeFile(draft) } catch {}
            throw error
        }
    }

    private func opened() throws(StoreFailure) -> Folder? {
        if let below { return try AccountFolder.open(below, in: root, disk: disk) }
        return try Folder.open(path: root, disk: disk)
    }

    private func made() throws(StoreFailure) -> Folder? {
        if let below { return try AccountFolder.making(below, in: root, disk: disk) }
        return try Folder.making(path: root, disk: disk)
    }
}
