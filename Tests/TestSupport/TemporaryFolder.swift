import CPty
import Glibc

/// An empty folder for one test, removed with its contents when the value is released.
public final class TemporaryFolder: Sendable {
    /// Its path, without a slash at the end.
    public let path: String

    /// Creates the folder.
    public init() throws {
        var template = Array("/tmp/sonic-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // Nothing can be done about a file that cannot be removed, and the folder is a temporary one.
        cpty_remove_tree(path)
    }

    /// Returns the path of an entry of the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, replacing one that exists, and returns its path. Folders in `name` are created.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        var parent = path
        for part in name.split(separator: "/").dropLast() {
            parent += "/\(part)"
            if mkdir(parent, 0o700) != 0, errno != EEXIST { throw SystemError("mkdir \(parent)") }
        }
        let file = open(self.path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError("open \(name)") }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SystemError("write \(name)") }
            rest = rest.dropFirst(count)
        }
        return self.path(name)
    }

    /// Writes a text file, replacing one that exists, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Returns a file's bytes; nil if it does not exist.
    public func read(_ name: String) -> [UInt8]? {
        let file = open(path(name), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(file, &piece, piece.count)
            guard count > 0 else { return result }
            result.append(contentsOf: piece[..<count])
        }
    }
}
