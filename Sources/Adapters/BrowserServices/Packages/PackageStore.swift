import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// The packages on this machine (docs/reference/connections.md#store).
///
/// A package is a folder with its manifest and its files, each named by the SHA-256 of its contents. Files never change
/// and are stored before the manifest that names them, and the manifest is replaced with a rename: so readers always
/// find either the complete old package or the complete new one.
public actor PackageStore {
    /// The folder of the packages.
    public nonisolated let root: String
    private let disk: any Disk
    private let now: @Sendable () -> Instant
    /// The manifests that were last read.
    private var known: [String: (status: FileStatus, manifest: PackageManifest)] = [:]

    /// A stored package, or the reason why it cannot be used.
    public struct Entry: Sendable {
        /// The name of its folder.
        public let name: String
        /// The manifest, or the reason.
        public let manifest: Result<PackageManifest, PackageFailure>
    }

    private static let lockName = "lock"
    private static let checkedName = "checked"

    /// Creates a store in this folder, which is created with the first package.
    public init(root: String, disk: any Disk = LinuxDisk(), now: @escaping @Sendable () -> Instant) {
        self.root = root
        self.disk = disk
        self.now = now
    }

    /// Returns all packages, sorted by name.
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

    /// Returns the manifest of a package; nil if there is no package of this name. It is read again if it has changed.
    public func manifest(of name: String) throws(PackageFailure) -> PackageManifest? {
        guard PackageManifest.isName(name) else { return nil }
        let found = try stored { () throws(StoreFailure) -> (bytes: [UInt8], status: FileStatus)? in
            guard let folder = try open(name) else { return nil }
            if let known = known[name], try folder.status(PackageManifest.fileName) == known.status {
                return ([], known.status)
            }
            return try folder.read(PackageManifest.fileName, limit: PackageManifest.maxBytes)
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

    /// Returns the contents of a file of a package; nil if it is missing or damaged.
    func bytes(of file: PackageManifest.File, in name: String) throws(PackageFailure) -> [UInt8]? {
        let bytes = try stored { () throws(StoreFailure) in
            try open(name)?.read(file.sha256, limit: PackageManifest.maxSize)?.bytes
        }
        guard let bytes, bytes.count == file.size, Hashes.sha256(of: bytes) == file.sha256 else { return nil }
        return bytes
    }

    /// Stores a file for a later manifest.
    func keep(_ bytes: [UInt8], as file: PackageManifest.File, in name: String) throws(PackageFailure) {
        try stored { () throws(StoreFailure) in
            try making(name)?.replace(file.sha256, with: bytes)
        }
    }

    /// Makes a manifest the current one, once all its files are stored, and removes the files named neither by it nor
    /// by the previous one: concurrent readers may still use that.
    func commit(_ manifest: PackageManifest) throws(PackageFailure) {
        let name = manifest.name
        // An invalid manifest is about to be replaced, so its fault is irrelevant.
        let before = (try? self.manifest(of: name))?.files.values.map(\.sha256) ?? []
        let isCommitted = try stored { () throws(StoreFailure) -> Bool in
            guard let folder = try making(name), let lock = try folder.lock(Self.lockName) else {
                return false
            }
            return try lock.held { () throws(StoreFailure) in
                for file in manifest.files.values where try folder.status(file.sha256)?.size != file.size {
                    // Another program has removed files meanwhile.
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

    /// Stores a complete package and replaces the one of the same name.
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
                // Without the manifest it is not a package, regardless of the remaining files.
                try folder.removeFile(PackageManifest.fileName)
                try root.removeFolder(name)
                return true
            }
        }
        guard let isRemoved else { throw .unknown(name) }
        guard isRemoved else { throw .busy(name) }
        known[name] = nil
    }

    /// Returns when the package was last checked for updates; nil if it never was, or the mark cannot be read.
    ///
    /// The mark contains the time in milliseconds: a file's modification time is from another clock than `time`.
    func checked(_ name: String) throws(PackageFailure) -> Instant? {
        try stored { () throws(StoreFailure) in
            guard let mark = try open(name)?.read(Self.checkedName, limit: 20) else { return nil }
            return Int64(String(decoding: mark.bytes, as: UTF8.self)).map(Instant.init(milliseconds:))
        }
    }

    /// Records that the package is being checked now.
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

    /// The result of looking up an address in the packages.
    enum Found: Sendable {
        /// No package serves it.
        case nothing
        /// The contents of this file.
        case file([UInt8], type: String, PackageManifest, path: String)
        /// The package lacks the file, or it is damaged; it may be available at the online address.
        case missing(PackageManifest, path: String, isDamaged: Bool, online: WebURL?)
        /// `package://` with an unknown name.
        case unknown(String)
        /// The package cannot be read.
        case failed(PackageFailure)
    }

    /// Looks up an address: one of `package:` in the package that it names, one of http or https in the package with
    /// the longest matching prefix that has a file for it.
    func find(_ url: WebURL) -> Found {
        do throws(PackageFailure) {
            if url.scheme == PackageConnection.scheme { return try findNamed(url) }
            guard let place = try place(of: url) else { return .nothing }
            return try found(place.path, place.manifest, url)
        } catch {
            return .failed(error)
        }
    }

    /// Whether a package has a file for an http or https address. Reads manifests only.
    func stands(for url: WebURL) -> Bool {
        // A store that cannot be read is reported for the packages' addresses and by `sonic package list`.
        (try? place(of: url)) != nil
    }

    private func findNamed(_ url: WebURL) throws(PackageFailure) -> Found {
        guard let manifest = try manifest(of: url.host) else { return .unknown(url.host) }
        let bytes = WebURL.percentDecoded(url.path.utf8.first == 0x2F ? url.path.dropFirst() : url.path[...])
        guard let path = PackageManifest.path(bytes) else {
            return .missing(manifest, path: url.path, isDamaged: false, online: nil)
        }
        return try found(path, manifest, url)
    }

    private func place(of url: WebURL) throws(PackageFailure) -> (manifest: PackageManifest, path: String)? {
        var best: (length: Int, manifest: PackageManifest, path: String)?
        for entry in try list() {
            guard case .success(let manifest) = entry.manifest else { continue }
            for prefix in manifest.prefixes {
                let length = prefix.url.path.utf8.count
                guard url.origin == prefix.url.origin, url.path.hasPrefix(prefix.url.path),
                    length > best?.length ?? -1
                else { continue }
                let rest = WebURL.percentDecoded(url.path.dropFirst(prefix.url.path.count))
                guard let path = PackageManifest.path(rest).map({ prefix.folder + $0 }),
                    manifest.files[path] != nil
                else { continue }
                best = (length, manifest, path)
            }
        }
        return best.map { ($0.manifest, $0.path) }
    }

    private func found(
        _ path: String, _ manifest: PackageManifest, _ url: WebURL
    ) throws(PackageFailure) -> Found {
        if let file = manifest.files[path] {
            if let bytes = try bytes(of: file, in: manifest.name) {
                let type = file.type ?? FileType.mediaType(of: path)
                return .file(bytes, type: type, manifest, path: path)
            }
            // The package may have been replaced since its manifest was read.
            if let newer = try self.manifest(of: manifest.name), newer != manifest {
                return try found(path, newer, url)
            }
        }
        return .missing(
            manifest, path: path, isDamaged: manifest.files[path] != nil,
            online: manifest.onlineAddress(ofPath: path, query: url.query))
    }
}
