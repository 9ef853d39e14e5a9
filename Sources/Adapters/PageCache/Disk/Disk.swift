import SonicProtocol

/// The system calls of the cache, a protocol so that tests can interrupt the program after each of them.
///
/// Every call identifies a file by an open folder and a name in it, never by a path, and follows no symbolic link.
public protocol Disk: Sendable {
    /// The user whose files are trusted.
    var user: UInt32 { get }

    /// Opens a file or folder; `name` may be an absolute path if `folder` is `.working`.
    func open(_ name: String, in folder: Descriptor, _ purpose: OpenPurpose) throws(DiskFailure) -> Descriptor

    /// Closes what `open` returned. Errors are ignored.
    func close(_ descriptor: Descriptor)

    /// Returns the status of an open file or folder.
    func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus

    /// Returns the status of the entry `name`, or of an entry of a subfolder, `folder/name`, without opening it; a
    /// symbolic link is `other`.
    func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus

    /// Reads at most `count` bytes from the start of a file.
    func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8]

    /// Writes all the bytes after those written before.
    func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure)

    /// Returns once a file's bytes, or a folder's entries, would survive a loss of power.
    func sync(_ descriptor: Descriptor) throws(DiskFailure)

    /// Creates a folder with access for its owner only, regardless of the umask.
    func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure)

    /// Renames an entry within its folder and replaces an existing entry of the new name.
    func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure)

    /// Removes a file.
    func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure)

    /// Removes an empty folder.
    func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure)

    /// Returns the names in a folder without `.` and `..`, unordered.
    func names(in folder: Descriptor) throws(DiskFailure) -> [String]

    /// Locks an open file unless another process holds the lock; closing the descriptor releases it. Returns whether
    /// the lock was acquired.
    func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool

    /// Sets the modification time of a file or folder.
    func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure)
}

/// An open file or folder.
public struct Descriptor: Hashable, Sendable {
    /// The descriptor's number.
    public let number: Int32

    /// Creates a descriptor with this number.
    public init(number: Int32) { self.number = number }
}

/// The purpose for which a file or folder is opened.
public enum OpenPurpose: Hashable, Sendable {
    /// To access the entries of a folder.
    case folder
    /// To read a file.
    case reading
    /// To write a new file, with access for its owner only, regardless of the umask.
    case creating
    /// To append to a file, which is created if it does not exist, with access for its owner only.
    case appending
    /// To lock a file, which is created if it does not exist.
    case locking
}

/// The type, the owner, the size and the time of a file.
public struct FileStatus: Hashable, Sendable {
    /// The kinds of files that the cache distinguishes.
    public enum Kind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A symbolic link, device, pipe or socket.
        case other
    }

    /// The kind of the file.
    public var kind: Kind
    /// The inode number: unique in the file system while the file exists.
    public var inode: UInt64
    /// The user who owns it.
    public var owner: UInt32
    /// The number of hard links; 0 after the file is removed.
    public var links: UInt64
    /// Its length in bytes.
    public var size: Int
    /// The bytes it occupies on the disk.
    public var occupied: Int
    /// The modification time of the contents, or of a folder's entries, in nanoseconds since 1970. Of a time beyond
    /// 2262 only the lower 64 bits are kept: the value distinguishes states of the file.
    public var modified: Int64
    /// The modification time.
    public var changed: Instant

    /// Creates a status.
    public init(
        kind: Kind, inode: UInt64, owner: UInt32, links: UInt64, size: Int, occupied: Int, modified: Int64,
        changed: Instant? = nil
    ) {
        self.kind = kind
        self.inode = inode
        self.owner = owner
        self.links = links
        self.size = size
        self.occupied = occupied
        self.modified = modified
        self.changed = changed ?? Instant(milliseconds: modified / 1_000_000)
    }
}

/// A system call that failed.
public struct DiskFailure: Error, Hashable, Sendable {
    /// The operation, such as `rename`.
    public let operation: String
    /// The error number, as in errno.h.
    public let code: Int32

    /// Creates a failure.
    public init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
