import Glibc
import PageCache
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
        let entries = isFolder ? try FileTree.entries(at: path) : try Archiver.entries(of: path)
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
            guard body.count == file.size, Hashes.sha256(of: body) == file.sha256 else {
                throw .refused("its file “\(path)” does not match its manifest")
            }
            bodies[file.sha256] = body
        }
        self.bodies = bodies
        ignored = tree.files.count - manifest.files.count - 1
    }
}

/// The files of an archive or a folder by path, with links replaced by their targets. Pure: it never contains anything
/// from outside the tree.
struct FileTree {
    /// The contents of each file by its path.
    private(set) var files: [String: [UInt8]] = [:]

    /// The maximum length of a chain of links.
    private static let longestChain = 8

    /// Creates the tree of these entries, of which the last for a path applies.
    /// - Throws: `refused` for a path or a link that leads out of the folder, for a broken link, and for special files
    ///   such as devices.
    init(_ entries: [TarReader.Entry]) throws(PackageFailure) {
        var links: [String: String] = [:]
        for entry in entries {
            let named = entry.path
            guard let path = Self.normalized(named, in: "") else {
                throw .refused("“\(named)” leads out of its folder")
            }
            switch entry.kind {
            case .folder: continue
            case .other: throw .refused("“\(named)” is not a file, a folder or a link")
            case .file(let bytes):
                files[path] = bytes
                links[path] = nil
            case .hardLink(let target), .symbolicLink(let target):
                var folder = ""
                if case .symbolicLink = entry.kind, let slash = path.lastIndex(of: "/") {
                    folder = String(path[..<slash])
                }
                guard let target = Self.normalized(target, in: folder) else {
                    throw .refused("the link “\(named)” leads out of its folder")
                }
                links[path] = target
                files[path] = nil
            }
            guard PackageManifest.isPath(path) else { throw .refused("“\(named)” is not a file path") }
        }
        for path in links.keys.sorted() {
            guard let bytes = bytes(behind: path, links) else {
                throw .refused("the link “\(path)” does not lead to a file of the package")
            }
            files[path] = bytes
        }
    }

    /// Returns the tree below the single top-level folder, if there is one and it contains `name`; otherwise itself.
    func unwrapped(for name: String) -> FileTree {
        guard files[name] == nil, let first = files.keys.first, let slash = first.firstIndex(of: "/") else {
            return self
        }
        let folder = first[...slash]
        guard files[folder + name] != nil, files.keys.allSatisfy({ $0.hasPrefix(folder) }) else {
            return self
        }
        var tree = self
        tree.files = Dictionary(
            uniqueKeysWithValues: files.map { (String($0.key.dropFirst(folder.count)), $0.value) })
        return tree
    }

    private func bytes(behind path: String, _ links: [String: String]) -> [UInt8]? {
        var path = path
        for _ in 0...Self.longestChain {
            guard let next = links[path] else { return files[path] }
            path = next
        }
        return nil
    }

    /// Returns a path from the top of the tree, with dot segments resolved; nil if it is absolute or leads above the
    /// top.
    private static func normalized(_ path: String, in folder: String) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        var segments = folder.split(separator: "/")
        for segment in path.split(separator: "/") {
            switch segment {
            case ".": continue
            case "..": guard segments.popLast() != nil else { return nil }
            default: segments.append(segment)
            }
        }
        return segments.joined(separator: "/")
    }

    // A user's folder, read like an archive of it: no link is followed.
    /// Returns all files and links below a folder, except for hidden ones.
    static func entries(at path: String) throws(PackageFailure) -> [TarReader.Entry] {
        var entries: [TarReader.Entry] = []
        var room = PackageManifest.maxSize + PackageManifest.maxBytes
        var folders = [""]
        while let folder = folders.popLast() {
            let place = folder.isEmpty ? path : path + "/" + folder
            for name in try names(in: place, isTop: folder.isEmpty) where !name.hasPrefix(".") {
                let entry = folder.isEmpty ? name : folder + "/" + name
                guard entries.count + folders.count <= 2 * PackageManifest.maxFiles else {
                    throw .refused("there are too many files")
                }
                var status = stat()
                guard fstatat(AT_FDCWD, path + "/" + entry, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                    throw unreadable(path + "/" + entry)
                }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append(entry)
                case S_IFREG:
                    guard Int(status.st_size) <= room else {
                        throw .refused("its files are larger than 256 MB in total")
                    }
                    room -= Int(status.st_size)
                    let bytes = try bytes(of: path + "/" + entry, Int(status.st_size))
                    entries.append(.init(path: entry, kind: .file(bytes)))
                case S_IFLNK:
                    entries.append(.init(path: entry, kind: .symbolicLink(try target(path + "/" + entry))))
                default: entries.append(.init(path: entry, kind: .other))
                }
            }
        }
        return entries
    }

    private static func names(in path: String, isTop: Bool) throws(PackageFailure) -> [String] {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (isTop ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        do throws(DiskFailure) {
            return try LinuxDisk().names(in: Descriptor(number: descriptor)).sorted()
        } catch {
            throw unreadable(path, error.code)
        }
    }

    private static func bytes(of path: String, _ size: Int) throws(PackageFailure) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            // A file that has grown meanwhile is truncated to its previous size.
            let file = try RegularFile(path, followingLinks: false)
            return Array(try RegularFile.bytes(of: file.descriptor, limit: size, expected: size).prefix(size))
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
    }

    private static func target(_ path: String) throws(PackageFailure) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
            }
        }
        guard count >= 0 else { throw unreadable(path) }
        return Bytes.text(buffer.prefix(count))
    }

    private static func unreadable(_ path: String, _ code: Int32 = errno) -> PackageFailure {
        .unreadable(path: path, reason: String(cString: strerror(code)))
    }
}
