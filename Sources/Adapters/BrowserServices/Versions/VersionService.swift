import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// Queries about the versions of an account's pages: their list and contents, the version last read, and the sessions
/// that created them. It works outside the caller's actor, since it takes time in proportion to the size of the pages.
package struct VersionService: Sendable {
    /// The file cache; nil if pages are in memory only.
    let cache: PageCache?
    /// The store of the account's pages.
    let store: any PageStore
    /// The account; empty for none.
    package let account: String
    /// The settings of single sites.
    package let settings: BrowserSettings

    package init(cache: PageCache?, store: any PageStore, account: String, settings: BrowserSettings) {
        self.cache = cache
        self.store = store
        self.account = account
        self.settings = settings
    }

    /// Returns the version of a page that was last read before this one, and what is new since; nothing if the cache
    /// cannot be read.
    /// - Parameter shown: The version on the screen.
    @concurrent package func lastRead(of page: WebURL, before shown: Int) async -> (
        news: LastRead.News, base: StoredPage?
    ) {
        do throws(StoreFailure) {
            let id = id(page)
            guard let cache, let last = try await cache.lastRead(of: id), last.number != shown else {
                return (.none, nil)
            }
            let news = LastRead.news(since: last, upTo: shown, kept: try await cache.versions(of: id))
            switch news {
            case .none, .lost: return (news, nil)
            case .since(let number), .sinceLater(let number, _):
                let base = try await cache.load(id, number: number)
                // It may have been removed just now.
                return (base == nil ? .lost(since: last.number) : news, base)
            }
        } catch {
            return (.none, nil)
        }
    }

    /// Records that a version was displayed.
    @concurrent package func note(_ number: Int, title: String, of page: WebURL) async {
        guard let cache, settings[page].terms.mayBeWritten else { return }
        // If it fails, the changes are reported once more, which costs only time.
        try? await cache.noteRead(number, title: title, of: id(page))
    }

    /// Returns the requested versions, and all stored ones, the newest first.
    @concurrent package func versions(_ order: VersionOrder) async -> (
        versions: [ListedVersion], found: FoundVersion
    ) {
        do throws(StoreFailure) {
            let id = id(order.page)
            let kept = try await kept(of: id)
            let found = try await find(order.wanted, of: id, among: kept.map(\.number))
            return (kept, found)
        } catch {
            return ([], .none("\(error)".sentence))
        }
    }

    private func kept(of id: PageID) async throws(StoreFailure) -> [ListedVersion] {
        if let cache {
            return try await cache.entry(id)?.versions.map {
                ListedVersion(
                    number: $0.number, stored: $0.stored, length: $0.length, isEdited: $0.isEdited)
            } ?? []
        }
        var kept: [ListedVersion] = []
        for number in try await store.versions(of: id) {
            guard let version = try await store.load(id, number: number)?.version else { continue }
            kept.append(
                ListedVersion(
                    number: number, stored: version.stored, length: version.html.count,
                    isEdited: version.isEdited))
        }
        return kept
    }

    /// Finds the requested version.
    /// - Parameter kept: The numbers of the stored versions, newest first.
    private func find(
        _ wanted: VersionOrder.Wanted, of id: PageID, among kept: [Int]
    ) async throws(StoreFailure) -> FoundVersion {
        guard let newest = kept.first else { return .none("No version of this page is stored.") }
        switch wanted {
        case .list: return .listed
        case .older(let number):
            guard let older = kept.first(where: { $0 < number ?? newest }) else {
                return .none("This is the oldest stored version.")
            }
            return try await version(older, of: id, among: kept)
        case .newer(let number):
            return try await version(kept.last { $0 > number } ?? newest, of: id, among: kept)
        case .number(let number): return try await version(number, of: id, among: kept)
        case .change(let old, let new):
            guard case .version(let found, _) = try await version(new, of: id, among: kept) else {
                return .none("Version \(new) of this page is no longer stored.")
            }
            guard let before = try await store.load(id, number: old) else {
                return try await version(new, of: id, among: kept)
            }
            return .version(found, against: before)
        case .lastChange(let block, let number):
            return try await lastChange(of: block, in: id, among: kept.filter { $0 <= number ?? newest })
        }
    }

    /// Returns a version with the next newer one.
    private func version(
        _ number: Int, of id: PageID, among kept: [Int]
    ) async throws(StoreFailure) -> FoundVersion {
        guard kept.contains(number), let found = try await store.load(id, number: number) else {
            return .none("Version \(number) of this page is no longer stored.")
        }
        var next: StoredPage?
        if let newer = kept.last(where: { $0 > number }) { next = try await store.load(id, number: newer) }
        return .version(found, against: next)
    }

    /// Returns the newest version in which a block differs from the version before.
    /// - Complexity: Linear in the number of newer versions in which it is the same.
    private func lastChange(
        of block: String, in id: PageID, among kept: [Int]
    ) async throws(StoreFailure) -> FoundVersion {
        var later: StoredPage?
        for number in kept {
            guard let version = try await store.load(id, number: number) else { continue }
            if let later, later.version.block(block) != version.version.block(block) {
                return .version(later, against: version)
            }
            later = version
        }
        guard let later else { return .none("No version of this page can be read.") }
        return .none("Block \(block) is the same in all stored versions, back to v\(later.number).")
    }

    /// Returns two versions to be compared; nil if one of them is no longer stored.
    @concurrent package func pages(_ order: DifferenceOrder) async -> (old: PageVersion, new: PageVersion)? {
        // A version that cannot be read is not stored any more.
        guard let old = try? await store.load(id(order.page), number: order.old),
            let new = try? await store.load(id(order.page), number: order.new)  // As above.
        else { return nil }
        return (old.version, new.version)
    }

    /// Returns two sides to be compared.
    @concurrent package func sides(_ order: SideOrder) async -> SideReport {
        do throws(StoreFailure) {
            guard let old = try await side(order.old), let new = try await side(order.new) else {
                return .missing("One of these versions is no longer stored.")
            }
            return .sides(old, new)
        } catch {
            return .missing("\(error)".sentence)
        }
    }

    private func side(_ source: SideSource) async throws(StoreFailure) -> ExchangeSide? {
        switch source {
        case .exchange(let side): side
        case .version(let page, let number):
            try await store.load(id(page), number: number).map {
                ExchangeSide($0.version, title: "v\(number) of \(page.href)")
            }
        }
    }

    /// Returns the stored sessions; empty if the history cannot be read.
    /// - Returns: The sessions, and the number of unreadable lines.
    @concurrent package func sessions() async -> (sessions: [PastSession], damaged: Int) {
        // No sessions are listed if they cannot be read: `sonic history` says why.
        guard let cache, let reading = try? await SessionHistory(root: cache.root, account: account).read()
        else { return ([], 0) }
        return (reading.sessions, reading.damaged)
    }

    /// Returns the stored sessions of a page; empty if the history cannot be read.
    @concurrent package func sessions(of page: WebURL) async -> [PastSession] {
        guard let cache else { return [] }
        // The strip begins with the current run if they cannot be read.
        let sessions = try? await SessionHistory(root: cache.root, account: account)
            .sessions(of: id(page), atMost: 240)
        return sessions ?? []
    }

    /// Returns the stored version of a page, or of another file that was opened; nil if there is none.
    @concurrent package func stored(_ page: WebURL) async -> PageVersion? {
        // One that cannot be read is not there.
        try? await store.load(id(page))?.version
    }

    private func id(_ url: WebURL) -> PageID { InboxService.id(of: url, settings, account) }
}

extension PageVersion {
    /// Returns the bytes of a block; nil if the page has none of that name.
    fileprivate func block(_ name: String) -> ArraySlice<UInt8>? {
        let split = PageSplit(html: html)
        return split.slots.first { split.displayName(of: $0.slot) == name }.map { html[$0.range] }
    }
}
