import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// The data of the pages that an account revisits: bookmarks, the versions read, and the changes since. It works
/// outside the caller's actor.
package struct InboxService: Sendable {
    /// The file cache; nil if pages are in memory only.
    let cache: PageCache?
    /// The account's bookmarks; nil if nothing is stored.
    package let bookmarks: BookmarkFile?
    /// The account; empty for none.
    package let account: String
    /// The settings of single sites.
    let settings: BrowserSettings
    /// Counts what is new in a version of a page.
    let counter: NewsCounter
    /// The terms of single sites: whether their data may be stored, and the exceptions to their origins.
    let terms: @Sendable (WebURL) -> SiteTerms
    /// The wall clock.
    let now: @Sendable () -> Instant

    package init(
        cache: PageCache?, bookmarks: BookmarkFile?, account: String, settings: BrowserSettings,
        counter: NewsCounter, terms: @escaping @Sendable (WebURL) -> SiteTerms,
        now: @escaping @Sendable () -> Instant
    ) {
        self.cache = cache
        self.bookmarks = bookmarks
        self.account = account
        self.settings = settings
        self.counter = counter
        self.terms = terms
        self.now = now
    }

    /// The number of pages in the inbox in addition to bookmarks.
    private static let recentCount = 12
    /// The number of bookmarked pages looked up before the first frame.
    private static let firstCount = 64

    /// Returns the inbox from small records, for the first frame: the first bookmarks, and the recently used pages. The
    /// changes of a page since it was read are not counted yet.
    @concurrent package func listing() async -> [InboxPage] {
        await pages(bookmarks: Self.firstCount).map(\.page)
    }

    /// Returns the whole inbox, with the numbers of new lines and the outcomes of the last sessions.
    /// - Complexity: Linear in the size of the changed pages and of the history.
    @concurrent package func whole(width: Int) async -> [InboxPage] {
        let outcomes = await outcomes()
        var found: [InboxPage] = []
        for (page, summary) in await pages(bookmarks: BookmarkFile.limit) {
            found.append(await complete(page, summary, width, outcomes))
        }
        return found
    }

    /// Returns the current state of a page in the inbox.
    /// - Parameter outcome: The outcome of its last session.
    @concurrent package func page(_ url: WebURL, width: Int, outcome: String? = nil) async -> InboxPage {
        let summary = await summary(at: url)
        var page = Self.page(url, summary)
        page = await complete(page, summary, width, [:])
        page.outcome = outcome
        return page
    }

    /// Returns at most `count` stored pages, the latest first, and the bookmarks of other pages. If the cache cannot be
    /// read, that is reported when a page is opened; here there are only fewer pages.
    @concurrent package func known(_ count: Int = 1000) async -> [KnownPage] {
        let bookmarks = await listed
        let marked = Dictionary(bookmarks.map { ($0.url, $0) }) { first, _ in first }
        var seen: Set<WebURL> = []
        var pages: [KnownPage] = []
        for summary in await recent(count) {
            guard let url = WebURL(summary.url)?.withoutFragment.withoutCredentials, seen.insert(url).inserted
            else { continue }
            let bookmark = marked[url]
            pages.append(
                KnownPage(
                    url: url,
                    title: [summary.read?.title, bookmark?.title].compactMap(\.self).first { !$0.isEmpty }
                        ?? "",
                    read: summary.read?.at, bookmark: bookmark))
        }
        return pages
            + bookmarks.filter { !seen.contains($0.url) }.map {
                KnownPage(url: $0.url, title: $0.title, bookmark: $0)
            }
    }

    // MARK: - Records

    var listed: [Bookmark] {
        get async {
            // An error is reported when a bookmark is changed.
            (try? await bookmarks?.read().bookmarks) ?? []
        }
    }

    private func pages(bookmarks count: Int) async -> [(page: InboxPage, summary: PageSummary?)] {
        var found: [(page: InboxPage, summary: PageSummary?)] = []
        let marked = await listed.prefix(count)
        for bookmark in marked {
            let summary = await summary(at: bookmark.url)
            var page = Self.page(bookmark.url, summary)
            page.isBookmarked = true
            if page.title.isEmpty { page.title = bookmark.title }
            found.append((page, summary))
        }
        let known = Set(marked.map(\.url))
        var others = 0
        for summary in await recent(Self.recentCount + marked.count) where others < Self.recentCount {
            guard let url = WebURL(summary.url)?.withoutFragment.withoutCredentials, !known.contains(url)
            else {
                continue
            }
            found.append((Self.page(url, summary), summary))
            others += 1
        }
        return found
    }

    private static func page(_ url: WebURL, _ summary: PageSummary?) -> InboxPage {
        let news: PageNews =
            switch summary?.read {
            case nil: .unread
            case let read?: read.number == summary?.number ? .none : .some
            }
        return InboxPage(
            url: url, title: summary?.read?.title ?? "", news: news, checked: summary?.checked)
    }

    private func summary(at url: WebURL) async -> PageSummary? {
        // A page that cannot be read says so when it is opened.
        try? await cache?.summary(at: id(url))
    }

    private func recent(_ count: Int) async -> [PageSummary] {
        // Pages that cannot be read are left out: `sonic cache verify` reports them.
        let recent = (try? await cache?.recent(count, of: account)) ?? []
        // A page stored with an exception that no longer applies is not the one that the address opens now.
        return recent.filter { summary in WebURL(summary.url).map { id($0) == summary.id } ?? true }
    }

    // MARK: - Slower lookups

    /// Returns the outcome of the last session of each page, by the digest of the page's id.
    private func outcomes() async -> [String: String] {
        // `sonic history` says why the sessions cannot be read.
        guard let cache, let reading = try? await SessionHistory(root: cache.root, account: account).read()
        else { return [:] }
        return Dictionary(reading.sessions.map { ($0.pageID.digest, $0.outcome) }) { latest, _ in latest }
    }

    /// Counts the new lines, and finds the title of a page that was never displayed.
    private func complete(
        _ page: InboxPage, _ summary: PageSummary?, _ width: Int, _ outcomes: [String: String]
    ) async -> InboxPage {
        var page = page
        guard let summary, let cache else { return page }
        page.outcome = outcomes[summary.id.digest]
        do throws(StoreFailure) {
            if page.title.isEmpty, let stored = try await cache.load(summary.id, number: summary.number) {
                page.title = counter.title(stored.version, settings.encoding(at: stored.version.url))
            }
            if let read = summary.read, read.number != summary.number {
                page.news = try await news(since: read, summary, width, cache)
            }
        } catch {
            // The data from the records is kept.
        }
        return page
    }

    private func news(
        since read: LastRead, _ summary: PageSummary, _ width: Int, _ cache: PageCache
    ) async throws(StoreFailure) -> PageNews {
        let kept = try await cache.versions(of: summary.id)
        let news = LastRead.news(since: read, upTo: summary.number, kept: kept)
        switch news {
        case .none: return .none
        case .lost: return .some
        case .since(let number), .sinceLater(let number, _):
            guard let old = try await cache.load(summary.id, number: number)?.version,
                let new = try await cache.load(summary.id, number: summary.number)?.version
            else { return .some }
            let isExact = news == .since(number)
            let encoding = settings.encoding(at: new.url)
            // Nil for a page that is no feed.
            if isExact, let count = counter.entries(old, new, encoding), count > 0 { return .entries(count) }
            let comparison = ComparisonRules(settings[new.url])
            guard let lines = counter.lines(old, new, width, comparison, encoding) else { return .some }
            if lines == 0 { return isExact ? .none : .some }
            return isExact ? .lines(lines) : .atLeast(lines)
        }
    }

    func id(_ url: WebURL) -> PageID { Self.id(of: url, settings, account) }

    /// Returns the identifier of an address's page.
    static func id(of url: WebURL, _ settings: BrowserSettings, _ account: String) -> PageID {
        (settings.identity(url) ?? PageIdentity(for: url)).id(of: url, account: account, hashes: .nettle)
    }
}
