/// A file of the reader's machine that a request sends.
public struct SentFile: Hashable, Sendable {
    /// Where it lies, in the bytes that the system knows it by.
    public let path: [UInt8]
    /// The name that goes out with it (File API §4.1).
    public let name: String
    /// Its media type.
    public let type: String
    /// What it was when it was chosen: only this is sent.
    public let stamp: Stamp
    /// A number that nobody could foresee, so that no file can hold the line that separates it from what follows.
    public let nonce: UInt64

    /// A file of these parts.
    public init(path: [UInt8], name: String, type: String, stamp: Stamp, nonce: UInt64) {
        self.path = path
        self.name = name
        self.type = type
        self.stamp = stamp
        self.nonce = nonce
    }
}

extension SentFile {
    /// What tells a file from what it was before, and from another one in its place.
    public struct Stamp: Hashable, Sendable {
        /// Its length in bytes.
        public let size: Int
        /// When its content was changed last, in nanoseconds since 1970.
        public let modified: Int64
        /// The number of its file system.
        public let device: UInt64
        /// Its number in that.
        public let number: UInt64

        /// A stamp of these figures.
        public init(size: Int, modified: Int64, device: UInt64 = 0, number: UInt64 = 0) {
            self.size = size
            self.modified = modified
            self.device = device
            self.number = number
        }
    }
}
