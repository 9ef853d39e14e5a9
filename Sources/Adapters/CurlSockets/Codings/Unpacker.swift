import CCurl
import SonicProtocol

/// Removes the content codings of a body as it comes (RFC 9110 §8.4.1).
///
/// Bytes behind the end of a coding, such as zeros or line ends, belong to nothing and are passed over, as browsers do.
public final class Unpacker {
    private let codings: [BodyCodings.Coding]
    /// That which was applied last comes first. Made when the body begins: many have none.
    private var stages: [any CodingStage] = []
    /// What comes out of each stage but the last, and how much of it the next one has not used.
    private var between: [Intermediate] = []
    /// The bytes that come out of the last stage.
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    /// How many bytes of the piece that is to come again are done with.
    public private(set) var used = 0
    private var handled = 0
    private var unpacked = 0

    /// As many bytes at a time as are told as one piece of a body.
    private static let pieceSize = 32 << 10
    /// As many as libcurl removes.
    private static let mostCodings = 5
    /// Bytes that may be read for nothing: 64 MiB. Empty members, padding without end and codings that unpack to other
    /// codings would else be work without end.
    private static let mostIdle = 64 << 20

    private struct Intermediate {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        var unused = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// - Parameter codings: In the order in which they were applied.
    public init(_ codings: [BodyCodings.Coding]) { self.codings = codings }

    deinit {
        output.deallocate()
        for intermediate in between { intermediate.bytes.deallocate() }
    }

    /// Unpacks a piece of the body, and hands over what it comes to until `take` wants no more.
    ///
    /// - Returns: Whether all of the piece is done with. If not, a piece that begins with the same bytes must come again.
    public func unpack(
        _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(UnpackingFailure) -> Bool {
        if stages.isEmpty { try begin() }
        var rest = UnsafeRawBufferPointer(rebasing: piece.dropFirst(used))
        while true {
            let before = rest.count
            let count = try produce(stages.count - 1, from: &rest, into: output)
            used += before - rest.count
            handled += before - rest.count
            unpacked += count
            try checkWork()
            guard count > 0 else { break }
            guard take(UnsafeRawBufferPointer(rebasing: output[..<count])) else { return false }
        }
        used = max(0, used - piece.count)
        return true
    }

    /// What is wrong with the end of the body; nil for nothing. A coding that has not come to its own end lacks something.
    public var earlyEnd: String? {
        for (stage, coding) in zip(stages, codings.reversed()) {
            switch stage.place {
            case .within: return "its \(coding.rawValue) data is truncated"
            // Two bytes of a member's three.
            case .between(2) where coding == .gzip: return "its gzip data is truncated"
            case .beginning, .between, .behind: break
            }
        }
        return nil
    }

    /// The coding behind whose end there was more; nil for none.
    public var codingWithMore: String? {
        zip(stages, codings.reversed()).first { $0.0.place == .behind }?.1.rawValue
    }

    private func begin() throws(UnpackingFailure) {
        guard codings.count <= Self.mostCodings else {
            throw .broken("it has more than \(Self.mostCodings) codings")
        }
        for coding in codings.reversed() {
            switch coding {
            case .gzip, .deflate: stages.append(ZlibStage(coding))
            case .br: stages.append(try DecoderStage(LATE_BROTLI, named: coding.rawValue))
            case .zstd: stages.append(try DecoderStage(LATE_ZSTD, named: coding.rawValue))
            }
        }
        between = codings.dropFirst().map { _ in Intermediate() }
    }

    /// What comes out of a stage next; 0 where it needs more of the piece.
    private func produce(
        _ stage: Int, from piece: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int {
        if stage == 0 { return try stages[0].unpack(&piece, into: room) }
        while true {
            let count = try stages[stage].unpack(&between[stage - 1].unused, into: room)
            if count > 0 { return count }
            let bytes = between[stage - 1].bytes
            let more = try produce(stage - 1, from: &piece, into: bytes)
            guard more > 0 else { return 0 }
            handled += more
            try checkWork()
            between[stage - 1].unused = UnsafeRawBufferPointer(rebasing: bytes[..<more])
        }
    }

    /// What is read for a body must be worth it.
    private func checkWork() throws(UnpackingFailure) {
        guard handled > Self.mostIdle + 16 * unpacked else { return }
        throw .broken(
            codingWithMore == nil
                ? "it decodes to too few bytes for its size" : "too many bytes follow its end")
    }
}

extension Unpacker {
    /// A whole body without its codings, of at most so many bytes. Linear in the body and in what comes out.
    public static func unpack(
        _ body: [UInt8], _ codings: [BodyCodings.Coding], limit: Int
    ) throws(UnpackingFailure) -> [UInt8] {
        guard !codings.isEmpty else { return body }
        let unpacker = Unpacker(codings)
        var bytes: [UInt8] = []
        let unpacking = body.withUnsafeBytes { piece in
            Result { () throws(UnpackingFailure) in
                try unpacker.unpack(piece) { part in
                    bytes += part
                    return bytes.count <= limit
                }
            }
        }
        guard try unpacking.get() else { throw .tooLarge }
        if let reason = unpacker.earlyEnd { throw .broken(reason) }
        return bytes
    }
}
