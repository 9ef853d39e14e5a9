import SonicProtocol
import SonicSession

/// A summary of a page from its small records, without the bytes of its versions.
public struct PageSummary: Sendable, Equatable {
    /// The page's id.
    public var id: PageID
    /// The address of the current version.
    public var url: String
    /// The number of the current version.
    public var number: Int
    /// When the current version was stored.
    public var stored: Instant
    /// When a server last sent or confirmed it.
    public var checked: Instant
    /// The last read of the page; nil if it was not read.
    public var read: LastRead?

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - id: The page's id.
    ///   - url: The address of the current version.
    ///   - number: The number of the current version.
    ///   - stored: When the current version was stored.
    ///   - checked: When a server last sent or confirmed it.
    ///   - read: The last read of the page; nil if it was not read.
    public init(
        id: PageID, url: String, number: Int, stored: Instant, checked: Instant, read: LastRead?
    ) {
        self.id = id
        self.url = url
        self.number = number
        self.stored = stored
        self.checked = checked
        self.read = read
    }
}

extension PageCache {
    /// Returns the summary of a page; nil if no version is stored. Reads three small files.
    public func summary(at id: PageID) async throws(StoreFailure) -> PageSummary? {
        guard let page = try page(id) else { return nil }
        return try Self.summary(page, id)
    }

    /// Returns at most `count` most recently used pages of an account, latest first. Examines the time of each page's
    /// folder, and reads the records only of those that are returned.
    public func recent(_ count: Int, of account: String) async throws(StoreFailure) -> [PageSummary] {
        var uses: [(digest: String, used: Instant)] = []
        guard let pages = try pages(of: account) else { return [] }
        for digest in try pages.names() where Self.isDigest(digest) {
            if let status = try pages.folderStatus(digest) { uses.append((digest, status.changed)) }
        }
        uses.sort { $0.used > $1.used }
        var summaries: [PageSummary] = []
        for use in uses {
            guard summaries.count < count else { break }
            do throws(StoreFailure) {
                guard let folder = try pages.folder(use.digest) else { continue }
                let page = PageFolder(folder: folder, hashes: hashes)
                let id = PageID(account: account, digest: use.digest)
                if let summary = try Self.summary(page, id) { summaries.append(summary) }
            } catch {
                continue  // Left out, as in `list`.
            }
        }
        return summaries
    }

    private static func summary(
        _ page: borrowing PageFolder, _ id: PageID
    ) throws(StoreFailure) -> PageSummary? {
        guard case .version(let stamp) = try page.pointer(), let record = try page.record(stamp.number) else {
            return nil
        }
        let renewal = try page.state()?.renewal
        let checked = renewal?.number == stamp.number ? renewal?.checked : nil
        let read = try page.lastRead()
        return PageSummary(
            id: id, url: record.url, number: stamp.number, stored: Instant(milliseconds: record.stored),
            checked: Instant(milliseconds: checked ?? record.stored),
            // A larger number belongs to a history that was removed.
            read: read.flatMap { $0.number <= stamp.number ? $0 : nil })
    }
}
