/// How a page's text goes out as bytes: in queries of its addresses (URL standard §1.3) and in what its forms send (HTML
/// standard §4.10.22).
public struct OutputEncoding: Sendable {
    /// A part of a text in the encoding.
    public enum Piece: Equatable, Sendable {
        /// These bytes.
        case bytes([UInt8])
        /// A character that the encoding lacks.
        case missing(Unicode.Scalar)
    }

    /// The name in the Encoding Standard, which a field `_charset_` sends.
    public let name: String
    /// A text in the encoding. Linear.
    public let pieces: @Sendable (String) -> [Piece]

    /// An encoding of this name.
    public init(name: String, pieces: @escaping @Sendable (String) -> [Piece]) {
        (self.name, self.pieces) = (name, pieces)
    }

    /// UTF-8, which has all characters.
    public static let utf8 = OutputEncoding(name: "UTF-8") { [.bytes(Array($0.utf8))] }

    /// A text as bytes; what the encoding lacks is written as `&#NNNN;`, as the standard has it for forms.
    func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces(text) {
            switch piece {
            case .bytes(let some): bytes += some
            case .missing(let scalar): bytes += Array("&#\(scalar.value);".utf8)
            }
        }
        return bytes
    }

    /// A text as bytes, those of a set written as `%XX`; what the encoding lacks as `%26%23NNNN%3B`.
    func percentEncoded(_ text: String, _ set: PercentEncodeSet) -> String {
        var bytes: [UInt8] = []
        for piece in pieces(text) {
            switch piece {
            case .bytes(let some): set.encode(some, into: &bytes)
            case .missing(let scalar): bytes += Array("%26%23\(scalar.value)%3B".utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
