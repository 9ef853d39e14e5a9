import CurlSockets

/// A body while its content codings are removed.
final class PackedBody {
    private enum Storage {
        case bytes([UInt8])
        /// The body is larger than `limit`.
        case tooLarge
    }

    private let unpacker: Unpacker
    private var storage = Storage.bytes([])

    /// The maximum number of encoded bytes that are kept.
    static let limit = 4 << 20

    /// Creates a body.
    /// - Parameter codings: The codings in the order in which they were applied.
    init(_ codings: [BodyCodings.Coding]) { unpacker = Unpacker(codings) }

    /// Decodes a piece, until `take` returns false.
    ///
    /// - Returns: Whether the whole piece was decoded; if not, it must be passed again.
    func unpack(
        _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(UnpackingFailure) -> Bool {
        let start = unpacker.used
        let isDone = try unpacker.unpack(piece, take)
        let end = isDone ? piece.count : unpacker.used
        if start < end { keep(UnsafeRawBufferPointer(rebasing: piece[start..<end])) }
        return isDone
    }

    /// The fault of the end of the body, after all of it was received; nil for none.
    var earlyEnd: String? { unpacker.earlyEnd }

    /// The coding whose data was followed by further bytes, which were ignored; nil for none.
    var codingWithMore: String? { unpacker.codingWithMore }

    /// The encoded body; nil if it is larger than `limit`.
    var bytes: [UInt8]? {
        switch storage {
        case .bytes(let bytes): bytes
        case .tooLarge: nil
        }
    }

    private func keep(_ piece: UnsafeRawBufferPointer) {
        guard case .bytes(var bytes) = storage else { return }
        // Releases the array, so that appending does not copy it.
        storage = .tooLarge
        guard bytes.count + piece.count <= Self.limit else { return }
        bytes.append(contentsOf: piece)
        storage = .bytes(bytes)
    }
}
