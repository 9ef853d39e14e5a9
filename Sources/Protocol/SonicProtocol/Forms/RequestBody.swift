/// The body of a request: bytes in memory, and files that are read while it is sent.
public struct RequestBody: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// A part of a body.
    public enum Piece: Hashable, Sendable {
        /// These bytes.
        case bytes([UInt8])
        /// The value of a form's field, as it goes out.
        case value([UInt8], of: String)
        /// The bytes of a file that a form's field sends.
        case file(SentFile, of: String)

        /// How many bytes it has.
        public var count: Int {
            switch self {
            case .bytes(let bytes), .value(let bytes, of: _): bytes.count
            case .file(let file, of: _): file.stamp.size
            }
        }
    }

    /// Its parts in the order in which they are sent.
    public let pieces: [Piece]
    /// How many bytes it has.
    public let count: Int

    /// A body of these bytes; none for no body.
    public init(_ bytes: [UInt8] = []) {
        pieces = bytes.isEmpty ? [] : [.bytes(bytes)]
        count = bytes.count
    }

    /// A body of these bytes.
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes) }

    /// A body of these pieces. Without a file among them it is what their bytes are.
    public init(pieces: [Piece]) {
        let holdsFiles = pieces.contains { if case .file = $0 { true } else { false } }
        let bytes = holdsFiles ? [] : pieces.flatMap(Self.bytes)
        self.pieces = holdsFiles ? pieces : bytes.isEmpty ? [] : [.bytes(bytes)]
        count = pieces.reduce(0) { $0 + $1.count }
    }

    /// Whether nothing is sent.
    public var isEmpty: Bool { count == 0 && files.isEmpty }

    /// The files that it sends.
    public var files: [SentFile] {
        pieces.compactMap { if case .file(let file, of: _) = $0 { file } else { nil } }
    }

    /// All of it; nil where a part lies in files.
    public var bytes: [UInt8]? {
        guard files.isEmpty else { return nil }
        return pieces.flatMap(Self.bytes)
    }

    /// What of it is in memory; the bytes of files are left out.
    public var bytesInMemory: [UInt8] { pieces.flatMap(Self.bytes) }

    /// All of it as it is shown to people: in place of a file's bytes its name, length and type stand.
    public var outline: [UInt8] {
        pieces.flatMap { piece in
            guard case .file(let file, of: _) = piece else { return Self.bytes(piece) }
            return Array("[\(file.words)]".utf8)
        }
    }

    private static func bytes(_ piece: Piece) -> [UInt8] {
        switch piece {
        case .bytes(let bytes), .value(let bytes, of: _): bytes
        case .file: []
        }
    }
}

extension SentFile {
    /// What it is, in a few words: `file “a.png”, 120 bytes, image/png`.
    public var words: String {
        "file “\(name)”, \(stamp.size) \(stamp.size == 1 ? "byte" : "bytes"), \(type)"
    }
}
