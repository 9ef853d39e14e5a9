import SonicSession

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StoreFailure {
    /// A failed system call by what can be done about it.
    init(_ failure: DiskFailure, path: String) {
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

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
