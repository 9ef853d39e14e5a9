import FoundationEssentials
import Glibc

/// An empty folder that goes with its last owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var name = Array("/tmp/sonic-transport-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Failure(errno: errno) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // A folder that cannot be removed is no failure of the test that used it.
        try? FileManager.default.removeItem(atPath: path)
    }

    struct Failure: Error {
        let errno: Int32
    }

    /// Writes a file and returns its path.
    @discardableResult func write(_ name: String, _ text: String) throws -> String {
        let path = path + "/" + name
        guard let file = fopen(path, "w") else { throw Failure(errno: errno) }
        fputs(text, file)
        fclose(file)
        return path
    }

    /// The bytes of a file as text; nil when there is none.
    func read(_ name: String) -> String? {
        guard let file = fopen(path + "/" + name, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
