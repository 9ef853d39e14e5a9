import Glibc
import PageCache
import SonicProtocol
import SystemLibraries

/// A user's folder, read like an archive of it: no link is followed.
enum SourceFolder {
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
