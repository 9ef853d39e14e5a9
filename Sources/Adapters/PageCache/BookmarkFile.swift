import SonicProtocol
import SonicSession

/// The bookmarks of an account, in one file of its folder, a line each (docs/reference/cache-format.md#bookmarks).
/// Shared with other processes; who changes it holds the lock, and puts the whole file in its place by one rename.
public struct BookmarkFile: Sendable {
    /// What the file held.
    public struct ReadResult: Sendable, Equatable {
        /// The bookmarks, the one that was made first first.
        public var bookmarks: [Bookmark] = []
        /// How many lines are no bookmark. They stay as they are.
        public var strange = 0

        /// A file without a line.
        public init() {}
    }

    /// What became of a page's bookmark.
    public enum Change: Sendable, Equatable {
        /// It is bookmarked now.
        case added
        /// It is not any more.
        case removed
        /// It is not: there are as many bookmarks as are kept.
        case refused
    }

    /// The most bookmarks.
    public static let limit = 500

    private static let name = "bookmarks"
    private static let lock = "bookmarks.lock"
    /// The most bytes of the file: well above `limit` bookmarks. One beyond it is not touched.
    private static let largest = 1 << 20

    /// The folder of all accounts' state.
    private let root: String
    /// The name of the account's folder in it.
    private let folderName: String
    private let disk: any Disk

    /// The bookmarks of an account. Nothing is opened yet.
    /// - Parameters:
    ///   - root: The folder of all accounts' state, made with the first bookmark.
    ///   - account: The account; empty for none.
    ///   - disk: The system calls; tests bring their own.
    public init(root: String, account: String, disk: any Disk = LinuxDisk()) throws(StoreFailure) {
        self.root = root
        folderName = try AccountFolder.name(of: account)
        self.disk = disk
    }

    /// The folder that holds it, for messages.
    private var path: String { "\(root)/\(folderName)" }

    /// The bookmarks there are.
    public func read() async throws(StoreFailure) -> ReadResult {
        guard let folder = try AccountFolder.open(folderName, in: root, disk: disk) else {
            return ReadResult()
        }
        return Self.reading(try lines(in: folder))
    }

    /// Bookmarks a page that is not bookmarked, or takes its bookmark away. Returns once that would survive a loss of
    /// power.
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - title: What the page calls itself; its first 200 characters are kept, in 1,000 bytes.
    ///   - now: The time.
    /// - Returns: What became of it, and all bookmarks now.
    public func toggle(
        _ url: WebURL, title: String, at now: Instant
    ) async throws(StoreFailure) -> (change: Change, reading: ReadResult) {
        let path = path
        return try await changing {
            (lines: [Line]) throws(StoreFailure) -> (lines: [Line], (change: Change, reading: ReadResult)) in
            let kept = lines.filter { $0.bookmark?.url != url }
            guard kept.count == lines.count else { return (kept, (.removed, Self.reading(kept))) }
            guard lines.count(where: { $0.bookmark != nil }) < Self.limit else {
                return (lines, (.refused, Self.reading(lines)))
            }
            let words = StoredTitle.of(title).split { $0.isWhitespace || $0.isNewline }
            let bookmark = Bookmark(url: url, title: words.joined(separator: " "), since: now)
            let new = lines + [Line(bookmark)]
            guard new.reduce(0, { $0 + $1.bytes.count + 1 }) <= Self.largest else {
                throw .unusable(path: "\(path)/\(Self.name)", reason: "it would be too large")
            }
            return (new, (.added, Self.reading(new)))
        }
    }

    /// Takes all bookmarks away, with the lines that are none, and returns how many bookmarks there were.
    public func clear() async throws(StoreFailure) -> Int {
        guard try AccountFolder.open(folderName, in: root, disk: disk) != nil else { return 0 }
        return try await changing { (lines: [Line]) throws(StoreFailure) -> (lines: [Line], Int) in
            ([], lines.count { $0.bookmark != nil })
        }
    }

    /// A line, as it stands there.
    private struct Line {
        let bytes: [UInt8]
        /// What it says; nil for a line that is no bookmark.
        let bookmark: Bookmark?

        init(_ bookmark: Bookmark) {
            self.bookmark = bookmark
            bytes = Array("\(bookmark.since.milliseconds) \(bookmark.url.href) \(bookmark.title)".utf8)
        }

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = Array(bytes)
            let parts = bytes.split(
                separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
            )
            .map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == 3, let since = Int64(parts[0]), let url = WebURL(parts[1]),
                url.hasAuthority
            else {
                bookmark = nil
                return
            }
            bookmark = Bookmark(
                url: url.withoutFragment.withoutCredentials, title: parts[2],
                since: Instant(milliseconds: since))
        }
    }

    private static func reading(_ lines: [Line]) -> ReadResult {
        var reading = ReadResult()
        var seen: Set<WebURL> = []
        for line in lines {
            guard let bookmark = line.bookmark else {
                reading.strange += 1
                continue
            }
            // Of two lines for a page, such as a person may have written, the first counts.
            if seen.insert(bookmark.url).inserted, reading.bookmarks.count < limit {
                reading.bookmarks.append(bookmark)
            }
        }
        return reading
    }

    /// Changes the lines under the lock; what stays as it was is not written.
    private func changing<Result: Sendable>(
        _ change: ([Line]) throws(StoreFailure) -> (lines: [Line], Result)
    ) async throws(StoreFailure) -> Result {
        try await LockWait.patiently("list of bookmarks", at: path) {
            () throws(StoreFailure) -> LockWait.Attempt<Result> in
            guard let folder = try AccountFolder.making(folderName, in: root, disk: disk),
                let lock = try folder.lock(Self.lock)
            else { return .busy }
            return .done(
                try lock.held { () throws(StoreFailure) in
                    let lines = try lines(in: folder)
                    let (changed, result) = try change(lines)
                    if changed.map(\.bytes) != lines.map(\.bytes) {
                        let bytes = changed.flatMap { (line: Line) -> [UInt8] in line.bytes + [0x0A] }
                        try folder.replace(Self.name, with: bytes)
                    }
                    return result
                })
        }
    }

    private func lines(in folder: borrowing Folder) throws(StoreFailure) -> [Line] {
        guard let bytes = try folder.read(Self.name, limit: Self.largest)?.bytes else { return [] }
        return bytes.split(separator: 0x0A).map { Line($0) }
    }
}
