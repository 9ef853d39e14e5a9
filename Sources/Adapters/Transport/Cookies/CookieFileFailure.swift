import Glibc
import PageCache

/// The reason why the file of an account's cookies cannot be used. Requests are sent without it.
public enum CookieFileFailure: Error, Equatable, Sendable {
    /// The file or folder was not created by this program, so it is not touched.
    case refused(path: String, reason: String)
    /// The system refused an operation, with its error number.
    case failed(operation: String, path: String, errno: Int32)
    /// Another process held the lock for too long.
    case busy(path: String)
}

extension CookieFileFailure {
    /// The reason, in a few words.
    public var reason: String {
        switch self {
        case .refused(_, let reason): reason
        case .failed(_, _, let errno): String(cString: strerror(errno))
        case .busy: "another program holds the lock"
        }
    }
}

extension CookieFileFailure: FolderFailure {
    package init(_ failure: DiskFailure, path: String) {
        self = .failed(operation: failure.operation, path: path, errno: failure.code)
    }

    package init(_ refusal: FolderRefusal, path: String) {
        let reason =
            switch refusal {
            case .notOfKind(.file): "it is not a file"
            case .notOfKind: "it is not a folder"
            case .foreign: "it belongs to another user"
            case .linked: "it has another hard link"
            case .tooLarge(let limit): "it is larger than \(limit) bytes"
            }
        self = .refused(path: path, reason: reason)
    }
}

extension CookieFileFailure: CustomStringConvertible {
    /// The error and its consequence, in two sentences.
    public var description: String {
        switch self {
        case .refused(let path, _), .busy(let path):
            "\(path) is not used: \(reason). Cookies are kept in memory only."
        case .failed(let operation, let path, let errno):
            "Cannot \(operation) \(path): \(String(cString: strerror(errno))). Cookies are kept in memory only."
        }
    }
}
