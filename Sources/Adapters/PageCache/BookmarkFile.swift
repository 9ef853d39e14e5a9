import SonicProtocol
import SonicSession

/// The bookmarks of an account, in one file of its folder, one per line (docs/reference/cache-format.md#bookmarks). The
/// file is shared with other processes; a writer holds the lock and replaces the file with one rename.
public struct BookmarkFile: Sendable {
    /// The contents of the file.
    public struct ReadResult: Sendable, Equatable {
        /// The bookmarks, oldest first.
        public var bookmarks: [Bookmark] = []
        /// The number of lines that are not bookmarks. They are preserved.
        public var strange = 0

        /// Creates the result for an empty file.
        public init() {}
    }

    /// The maximum number of bookmarks.
    public static let limit = 500

    /// The maximum size of the file in bytes, far more than `limit` bookmarks require. A larger file is not touched.
    private static let largest = 1 << 20

    private let file: StateFile

    /// Creates the list of an account. It opens no file yet.
    /// - Parameters:
    ///   - root: The folder of all accounts' state, created with the first bookmark.
    ///   - account: The account; empty for none.
    ///   - disk: The system calls; tests pass their own.
    public init(root: String, account: String, disk: any Disk = LinuxDisk()) throws(StoreFailure) {
        file = try StateFile(root: root, account: account, name: "bookmarks", disk: disk)
    }

    /// Returns the bookmarks.
    public func read() async throws(StoreFailure) -> ReadResult {
        guard let folder = try file.opened() else { return ReadResult() }
        return Self.reading(try lines(in: folder))
    }

    /// Bookmarks pages, up to the limit, in one step. Of a page that is bookmarked already only the mark whether it is
    /// kept offline changes. Returns all bookmarks once the change would survive a loss of power.
    ///
    /// - Parameter pages: The pages; the first 200 characters of each title, at most 1,000 bytes, are stored.
    public func set(_ pages: [Bookmark]) async throws(StoreFailure) -> ReadResult {
        try await changing { lines in
            var new = lines
            for page in pages {
                let own = new.indices.filter { new[$0].bookmark?.url == page.url }
                for index in own where new[index].bookmark?.isKeptOffline != page.isKeptOffline {
                    let bytes = new[index].bytes
                    new[index] = Line(page.isKeptOffline ? [Line.keptSign] + bytes : bytes.dropFirst())
                }
                if own.isEmpty, new.count(where: { $0.bookmark != nil }) < Self.limit {
                    new.append(Line(page))
                }
            }
            return (new, Self.reading(new))
        }
    }

    /// Removes the bookmark of a page, and returns the others once that would survive a loss of power.
    public func remove(_ url: WebURL) async throws(StoreFailure) -> ReadResult {
        try await changing { lines in
            let left = lines.filter { $0.bookmark?.url != url }
            return (left, Self.reading(left))
        }
    }

    /// Removes all lines, including those that are not bookmarks, and returns the number of bookmarks removed.
    public func clear() async throws(StoreFailure) -> Int {
        guard try file.opened() != nil else { return 0 }
        return try await changing { lines in ([], lines.count { $0.bookmark != nil }) }
    }

    /// A line of the file.
    private struct Line {
        let bytes: [UInt8]
        /// The bookmark; nil if the line is not one.
        let bookmark: Bookmark?
        /// The sign before the time of a page that is kept offline. Release 0.2.0 reads it as that of a number, and
        /// leaves the line as it is.
        static let keptSign = UInt8(ascii: "+")

        init(_ bookmark: Bookmark) {
            let words = StoredTitle.of(bookmark.title).split { $0.isWhitespace || $0.isNewline }
            let line =
                "\(bookmark.since.milliseconds) \(bookmark.url.href) \(words.joined(separator: " "))"
            self.init((bookmark.isKeptOffline ? [Self.keptSign] : []) + line.utf8)
        }

        init(_ bytes: some Collection<UInt8>) {
            self.bytes = Array(bytes)
            let parts = bytes.split(
                separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
            )
            .map { String(decoding: $0, as: UTF8.self) }
            let isKept = bytes.first == Self.keptSign
            guard parts.count == 3, let since = Int64(parts[0].dropFirst(isKept ? 1 : 0)),
                let url = WebURL(parts[1]), url.hasAuthority
            else {
                bookmark = nil
                return
            }
            bookmark = Bookmark(
                url: url.withoutFragment.withoutCredentials, title: parts[2],
                since: Instant(milliseconds: since), isKeptOffline: isKept)
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
            // If a page has two lines, for example after editing by hand, the first counts.
            if seen.insert(bookmark.url).inserted, reading.bookmarks.count < limit {
                reading.bookmarks.append(bookmark)
            }
        }
        return reading
    }

    /// Changes the lines under the lock; the file is written only if they differ.
    private func changing<Result: Sendable>(
        _ change: ([Line]) -> (lines: [Line], Result)
    ) async throws(StoreFailure) -> Result {
        try await file.changing("list of bookmarks") { folder throws(StoreFailure) in
            let lines = try lines(in: folder)
            let (changed, result) = change(lines)
            if changed.map(\.bytes) != lines.map(\.bytes) {
                let bytes = changed.flatMap { (line: Line) -> [UInt8] in line.bytes + [0x0A] }
                guard bytes.count <= Self.largest else {
                    throw .unusable(path: "\(folder.path)/\(file.name)", reason: "it would be too large")
                }
                try folder.replace(file.name, with: bytes)
            }
            return result
        }
    }

    private func lines(in folder: borrowing Folder) throws(StoreFailure) -> [Line] {
        guard let bytes = try folder.read(file.name, limit: Self.largest)?.bytes else { return [] }
        return bytes.split(separator: 0x0A).map { Line($0) }
    }
}
