import BrowserServices
import Glibc
import SonicProtocol
import SystemLibraries

/// The output file of an option, opened before the work begins, so that a mistake in its name costs nothing.
struct OutputFile {
    private let path: String
    private let descriptor: Int32

    /// Creates or truncates the file. Other users may read but not change it.
    init(_ path: String, of option: Option) throws(Arguments.Mistake) {
        self.path = path
        descriptor = open(FilePath(path).cString, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw .init(message: "the file of \(option.rawValue), \(path), cannot be written: \(reason)")
        }
    }

    /// Writes all bytes, once, and closes the file; reports an error and returns false if that fails.
    func write(_ bytes: [UInt8]) -> Bool {
        defer { close(descriptor) }
        guard let code = writeAll(bytes, to: descriptor) else { return true }
        Console.complain("\(path) cannot be written: \(String(cString: strerror(code)))")
        return false
    }
}
