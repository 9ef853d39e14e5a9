import Glibc
import SystemLibraries

/// A file that a command works on, or standard input.
enum InputFile {
    /// The most bytes that are read: 256 MiB, as of an answer.
    static let limit = 256 << 20

    /// Why a file cannot be read, in a sentence.
    struct Failure: Error {
        let message: String
    }

    /// The bytes of the file of this name; of standard input for `-`.
    /// - Parameter limit: The most bytes; a longer file is a failure.
    static func bytes(_ name: String, limit: Int = limit) throws(Failure) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            guard name == "-" else { return try RegularFile(name).bytes(limit: limit) }
            let bytes = try RegularFile.bytes(of: STDIN_FILENO, limit: limit)
            guard bytes.count <= limit else { throw .tooLong(limit) }
            return bytes
        } catch {
            throw Failure(message: "\(name) cannot be read: \(error.reason)")
        }
    }
}
