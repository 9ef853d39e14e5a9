import Browser
import Glibc
import SonicProtocol
import SystemLibraries
import Transport

/// Finds files by typed paths.
struct FileFinder: Sendable {
    /// The home folder, for paths that begin with `~/`; nil for none.
    let home: String?

    /// The maximum number of completions of a path.
    private static let most = 1000

    /// Returns the files at some paths, or a sentence. Off the caller's actor, since a disk may be slow.
    @concurrent func files(_ paths: [String]) async -> Result<[SentFile], QueryRefusal> {
        Result { () throws(CommandFailure) in try paths.map(file) }.mapError {
            QueryRefusal($0.message + ".")
        }
    }

    /// Returns the file at a path. A failure is a clause.
    func file(_ typed: String) throws(CommandFailure) -> SentFile {
        let path = found(expanded(typed)) ?? FilePath(expanded(typed)).bytes
        var status = stat()
        guard stat(Self.cString(path), &status) == 0 else { throw Self.unreadable(typed) }
        // Checked before opening, since opening a device may have side effects.
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .failed("\(typed) is a folder; choose a file in it")
        default:
            throw .failed(
                "\(typed) is not a regular file but a pipe, a socket or a device; choose a file")
        }
        let descriptor = open(Self.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.unreadable(typed) }
        defer { close(descriptor) }
        guard let stamp = SentFile.Stamp(of: descriptor) else { throw Self.unreadable(typed) }
        let name = String(
            decoding: path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path[...],
            as: UTF8.self)
        return SentFile(
            path: path, name: name, type: FileType.mediaType(of: name), stamp: stamp,
            nonce: .random(in: .min ... .max))
    }

    /// Returns the completions of a path: the entries that begin with it, with a slash after folders. Hidden
    /// entries only if the name begins with a dot.
    @concurrent func completions(of typed: String) async -> [FoundPath] {
        let end = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let (folder, beginning) = (String(typed[..<end]), String(typed[end...]))
        guard typed != "~" else { return [(path: "~/", size: nil)] }
        let path = folder.isEmpty ? Array("./".utf8) : found(expanded(folder)) ?? Array(expanded(folder).utf8)
        var paths: [FoundPath] = []
        for name in FilePath(path).entryNames ?? [] {
            let shown = Self.shown(name)
            guard shown.hasPrefix(beginning), beginning.hasPrefix(".") || !shown.hasPrefix(".") else {
                continue
            }
            var status = stat()
            guard stat(Self.cString(path + Array("/".utf8) + name), &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: paths.append((path: folder + shown + "/", size: nil))
            case S_IFREG: paths.append((path: folder + shown, size: Int(status.st_size)))
            default: break
            }
        }
        return Array(paths.sorted { $0.path < $1.path }.prefix(Self.most))
    }

    private func expanded(_ path: String) -> String {
        guard let home, path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }

    /// Returns a path in the system's bytes. A name that cannot be typed is found by its form on the screen, if
    /// that is unique; otherwise the result is nil.
    private func found(_ typed: String) -> [UInt8]? {
        let plain = FilePath(typed).bytes
        guard access(Self.cString(plain), F_OK) != 0 else { return plain }
        var path: [UInt8] = typed.hasPrefix("/") ? Array("/".utf8) : Array("./".utf8)
        for part in typed.split(separator: "/") {
            let next = path + Array(part.utf8)
            if access(Self.cString(next), F_OK) == 0 {
                path = next + Array("/".utf8)
                continue
            }
            let alike = (FilePath(path).entryNames ?? []).filter { Self.shown($0) == part }
            guard alike.count == 1 else { return nil }
            path += alike[0] + Array("/".utf8)
        }
        return path.dropLast()
    }

    /// Returns a name as shown in the line: without invalid text and control characters.
    private static func shown(_ name: [UInt8]) -> String {
        String(
            String.UnicodeScalarView(
                String(decoding: name, as: UTF8.self).unicodeScalars.map {
                    $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? "\u{FFFD}" : $0
                }))
    }

    private static func cString(_ path: [UInt8]) -> [CChar] { FilePath(path).cString }

    private static func unreadable(_ path: String) -> CommandFailure {
        .failed("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
}
