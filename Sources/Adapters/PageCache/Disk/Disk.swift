import SonicProtocol

/// The system calls that the cache is made of, so that tests can stop the world after each of them.
///
/// Every call names what it works on by an open folder and one name in it, never by a path, and follows no
/// symbolic link.
public protocol Disk: Sendable {
    /// The user whose files are trusted.
    var user: UInt32 { get }

    /// Opens a file or folder; `name` may be an absolute path where `folder` is `.working`.
    func open(_ name: String, in folder: Descriptor, _ purpose: OpenPurpose) throws(DiskFailure) -> Descriptor

    /// Closes what `open` returned; errors at this point have no one left to hear them.
    func close(_ descriptor: Descriptor)

    /// What is open there.
    func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus

    /// What has this name, which is not opened for it; a link is told as `other`.
    func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus

    /// At most `count` bytes from the start of a file.
    func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8]

    /// Writes all the bytes at the end of what was written before.
    func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure)

    /// Returns once a file's bytes, or a folder's entries, would survive a loss of power.
    func sync(_ descriptor: Descriptor) throws(DiskFailure)

    /// Makes a folder that only its owner may enter, whatever the umask.
    func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure)

    /// Gives an entry another name in the same folder, in place of what had that name.
    func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure)

    /// Removes a file.
    func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure)

    /// Removes an empty folder.
    func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure)

    /// The names in a folder without `.` and `..`, in no order.
    func names(in folder: Descriptor) throws(DiskFailure) -> [String]

    /// Takes the lock on an open file if nobody holds it; closing the descriptor gives it back.
    func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool

    /// Sets the modification time of a file or folder.
    func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure)
}

/// An open file or folder.
public struct Descriptor: Hashable, Sendable {
    /// The number the system knows it by.
    public let number: Int32

    /// The descriptor of this number.
    public init(number: Int32) {
        self.number = number
    }
}

/// What a name is opened for.
public enum OpenPurpose: Hashable, Sendable {
    /// To work on the names in a folder.
    case folder
    /// To read a file.
    case reading
    /// To write a file that does not exist yet, with access for its owner only, whatever the umask.
    case creating
    /// To write behind what a file holds; one that does not exist is made, with access for its owner only.
    case appending
    /// To lock a file, which is made when it does not exist.
    case locking
}

/// What an open file is and when it changed.
public struct FileStatus: Hashable, Sendable {
    /// The kinds of file the cache tells apart.
    public enum Kind: Hashable, Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A device, pipe or socket.
        case other
    }

    /// What it is.
    public var kind: Kind
    /// The file's number in its file system: another file has another one while both exist.
    public var inode: UInt64
    /// The user who owns it.
    public var owner: UInt32
    /// How many names it has; 0 once it was removed.
    public var links: UInt64
    /// Its length in bytes.
    public var size: Int
    /// The bytes it occupies on the disk.
    public var occupied: Int
    /// When its content, or a folder's entries, changed or were said to; nanoseconds since 1970, of which a time beyond
    /// 2262 keeps the lower 64 bits: it tells one state of the file from another.
    public var modified: Int64
    /// The same time as a moment.
    public var changed: Instant

    /// A status of these facts.
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
    /// What was being done, such as `rename`.
    public let operation: String
    /// The error number, as in errno.h.
    public let code: Int32

    /// A failure of this operation with this error number.
    public init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
