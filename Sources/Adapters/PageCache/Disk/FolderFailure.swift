/// Why a file of a private folder cannot be used, in the words of those whose files are in it.
package protocol FolderFailure: Error {
    /// A system call that failed.
    init(_ failure: DiskFailure, path: String)

    /// Something that this program did not put there, or not so.
    init(_ refusal: FolderRefusal, path: String)
}

/// What a private folder refuses.
package enum FolderRefusal {
    /// It is no regular file, or no folder, where one was to be.
    case notOfKind(FileStatus.Kind)
    /// It belongs to another user than this one.
    case foreign(owner: UInt32, user: UInt32)
    /// A file of several names.
    case linked(names: UInt64)
    /// A file of more bytes than these.
    case tooLarge(limit: Int)
}
