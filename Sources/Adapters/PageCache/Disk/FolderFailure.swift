/// The error type of a private folder's user: why a file in it cannot be used.
package protocol FolderFailure: Error {
    /// Creates the error for a failed system call.
    init(_ failure: DiskFailure, path: String)

    /// Creates the error for a file or folder that was refused.
    init(_ refusal: FolderRefusal, path: String)
}

/// The reason why a private folder refuses a file or folder.
package enum FolderRefusal {
    /// It is not a regular file, or not a folder, as required.
    case notOfKind(FileStatus.Kind)
    /// It belongs to another user.
    case foreign(owner: UInt32, user: UInt32)
    /// The file has several hard links.
    case linked(names: UInt64)
    /// The file is larger than `limit` bytes.
    case tooLarge(limit: Int)
}
