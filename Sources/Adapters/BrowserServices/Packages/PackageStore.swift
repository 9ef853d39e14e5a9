import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// The packages on this machine (docs/reference/connections.md#store).
///
/// A package is a folder with its manifest and its files, each under the SHA-256 of its bytes. Files never change and
/// come before the manifest that names them, and the manifest is replaced by a rename: so a package is the old one or
/// the new one, whole, whatever happens meanwhile and however many programs look at it.
public actor PackageStore {
    /// Where the packages are.
    public nonisolated let root: String
    private let disk: any Disk
    private let now: @Sendable () -> Instant
    /// The manifests as they were read last.
    private var known: [String: (status: FileStatus, manifest: PackageManifest)] = [:]

    /// A package as it is stored, or why it cannot be used.
    public struct Entry: Sendable {
        /// The name of its folder.
        public let name: String
        /// What it says of itself.
        public let manifest: Result<PackageManifest, PackageFailure>
    }

    private static let lockName = "lock"
    private static let checkedName = "checked"

    /// A store in this folder, which is made when the first package comes.
    public init(root: String, disk: any Disk = LinuxDisk(), now: @escaping @Sendable () -> Instant) {
        self.root = root
        self.disk = disk
        self.now = now
    }

    /// All packages by their names.
    public func list() throws(PackageFailure) -> [Entry] {
        try stored { () throws(StoreFailure) in try Folder.open(path: root, disk: disk)?.names() ?? [] }
            .filter(PackageManifest.isName).sorted().compactMap { name in
                do throws(PackageFailure) {
                    return try manifest(of: name).map { Entry(name: name, manifest: .success($0)) }
                } catch {
                    return Entry(name: name, manifest: .failure(error))
                }
            }
    }

    /// What a package says of itself; nil when there is none of this name. Read again when it changed.
    public func manifest(of name: String) throws(PackageFailure) -> PackageManifest? {
        guard PackageManifest.isName(name) else { return nil }
        let found = try stored { () throws(StoreFailure) -> (bytes: [UInt8], status: FileStatus)? in
            guard let folder = try open(name) else { return nil }
            if let known = known[name], try folder.status(PackageManifest.fileName) == known.status {
                return ([], known.status)
            }
            return try folder.read(PackageManifest.fileName, limit: PackageManifest.mostBytes)
        }
        guard let found else {
            known[name] = nil
            return nil
        }
        if let known = known[name], known.status == found.status { return known.manifest }
        let manifest = try PackageManifest(found.bytes)
        guard manifest.name == name else {
            throw .badManifest("it is for “\(manifest.name)”, not for “\(name)”")
        }
        known[name] = (found.status, manifest)
        return manifest
    }

    /// The bytes of a file of a package; nil when they are missing or are not what they should be.
    func bytes(of file: PackageManifest.File, in name: String) throws(PackageFailure) -> [UInt8]? {
        let bytes = try stored { () throws(StoreFailure) in
            try open(name)?.read(file.sha256, limit: PackageManifest.mostSize)?.bytes
        }
        guard let bytes, bytes.count == file.size, SHA256.digest(of: bytes) == file.sha256 else { return nil }
        return bytes
    }

    /// Keeps a file for a manifest that is to come.
    func keep(_ bytes: [UInt8], as file: PackageManifest.File, in name: String) throws(PackageFailure) {
        try stored { () throws(StoreFailure) in
            try making(name)?.replace(file.sha256, with: bytes)
        }
    }

    /// Makes a manifest the package's, once all its files are kept, and removes files that neither it nor the one
    /// before it names: whoever reads at this moment has the older.
    func commit(_ manifest: PackageManifest) throws(PackageFailure) {
        let name = manifest.name
        // A broken manifest is about to be replaced, so what is wrong with it does not matter.
        let before = (try? self.manifest(of: name))?.files.values.map(\.sha256) ?? []
        let isCommitted = try stored { () throws(StoreFailure) -> Bool in
            guard let folder = try making(name), let lock = try folder.lock(Self.lockName) else {
                return false
            }
            return try lock.held { () throws(StoreFailure) in
                for file in manifest.files.values where try folder.status(file.sha256)?.size != file.size {
                    // Another program has tidied up meanwhile.
                    return false
                }
                try folder.replace(PackageManifest.fileName, with: manifest.bytes)
                let wanted = Set(manifest.files.values.map(\.sha256) + before)
                for old in try folder.names() where old.utf8.count >= 64 && !wanted.contains(old) {
                    try folder.removeFile(old)
                }
                return true
            }
        }
        guard isCommitted else { throw .busy(name) }
        known[name] = nil
    }

    /// Stores a package that came whole, in place of one of its name.
    public func install(_ contents: PackageContents) throws(PackageFailure) {
        for file in Set(contents.manifest.files.values) {
            guard try bytes(of: file, in: contents.manifest.name) == nil,
                let body = contents.bodies[file.sha256]
            else { continue }
            try keep(body, as: file, in: contents.manifest.name)
        }
        try commit(contents.manifest)
    }

    /// Removes a package with all its files.
    public func remove(_ name: String) throws(PackageFailure) {
        guard PackageManifest.isName(name) else { throw .unknown(name) }
        let isRemoved = try stored { () throws(StoreFailure) -> Bool? in
            guard let root = try Folder.open(path: root, disk: disk), let folder = try root.folder(name)
            else {
                return nil
            }
            guard let lock = try folder.lock(Self.lockName) else { return false }
            return try lock.held { () throws(StoreFailure) in
                // Without it the package is none, whatever else is left.
                try folder.removeFile(PackageManifest.fileName)
                try root.removeFolder(name)
                return true
            }
        }
        guard let isRemoved else { throw .unknown(name) }
        guard isRemoved else { throw .busy(name) }
        known[name] = nil
    }

    /// When the package was last compared with the network; nil when it never was, or the mark is not readable.
    ///
    /// The time is the text of the mark, in milliseconds: a file's own time is of another clock than `time`.
    func checked(_ name: String) throws(PackageFailure) -> Instant? {
        try stored { () throws(StoreFailure) in
            guard let mark = try open(name)?.read(Self.checkedName, limit: 20) else { return nil }
            return Int64(String(decoding: mark.bytes, as: UTF8.self)).map(Instant.init(milliseconds:))
        }
    }

    /// Remembers that the package is being compared now.
    func setChecked(_ name: String) throws(PackageFailure) {
        let mark = Array(String(time.milliseconds).utf8)
        try stored { () throws(StoreFailure) in
            try open(name)?.replace(Self.checkedName, with: mark, .fleeting)
        }
    }

    /// The wall clock.
    nonisolated var time: Instant { now() }

    private func open(_ name: String) throws(StoreFailure) -> Folder? {
        try Folder.open(path: root, disk: disk)?.folder(name)
    }

    private func making(_ name: String) throws(StoreFailure) -> Folder? {
        try Folder.making(path: root, disk: disk).makingFolder(name)
    }

    private func stored<Value>(_ work: () throws(StoreFailure) -> Value) throws(PackageFailure) -> Value {
        do { return try work() } catch { throw .store(error) }
    }
}
