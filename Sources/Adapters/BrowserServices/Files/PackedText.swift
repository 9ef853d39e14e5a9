import CurlSockets
import SonicProtocol

/// Text compressed with gzip, as in installed documentation: pages, feeds, Markdown and plain text with a name that
/// ends in `.gz`.
package enum PackedText {
    /// The reason why a compressed file cannot be shown, as the end of a sentence.
    package struct Failure: Error {
        /// The reason as text.
        package let reason: String
    }

    /// Whether a file of this name may contain compressed text.
    package static func isNamed(_ path: String) -> Bool { name(of: path) != nil }

    /// Returns the name of a file without its last extension, and its decompressed text; nil if it is not compressed or
    /// not text.
    /// - Parameters:
    ///   - path: The name of the file.
    ///   - limit: The maximum number of decompressed bytes.
    /// - Complexity: Linear in the number of bytes and in the limit.
    package static func content(
        of bytes: [UInt8], named path: String, limit: Int
    ) throws(Failure) -> (name: String, bytes: [UInt8])? {
        guard let name = name(of: path), bytes.starts(with: [0x1F, 0x8B]) else { return nil }
        do throws(UnpackingFailure) {
            // The beginning identifies an archive, which need not be decompressed.
            let type = SniffedType.mediaType(of: try beginning(of: bytes), isWhole: true)
            guard type.map(SniffedType.isText) ?? true else { return nil }
            return (name, try Unpacker.unpack(bytes, [.gzip], limit: limit))
        } catch {
            switch error {
            case .broken(let why): throw Failure(reason: "it cannot be decompressed: \(why)")
            case .tooLarge: throw Failure(reason: "it is larger than \(limit >> 20) MiB when decompressed")
            }
        }
    }

    /// Returns the decompressed bytes that identify the media type.
    private static func beginning(of bytes: [UInt8]) throws(UnpackingFailure) -> [UInt8] {
        let unpacker = Unpacker([.gzip])
        var beginning: [UInt8] = []
        let unpacking = bytes.withUnsafeBytes { piece in
            Result { () throws(UnpackingFailure) in
                try unpacker.unpack(piece) { part in
                    beginning += part.prefix(SniffedType.byteCount)
                    return beginning.count < SniffedType.byteCount
                }
            }
        }
        _ = try unpacking.get()
        return beginning
    }

    private static func name(of path: String) -> String? {
        let ending = ".gz"
        guard path.lowercased().hasSuffix(ending) else { return nil }
        let name = path.dropLast(ending.count)
        return name.isEmpty || name.last == "/" ? nil : String(name)
    }
}
