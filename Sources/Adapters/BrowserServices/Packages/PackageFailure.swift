import SonicSession

/// Why a package could not be made, imported, read or updated, by what a person can do about it.
public enum PackageFailure: Error, Equatable, Sendable {
    /// The manifest says what none may say; with a clause about it.
    case badManifest(String)
    /// What came does not belong to the package or is not what its manifest promises; with a clause about it.
    case refused(String)
    /// The archive or folder cannot be read; with a clause about it.
    case unreadable(path: String, reason: String)
    /// A package that is to be made has no name.
    case unnamed
    /// There is no package of this name.
    case unknown(String)
    /// The package names no address to be updated from.
    case noUpdates(String)
    /// Another program works on the package at this moment.
    case busy(String)
    /// The package's new version could not be fetched from there; with a clause about it.
    case notFetched(url: String, reason: String)
    /// `bsdtar`, which reads and writes archives, is not installed.
    case noArchiver
    /// The folder of packages cannot be written or read.
    case store(StoreFailure)
}

extension PackageFailure: CustomStringConvertible {
    /// What failed and what can be done about it, as a sentence without its full stop.
    public var description: String {
        switch self {
        case .badManifest(let what): "the manifest cannot be used: \(what)"
        case .refused(let what): "the package is rejected: \(what)"
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .unnamed: "a new package requires a name: --name NAME"
        case .unknown(let name):
            "unknown package “\(name)”; see sonic package list, or import one with sonic package import"
        case .noUpdates(let name):
            "the package “\(name)” has no address for updates; import its new version"
        case .busy(let name): "another program is using the package “\(name)”; try again"
        case .notFetched(let url, let reason): "\(url) could not be fetched: \(reason)"
        case .noArchiver: "archives require bsdtar; install the package libarchive-tools"
        case .store(.unusable(let path, let reason)): "the folder \(path) cannot be used (\(reason))"
        case .store(.full(let path)): "there is no space left for \(path)"
        case .store(.failed(let operation, let path, let reason)):
            "\(operation) of \(path) failed (\(reason))"
        }
    }
}
