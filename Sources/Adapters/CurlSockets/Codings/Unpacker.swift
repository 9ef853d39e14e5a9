import CCurl
import SonicProtocol

/// Decodes the content codings of a body as it is received (RFC 9110 §8.4.1).
///
/// Bytes after the end of a coding, such as zeros or line endings, are ignored, as in browsers.
public final class Unpacker {
    private let codings: [BodyCodings.Coding]
    /// The decoders, that of the last applied coding first. Created when the body begins, since many responses have
    /// none.
    private var stages: [any CodingStage] = []
    /// The output of each decoder except the last, and the part of it that the next one has not used.
    private var between: [Intermediate] = []
    /// The output of the last decoder.
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    /// The number of bytes of the piece to be passed again that were already decoded.
    public private(set) var used = 0
    private var handled = 0
    private var unpacked = 0

    /// The maximum size of one reported piece of a body.
    private static let pieceSize = 32 << 10
    /// The maximum number of codings, as in libcurl.
    private static let maxCodings = 5
    /// The number of bytes that may be read without output: 64 MiB. Otherwise empty members, endless padding and nested
    /// codings would cause unlimited work.
    private static let maxIdle = 64 << 20

    private struct Intermediate {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
        var unused = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Creates a decoder.
    /// - Parameter codings: The codings in the order in which they were applied.
    public init(_ codings: [BodyCodings.Coding]) { self.codings = codings }

    deinit {
        output.deallocate()
        for intermediate in between { intermediate.bytes.deallocate() }
    }

    /// Decodes a piece of the body, and passes the output to `take` until that returns false.
    ///
    /// - Returns: Whether the whole piece was decoded. If not, a piece that begins with the same bytes must be passed
    ///   again.
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

    /// The fault of the end of the body; nil for none. A coding without its end is truncated.
    public var earlyEnd: String? {
        for (stage, coding) in zip(stages, codings.reversed()) {
            switch stage.place {
            case .within: return "its \(coding.rawValue) data is truncated"
            // Two bytes of the three with which a member begins.
            case .between(2) where coding == .gzip: return "its gzip data is truncated"
            case .beginning, .between, .behind: break
            }
        }
        return nil
    }

    /// The coding whose end was followed by further bytes; nil for none.
    public var codingWithMore: String? {
        zip(stages, codings.reversed()).first { $0.0.place == .behind }?.1.rawValue
    }

    private func begin() throws(UnpackingFailure) {
        guard codings.count <= Self.maxCodings else {
            throw .broken("it has more than \(Self.maxCodings) codings")
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

    /// Returns the number of output bytes of a decoder; 0 if it requires more of the piece.
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

    /// Checks that the output is in proportion to the bytes read.
    private func checkWork() throws(UnpackingFailure) {
        guard handled > Self.maxIdle + 16 * unpacked else { return }
        throw .broken(
            codingWithMore == nil
                ? "it decodes to too few bytes for its size" : "too many bytes follow its end")
    }

    /// Decodes a whole body of at most `limit` decoded bytes.
    /// - Complexity: Linear in the size of the body and of the output.
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

/// The content codings of a body, as listed in its headers (RFC 9110 §8.4).
public struct BodyCodings: Equatable, Sendable {
    /// A supported coding.
    public enum Coding: String, Equatable, Sendable {
        case gzip, deflate, br, zstd
    }

    /// The supported codings, in the order in which they were applied.
    public private(set) var known: [Coding] = []
    /// The names of unsupported ones, which are ignored: a charset, a transfer coding or an unknown word. In most cases
    /// no coding was applied.
    public private(set) var unknown: [String] = []

    /// Parses the headers.
    /// - Complexity: Linear in their size.
    public init(_ headers: Headers) {
        for name in Headers.members(of: headers.all("content-encoding")) {
            switch name.lowercased() {
            case "gzip", "x-gzip": known.append(.gzip)
            case "identity": break
            case let lowered:
                if let coding = Coding(rawValue: lowered) {
                    known.append(coding)
                } else {
                    unknown.append(name)
                }
            }
        }
    }
}

/// The decoder of one content coding in a stream.
protocol CodingStage: AnyObject {
    /// The progress of the decoder.
    var place: CodingPlace { get }

    /// Decodes the next bytes. The rest of `input` was not used; if nothing was written, nothing is left.
    ///
    /// - Parameter room: The output buffer, not empty.
    /// - Returns: The number of bytes written.
    func unpack(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(UnpackingFailure) -> Int
}

/// The progress of a decoder.
enum CodingPlace: Equatable {
    /// No bytes were received.
    case beginning
    /// Inside a stream, member or frame.
    case within
    /// After one; another may begin, of which this number of bytes were read.
    case between(Int)
    /// After the last one, in bytes that are ignored.
    case behind
}

/// The reason why a body cannot be decoded.
public enum UnpackingFailure: Error, Equatable {
    /// It is not valid in its codings, or there are too many of them; with the reason as text.
    case broken(String)
    /// It decodes to more bytes than the limit.
    case tooLarge

    /// The reason as text that follows “broken”.
    public var words: String {
        switch self {
        case .broken(let words): words
        case .tooLarge: "it decodes to too many bytes"
        }
    }
}
