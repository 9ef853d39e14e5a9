import CurlSockets
import SonicProtocol

/// Texts that are packed with gzip, as documentation is installed: pages, feeds, Markdown and plain text under a name that
/// ends in `.gz`.
package enum PackedText {
    /// What such a file holds.
    package struct Content {
        /// The name without its last ending.
        package let name: String
        /// The text, unpacked.
        package let bytes: [UInt8]
    }

    /// Why a packed file cannot be shown, as the end of a sentence.
    package struct Failure: Error {
        /// The same in words.
        package let reason: String
    }

    /// Whether a file of this name may hold a packed text.
    package static func isNamed(_ path: String) -> Bool { name(of: path) != nil }

    /// What a file holds; nil where it is not packed, or holds something else than a text. Linear in the bytes and in the
    /// limit.
    /// - Parameters:
    ///   - path: The name of the file.
    ///   - limit: The most bytes that it may hold.
    package static func content(
        of bytes: [UInt8], named path: String, limit: Int
    ) throws(Failure) -> Content? {
        guard let name = name(of: path), bytes.starts(with: [0x1F, 0x8B]) else { return nil }
        do throws(UnpackingFailure) {
            // An archive is told by its beginning, and need not be unpacked.
            let type = SniffedType.mediaType(of: try beginning(of: bytes), isWhole: true)
            guard type.map(SniffedType.isText) ?? true else { return nil }
            return Content(name: name, bytes: try Unpacker.unpack(bytes, [.gzip], limit: limit))
        } catch {
            switch error {
            case .broken(let why): throw Failure(reason: "it cannot be decompressed: \(why)")
            case .tooLarge: throw Failure(reason: "it has more than \(limit >> 20) MiB")
            }
        }
    }

    /// As much of what is packed as its type is told by.
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
