/// The body of a request: bytes in memory, and files that are read while it is sent.
public struct RequestBody: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// A part of a body.
    public enum Piece: Hashable, Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// The encoded value of the form field with this name.
        case value([UInt8], of: String)
        /// The content of a file, for the form field with this name.
        case file(SentFile, of: String)

        /// The length in bytes.
        public var count: Int {
            switch self {
            case .bytes(let bytes), .value(let bytes, of: _): bytes.count
            case .file(let file, of: _): file.stamp.size
            }
        }
    }

    /// The parts, in the order in which they are sent.
    public let pieces: [Piece]
    /// The length in bytes.
    public let count: Int

    /// Creates a body of these bytes; empty for no body.
    public init(_ bytes: [UInt8] = []) {
        pieces = bytes.isEmpty ? [] : [.bytes(bytes)]
        count = bytes.count
    }

    /// Creates a body of these bytes.
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes) }

    /// Creates a body of these pieces. Without a file among them, it equals the body of their concatenated bytes.
    public init(pieces: [Piece]) {
        let holdsFiles = pieces.contains { if case .file = $0 { true } else { false } }
        let bytes = holdsFiles ? [] : pieces.flatMap(Self.bytes)
        self.pieces = holdsFiles ? pieces : bytes.isEmpty ? [] : [.bytes(bytes)]
        count = pieces.reduce(0) { $0 + $1.count }
    }

    /// Whether the request has no body.
    public var isEmpty: Bool { count == 0 && files.isEmpty }

    /// The files that the body sends.
    public var files: [SentFile] {
        pieces.compactMap { if case .file(let file, of: _) = $0 { file } else { nil } }
    }

    /// All bytes of the body; nil if part of it is in files.
    public var bytes: [UInt8]? {
        guard files.isEmpty else { return nil }
        return pieces.flatMap(Self.bytes)
    }

    /// The bytes in memory, without the content of files.
    public var bytesInMemory: [UInt8] { pieces.flatMap(Self.bytes) }

    /// The body as shown to people: each file's content is replaced by its name, length and type.
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

/// A local file that a request sends.
public struct SentFile: Hashable, Sendable {
    /// The path, in the bytes of the file system.
    public let path: [UInt8]
    /// The name that is sent with it (File API §4.1).
    public let name: String
    /// The media type.
    public let type: String
    /// The state of the file when it was chosen; a file that changed since then is not sent.
    public let stamp: Stamp
    /// An unpredictable number, from which the boundary is made, so that no file can contain the boundary.
    public let nonce: UInt64

    /// Creates a file of these parts.
    public init(path: [UInt8], name: String, type: String, stamp: Stamp, nonce: UInt64) {
        self.path = path
        self.name = name
        self.type = type
        self.stamp = stamp
        self.nonce = nonce
    }

    /// The state of a file, by which a changed or replaced file is recognized.
    public struct Stamp: Hashable, Sendable {
        /// The length in bytes.
        public let size: Int
        /// The time of the last modification, in nanoseconds since 1970.
        public let modified: Int64
        /// The device number of its file system.
        public let device: UInt64
        /// The inode number.
        public let number: UInt64

        /// Creates a stamp of these values.
        public init(size: Int, modified: Int64, device: UInt64 = 0, number: UInt64 = 0) {
            self.size = size
            self.modified = modified
            self.device = device
            self.number = number
        }
    }

    /// A short description: `file “a.png”, 120 bytes, image/png`.
    public var words: String {
        "file “\(name)”, \(stamp.size) \(stamp.size == 1 ? "byte" : "bytes"), \(type)"
    }
}
