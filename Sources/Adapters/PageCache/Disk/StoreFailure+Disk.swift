import SonicSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StoreFailure: FolderFailure {
    /// Creates the error for a failed system call, by its remedy.
    package init(_ failure: DiskFailure, path: String) {
        self =
            switch failure.code {
            case ENOSPC, EDQUOT: .full(path: path)
            case ENOTDIR: .unusable(path: path, reason: "it is not a folder, or it is a symbolic link")
            case ELOOP: .unusable(path: path, reason: "it is a symbolic link")
            case ENXIO: .unusable(path: path, reason: "it is a socket or a pipe")
            case EACCES, EPERM, EROFS: .unusable(path: path, reason: Self.reason(failure.code))
            default: .failed(operation: failure.operation, path: path, reason: Self.reason(failure.code))
            }
    }

    package init(_ refusal: FolderRefusal, path: String) {
        self =
            switch refusal {
            case .notOfKind(.file): .unusable(path: path, reason: "it is not a regular file")
            case .notOfKind: .unusable(path: path, reason: "it is not a folder")
            case .foreign(let owner, let user):
                .unusable(path: path, reason: "it belongs to user \(owner), not to user \(user)")
            case .linked(let names):
                .unusable(path: path, reason: "it has \(names) hard links, and the cache makes none")
            case .tooLarge(let limit):
                .failed(operation: "read", path: path, reason: "it is larger than \(limit) bytes")
            }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

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

extension StoreFailure {
    /// The reason, in a few words.
    var reason: String {
        switch self {
        case .unusable(_, let reason), .failed(_, _, let reason): reason
        case .full: "the disk is full"
        }
    }
}
