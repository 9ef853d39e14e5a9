/// The encoding in which a page's text is sent: in the queries of its URLs (URL standard §1.3) and in the bodies of its
/// forms (HTML standard §4.10.22).
public struct OutputEncoding: Sendable {
    /// A part of an encoded text.
    public enum Piece: Equatable, Sendable {
        /// Encoded bytes.
        case bytes([UInt8])
        /// A character that the encoding does not have.
        case missing(Unicode.Scalar)
    }

    /// The name in the Encoding Standard, as sent in a `_charset_` field.
    public let name: String
    /// Encodes a text. Linear.
    public let pieces: @Sendable (String) -> [Piece]

    /// Creates an encoding.
    public init(name: String, pieces: @escaping @Sendable (String) -> [Piece]) {
        (self.name, self.pieces) = (name, pieces)
    }

    /// UTF-8, which has all characters.
    public static let utf8 = OutputEncoding(name: "UTF-8") { [.bytes(Array($0.utf8))] }

    /// Returns the text encoded; a character that the encoding does not have is written as `&#NNNN;`, as the HTML
    /// standard specifies for forms.
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

    /// Returns the text encoded, with the bytes of `set` as `%XX`; a character that the encoding does not have is
    /// written as `%26%23NNNN%3B`.
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
