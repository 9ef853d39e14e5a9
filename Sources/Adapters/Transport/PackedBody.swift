import CurlSockets

/// A body in content codings that are to be removed, as it comes.
final class PackedBody {
    private enum Storage {
        case bytes([UInt8])
        /// More came than is kept.
        case tooLarge
    }

    private let unpacker: Unpacker
    private var storage = Storage.bytes([])

    /// The most bytes that are kept of it as it came.
    static let limit = 4 << 20

    /// - Parameter codings: In the order in which they were applied.
    init(_ codings: [BodyCodings.Coding]) { unpacker = Unpacker(codings) }

    /// Unpacks a piece, until `take` wants no more.
    ///
    /// - Returns: Whether all of the piece is done with; if not, it must come again.
    func unpack(
        _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(UnpackingFailure) -> Bool {
        let start = unpacker.used
        let isDone = try unpacker.unpack(piece, take)
        let end = isDone ? piece.count : unpacker.used
        if start < end { keep(UnsafeRawBufferPointer(rebasing: piece[start..<end])) }
        return isDone
    }

    /// What is wrong with its end, where it has come as a whole; nil for nothing.
    var earlyEnd: String? { unpacker.earlyEnd }

    /// The coding behind whose end there was more, which was passed over; nil for none.
    var codingWithMore: String? { unpacker.codingWithMore }

    /// All of it as it came; nil where so much was not kept.
    var bytes: [UInt8]? {
        switch storage {
        case .bytes(let bytes): bytes
        case .tooLarge: nil
        }
    }

    private func keep(_ piece: UnsafeRawBufferPointer) {
        guard case .bytes(var bytes) = storage else { return }
        // Lets go of the bytes, so that appending copies nothing.
        storage = .tooLarge
        guard bytes.count + piece.count <= Self.limit else { return }
        bytes.append(contentsOf: piece)
        storage = .bytes(bytes)
    }
}
