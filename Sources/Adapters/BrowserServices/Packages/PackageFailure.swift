import SonicSession

/// The reason why a package cannot be created, imported, read or updated, by its remedy.
public enum PackageFailure: Error, Equatable, Sendable {
    /// The manifest is invalid, for this reason as a clause.
    case badManifest(String)
    /// The contents do not belong to the package or do not match its manifest, for this reason as a clause.
    case refused(String)
    /// The archive or folder cannot be read, for this reason as a clause.
    case unreadable(path: String, reason: String)
    /// A new package has no name.
    case unnamed
    /// There is no package of this name.
    case unknown(String)
    /// The package has no address for updates.
    case noUpdates(String)
    /// Another program is using the package.
    case busy(String)
    /// The package's new version could not be fetched, for this reason as a clause.
    case notFetched(url: String, reason: String)
    /// `bsdtar`, which reads and writes archives, is not installed.
    case noArchiver
    /// The folder of packages cannot be written or read.
    case store(StoreFailure)
}

extension PackageFailure: CustomStringConvertible {
    /// The error and its remedy, as a sentence without a full stop.
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
