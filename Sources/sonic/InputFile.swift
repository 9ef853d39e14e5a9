import Glibc

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
        let descriptor = name == "-" ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(name) }
        defer { close(descriptor) }
        guard let bytes = contents(of: descriptor, limit: limit) else { throw failure(name) }
        guard bytes.count > limit else { return bytes }
        let most = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
        throw Failure(message: "\(name) is longer than \(most)")
    }

    /// What can be read of an open file, and of a longer one more bytes than the limit; nil where reading fails, with
    /// `errno`.
    static func contents(of descriptor: Int32, limit: Int = limit) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    private static func failure(_ name: String) -> Failure {
        Failure(message: "\(name) cannot be read: \(String(cString: strerror(errno)))")
    }
}
