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
}

extension SentFile {
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
}
