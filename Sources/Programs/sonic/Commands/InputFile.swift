import Glibc
import SystemLibraries

/// An input file of a command, or standard input.
enum InputFile {
    /// The maximum number of bytes that are read: 256 MiB, as for a response.
    static let limit = 256 << 20

    /// The reason why a file cannot be read, as a sentence.
    struct Failure: Error {
        let message: String
    }

    /// Returns the bytes of the file with this name; of standard input for `-`.
    /// - Parameter limit: The maximum number of bytes; a longer file is an error.
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
