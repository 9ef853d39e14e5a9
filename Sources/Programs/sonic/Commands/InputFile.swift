import Exchanges
import Glibc
import SonicProtocol
import SystemLibraries

/// An input file of a command, or standard input.
enum InputFile {
    /// The maximum number of bytes that are read: 256 MiB, as for a response.
    static let limit = 256 << 20

    typealias Failure = CommandFailure

    /// Returns the bytes of the file with this name; of standard input for `-`.
    /// - Parameter limit: The maximum number of bytes; a longer file is an error.
    static func bytes(_ name: String, limit: Int = limit) throws(Failure) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            guard name == "-" else { return try RegularFile(name).bytes(limit: limit) }
            let bytes = try RegularFile.bytes(of: STDIN_FILENO, limit: limit)
            guard bytes.count <= limit else { throw .tooLong(limit) }
            return bytes
        } catch {
            throw .failed("\(name) cannot be read: \(error.reason)")
        }
    }

    /// Returns the bytes of an option's file: a mistake in its name is one of usage.
    static func bytes(_ name: String, of option: Option, limit: Int = limit) throws(Failure) -> [UInt8] {
        do throws(Failure) { return try bytes(name, limit: limit) } catch {
            throw .init(message: "\(option.longName): \(error.message)")
        }
    }

    /// Returns the recording in a HAR file.
    /// - Parameter name: The name of the file in messages.
    static func recording(_ path: String, named name: String) throws(Failure) -> Recording {
        let bytes = try bytes(path)
        do throws(TextProblem) {
            return try Recording(har: bytes) { Self.bytes($0, beside: path) }
        } catch {
            throw .failed("\(name):\(error)")
        }
    }

    /// Returns the bytes of a file in a HAR file's folder or below it, as Playwright names with `_file`; nil if
    /// there is none, and for a name outside that folder. Symbolic links are not followed.
    static func bytes(_ name: String, beside har: String) -> [UInt8]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard har != "-", !parts.contains(where: { ["", ".", ".."].contains($0) || $0.contains("\0") }),
            let last = parts.last
        else { return nil }
        let path = har.lastIndex(of: "/").map { $0 == har.startIndex ? "/" : String(har[..<$0]) } ?? "."
        var folder = open(FilePath(path).cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        for part in parts.dropLast() where folder >= 0 {
            let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(folder)
            folder = next
        }
        guard folder >= 0 else { return nil }
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(FilePath(last.utf8), in: folder, followingLinks: false)
            return try file.bytes(limit: limit)
        } catch {
            return nil
        }
    }

    /// Whether a text without a scheme is the path of a regular file.
    static func isNamed(by text: String) -> Bool {
        guard !text.contains(":"), !text.contains("\0") else { return false }
        var status = stat()
        return stat(FilePath(text.utf8).cString, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The endings of file names that are no domain: no host has such a name.
    private static let endings = ["html", "htm", "xhtml", "txt", "json", "xml", "har"]

    /// Returns the address of an existing file or folder. A text that begins with `/`, `.` or `~`, or is a name with an
    /// ending that no host has, must name one. Nil for any other text.
    static func url(_ text: String, home: String?) throws(Failure) -> WebURL? {
        guard !text.hasPrefix("//"), !text.contains("\0"), !text.isEmpty else { return nil }
        let isPath = text.hasPrefix("/") || text.hasPrefix(".") || text == "~" || text.hasPrefix("~/")
        guard isPath || !text.contains(":") else { return nil }
        let path = text.hasPrefix("~") ? (home ?? "~") + text.dropFirst() : text
        if let real = FilePath(path).real { return WebURL(real.address) }
        let isFileName = !text.contains("/") && endings.contains { text.lowercased().hasSuffix("." + $0) }
        guard isPath || isFileName else { return nil }
        let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        throw .init(message: "no such file: \(FilePath(plain).absolute.text)")
    }
}
