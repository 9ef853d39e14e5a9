import SonicProtocol
import SystemLibraries

/// A package that is not stored yet: its manifest, and its files by digest.
public struct PackageContents: Sendable {
    /// The package's manifest.
    public let manifest: PackageManifest
    /// The contents of each file of the manifest, by SHA-256.
    let bodies: [String: [UInt8]]
    /// The number of files that are not in the manifest; they are ignored.
    public let ignored: Int

    /// Reads a package from an archive or a folder.
    /// - Throws: The fault of the package; nothing has been written then.
    public init(readingFrom path: String, isFolder: Bool) throws(PackageFailure) {
        let entries = isFolder ? try SourceFolder.entries(at: path) : try Archiver.entries(of: path)
        try self.init(FileTree(entries).unwrapped(for: PackageManifest.fileName))
    }

    init(_ tree: FileTree) throws(PackageFailure) {
        guard let bytes = tree.files[PackageManifest.fileName] else {
            throw .refused("it has no \(PackageManifest.fileName); make one with sonic package make")
        }
        manifest = try PackageManifest(bytes)
        var bodies: [String: [UInt8]] = [:]
        for (path, file) in manifest.files {
            guard let body = tree.files[path] else { throw .refused("its file “\(path)” is missing") }
            guard body.count == file.size, SHA256.digest(of: body) == file.sha256 else {
                throw .refused("its file “\(path)” does not match its manifest")
            }
            bodies[file.sha256] = body
        }
        self.bodies = bodies
        ignored = tree.files.count - manifest.files.count - 1
    }
}

/// Creates packages from folders.
public enum PackageMaker {
    /// The values given by the user; nil leaves a value unchanged.
    public struct ManifestValues: Sendable {
        /// Its name.
        public var name: String?
        /// The base address of its files.
        public var base: WebURL?
        /// The address of its manifest for updates.
        public var update: WebURL?

        /// Creates empty values.
        public init() {}
    }

    /// Returns the manifest of a folder's current contents: version 1, or the next version if anything changed.
    /// - Throws: The reason why the folder cannot be a package.
    public static func manifest(of folder: String, _ values: ManifestValues) throws(PackageFailure)
        -> PackageManifest
    {
        let tree = try FileTree(try SourceFolder.entries(at: folder))
        let old = try tree.files[PackageManifest.fileName].map { (bytes) throws(PackageFailure) in
            try PackageManifest(bytes)
        }
        guard let name = values.name ?? old?.name else { throw .unnamed }
        var manifest = PackageManifest(
            name: name, version: old?.version ?? 1, prefixes: old?.prefixes ?? [],
            update: values.update ?? old?.update, files: [:])
        if let base = values.base { manifest.prefixes = [.init(url: base, folder: "")] }
        for (path, bytes) in tree.files where path != PackageManifest.fileName {
            manifest.files[path] = .init(
                sha256: SHA256.digest(of: bytes), size: bytes.count, type: old?.files[path]?.type)
        }
        if let old, old != manifest { manifest.version += 1 }
        // Parsing it again checks the manifest as for every reader.
        return try PackageManifest(manifest.bytes)
    }

    /// Packs the folder's manifest and its files into an archive, whose format depends on its name.
    public static func pack(
        _ manifest: PackageManifest, of folder: String, into archive: String
    ) throws(PackageFailure) {
        let files = [PackageManifest.fileName] + manifest.files.keys.sorted()
        try Archiver.pack(files, of: folder, into: archive)
    }
}
