import PageCache
import SonicProtocol

/// The cookies of one account under exceptions: a separate jar and folder for each exception, so that none of these
/// cookies is sent to the site itself, nor the site's cookies to a host that replaces it.
public actor ApartCookies {
    private struct Key: Hashable {
        let exception: OriginException
        let isWritten: Bool
    }

    private let folder: String?
    private let hashes: Hashes
    private let suffixes: PublicSuffixes
    private let now: @Sendable () -> Instant
    private var jars: [Key: AccountCookies] = [:]

    /// Creates the jars in subfolders of an account's cookie folder; in memory only for nil.
    public init(
        _ folder: String?, hashes: Hashes, suffixes: PublicSuffixes = .singleLabels,
        now: @escaping @Sendable () -> Instant
    ) {
        self.folder = folder
        self.hashes = hashes
        self.suffixes = suffixes
        self.now = now
    }

    /// Returns the jar of an exception; one that is not written is for this program only.
    public func jar(of exception: OriginException, isWritten: Bool) -> AccountCookies {
        let key = Key(exception: exception, isWritten: isWritten)
        if let jar = jars[key] { return jar }
        let file = isWritten ? folder.map { Self.file(of: exception, in: $0, hashes) } : nil
        let jar = AccountCookies(file: file, suffixes: suffixes, now: now)
        jars[key] = jar
        return jar
    }

    /// Returns every jar: those of this program, and those on the disk.
    public func all() -> [AccountCookies] {
        var open = Set(jars.keys.filter(\.isWritten).map { hashes.md5(Array($0.exception.text.utf8)) })
        var all = Array(jars.values)
        guard let folder else { return all }
        let parent = folder + "/" + Self.parent
        // A folder that cannot be read contains no jar that could be used.
        let names = (try? Folder.open(path: parent, disk: LinuxDisk())?.names()) ?? []
        for name in names where open.insert(name).inserted {
            let file = CookieFile(folder: parent + "/" + name)
            all.append(AccountCookies(file: file, suffixes: suffixes, now: now))
        }
        return all
    }

    /// Returns the file of an exception's cookies, for an account whose cookies are in `folder`.
    public static func file(of exception: OriginException, in folder: String, _ hashes: Hashes) -> CookieFile
    {
        CookieFile(folder: folder + "/" + parent + "/" + hashes.md5(Array(exception.text.utf8)))
    }

    private static let parent = "exceptions"
}
