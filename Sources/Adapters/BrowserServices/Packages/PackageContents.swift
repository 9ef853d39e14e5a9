import SonicProtocol
import SystemLibraries

/// A package that is not stored yet: its manifest, and its files by their digests.
public struct PackageContents: Sendable {
    /// What it says of itself.
    public let manifest: PackageManifest
    /// The bytes of each file of the manifest, by SHA-256.
    let bodies: [String: [UInt8]]
    /// How many files came along that the manifest does not name; they are left out.
    public let ignored: Int

    /// Reads a package from an archive, or from a folder.
    /// - Throws: what is wrong with it; nothing has been written then.
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

/// Makes a folder a package.
public enum PackageMaker {
    /// What a person says of the package; nil leaves it as it was.
    public struct ManifestValues: Sendable {
        /// Its name.
        public var name: String?
        /// The address that its files stand for.
        public var base: WebURL?
        /// Where its manifest will be found.
        public var update: WebURL?

        /// Nothing given.
        public init() {}
    }

    /// The manifest of a folder as it is now: version 1, or one more than before where anything changed.
    /// - Throws: what keeps the folder from being a package.
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
        // What was put together here has to hold for whoever reads it.
        return try PackageManifest(manifest.bytes)
    }

    /// Packs the folder's manifest and the files it names into an archive, whose kind its name tells.
    public static func pack(
        _ manifest: PackageManifest, of folder: String, into archive: String
    ) throws(PackageFailure) {
        let files = [PackageManifest.fileName] + manifest.files.keys.sorted()
        try Archiver.pack(files, of: folder, into: archive)
    }
}
