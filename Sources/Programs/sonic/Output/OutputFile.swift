import BrowserServices
import Glibc

/// A file that an option has written, opened before the work begins, so that a slip in its name costs nothing.
struct OutputFile {
    private let path: String
    private let descriptor: Int32

    /// Makes the file, or empties it. It is made for other programs to read, and for nobody else to change.
    init(_ path: String, of option: Option) throws(Arguments.Mistake) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw .init(message: "the file of \(option.rawValue), \(path), cannot be written: \(reason)")
        }
    }

    /// Writes all of it, once, and closes; complains and says false where that fails.
    func write(_ bytes: [UInt8]) -> Bool {
        defer { close(descriptor) }
        guard let code = writeAll(bytes, to: descriptor) else { return true }
        Console.complain("\(path) cannot be written: \(String(cString: strerror(code)))")
        return false
    }
}
