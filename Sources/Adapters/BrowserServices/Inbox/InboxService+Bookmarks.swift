import BrowserValues
import HTML
import PageCache
import PageLayout
import SonicProtocol
import SonicSession
import SystemLibraries

// The bookmarks of the account, and the pages that are kept offline with them: the cache spares a page that has a pin. A
// pin is set before its bookmark says that the page is kept, and removed before the bookmark says that it is not, so
// after an interruption only one of them says so: the next start makes both say so.
extension InboxService {
    /// Returns the bookmarks; nil if the file cannot be read.
    ///
    /// - Parameter page: The page on the screen: if its bookmark says that it is kept offline, it is, even if the cache
    ///   was emptied meanwhile.
    @concurrent package func report(showing page: WebURL) async -> BookmarkReport {
        do throws(StoreFailure) {
            let found = try await bookmarks?.read().bookmarks ?? []
            if found.contains(where: { $0.url == page && $0.isKeptOffline }),
                try await cache?.pin(of: id(page)) == nil
            {
                _ = await keep(page)
            }
            return BookmarkReport(bookmarks: found)
        } catch {
            return BookmarkReport(bookmarks: nil)
        }
    }

    /// Bookmarks a page, or removes its bookmark; then it is not kept offline either.
    @concurrent package func change(_ url: WebURL, title: String) async -> BookmarkReport {
        await changing(url) { bookmarks, old throws(StoreFailure) in
            // The status line has room for one more sentence.
            let strange: String? =
                switch old.strange {
                case 0: nil
                case 1: " 1 other line of the file is kept."
                case let count: " \(count) other lines of the file are kept."
                }
            guard let bookmark = old.bookmarks.first(where: { $0.url == url }) else {
                let words = strange.map { "Bookmarked." + $0 }
                return (
                    try await bookmarks.set([Bookmark(url: url, title: title, since: now())]),
                    .news(words ?? "Bookmarked: the inbox shows changes to this page.")
                )
            }
            if bookmark.isKeptOffline, let failure = await release(url) { return (old, .failure(failure)) }
            return (try await bookmarks.remove(url), .news("Bookmark removed." + (strange ?? "")))
        }
    }

    /// Bookmarks a page and keeps it offline with the resources fetched for it; or keeps it no longer, and the bookmark
    /// stays.
    @concurrent package func keep(
        _ url: WebURL, title: String, offline isKept: Bool
    ) async -> BookmarkReport {
        await changing(url) { bookmarks, old throws(StoreFailure) in
            if let failure = isKept ? await keep(url) : await release(url) { return (old, .failure(failure)) }
            let page = Bookmark(url: url, title: title, since: now(), isKeptOffline: isKept)
            let reading = try await bookmarks.set([page])
            guard isKept, let cache else { return (reading, .news("No longer kept offline.")) }
            let bytes = try await cache.pinned().reduce(0) { $0 + $1.bytes }
            let excess = Self.excess(bytes, limit: cache.limits.bytes)
            return (
                reading,
                excess.map { .failure("Bookmarked; \($0).") }
                    ?? .news("Bookmarked, and kept offline whatever the cache limits.")
            )
        }
    }

    /// Makes the bookmarks and the pins of the cache name the same pages, and returns the bookmarks; nil if they cannot
    /// be read. All pages that have only a pin are bookmarked in one step: those that release 0.2.0 pinned, and that of
    /// a change that was interrupted.
    @concurrent package func completeBookmarks() async -> BookmarkReport? {
        guard let cache, let bookmarks else { return nil }
        do throws(StoreFailure) {
            let known = try await bookmarks.read().bookmarks
            let urls = Dictionary(known.map { (id($0.url), $0.url) }) { first, _ in first }
            var pages: [PageID: Bookmark] = [:]
            for entry in try await cache.pinned() where entry.id.account == account {
                // Under an exception that no longer applies, the address opens another page.
                guard let url = urls[entry.id] ?? WebURL(entry.url)?.withoutFragment.withoutCredentials,
                    id(url) == entry.id, terms(url).mayBeWritten, let pin = entry.pin
                else { continue }
                let title = try await cache.lastRead(of: entry.id)?.title ?? ""
                pages[entry.id] = Bookmark(url: url, title: title, since: pin.since, isKeptOffline: true)
            }
            for bookmark in known
            where bookmark.isKeptOffline && pages.removeValue(forKey: id(bookmark.url)) == nil {
                _ = await keep(bookmark.url)
            }
            guard !pages.isEmpty else { return BookmarkReport(bookmarks: known) }
            let found = try await bookmarks.set(pages.values.sorted { $0.since < $1.since })
            return BookmarkReport(
                bookmarks: found.bookmarks,
                words: .news("Pinned pages are now bookmarks that are kept offline."))
        } catch {
            return nil  // The next start tries again; the pages stay pinned.
        }
    }

    /// Adds a resource that was fetched for a page to those kept with it, if it is kept offline.
    @concurrent package func add(_ resource: WebURL, fetchedFor page: WebURL) async {
        do throws(StoreFailure) {
            guard let cache, try await cache.pin(of: id(page)) != nil else { return }
            try await cache.add(await fetched([resource], in: cache), toPinOf: id(page))
        } catch {
            // It is added when it is next fetched for the page.
        }
    }

    /// Returns the digests of the ids of the stored pages; nil if they are unknown.
    package func digests() async -> Set<String>? {
        do throws(StoreFailure) {
            return try await cache?.digests(of: account)
        } catch {
            return nil
        }
    }

    /// Returns the warning if pages that are kept offline alone exceed the limit; nil if they do not.
    package static func excess(_ bytes: Int, limit: Int) -> String? {
        guard bytes > limit else { return nil }
        return
            "the pages kept offline alone occupy \(bytes.byteText), more than the limit of "
            + "\(limit.byteText); stop keeping some in the list of bookmarks (p)"
    }

    /// Changes the bookmark of a page, unless nothing of it may be stored, or there are too many bookmarks for another.
    private func changing(
        _ url: WebURL,
        _ change: (BookmarkFile, BookmarkFile.ReadResult) async throws(StoreFailure) -> (
            BookmarkFile.ReadResult, BookmarkReport.Words
        )
    ) async -> BookmarkReport {
        func refused(_ words: String) -> BookmarkReport {
            BookmarkReport(bookmarks: nil, words: .failure(words))
        }
        guard let bookmarks else { return refused("Nothing is stored: pages cannot be bookmarked.") }
        guard terms(url).mayBeWritten else {
            return refused("The configuration stores nothing of this site: it cannot be bookmarked.")
        }
        do throws(StoreFailure) {
            let old = try await bookmarks.read()
            let isKnown = old.bookmarks.contains { $0.url == url }
            guard isKnown || old.bookmarks.count < BookmarkFile.limit else {
                return refused("There are \(BookmarkFile.limit) bookmarks, the maximum: remove one first.")
            }
            let (reading, words) = try await change(bookmarks, old)
            return BookmarkReport(bookmarks: reading.bookmarks, words: words)
        } catch {
            return refused(Self.words(ofBookmarks: error).sentence)
        }
    }

    // MARK: - Pages that are kept offline

    /// Pins the stored page at an address with the resources fetched for it; returns the failure, nil for none.
    private func keep(_ url: WebURL) async -> String? {
        guard let cache else { return "Pages are in memory only and cannot be kept offline." }
        do throws(StoreFailure) {
            if let number = try await cache.versions(of: id(url)).first,
                let page = try await cache.load(id(url), number: number)
            {
                let resources = await fetched(Self.named(by: page), in: cache)
                if try await cache.pin(id(url), resources: resources) != nil { return nil }
            }
            return "This page is not stored, and cannot be kept offline."
        } catch {
            return "The page cannot be kept offline: \(error)"
        }
    }

    /// Removes the pin of the page at an address; returns the failure, nil for none.
    private func release(_ url: WebURL) async -> String? {
        do throws(StoreFailure) {
            _ = try await cache?.unpin(id(url))
            return nil
        } catch {
            return "The page is still kept offline: \(error)"
        }
    }

    /// Returns the keys of the stored responses for these addresses, including the targets of their redirects. A
    /// response that cannot be read counts as missing: it could not be displayed either.
    private func fetched(_ addresses: [WebURL], in cache: PageCache) async -> [CacheKey] {
        let responses = ResponseCache(root: cache.root, account: account, hashes: .nettle, now: now)
        var found: [CacheKey] = []
        for address in addresses {
            var next: WebURL? = address
            for _ in 0...Self.redirectLimit {
                guard let url = next else { break }
                let key = CacheKey(url, under: terms(url).exception)
                let variants: [StoredVariant]
                do throws(StoreFailure) { variants = try await responses.variants(of: key) } catch { break }
                guard let response = variants.first?.response else { break }
                found.append(key)
                guard (300..<400).contains(response.status) else { break }
                next = response.headers.first("location").flatMap { url.resolve($0) }
            }
        }
        return found
    }

    /// The maximum number of redirects followed from a resource.
    private static let redirectLimit = 5

    /// Returns the addresses in `sonic-link` and in the page's links to style sheets, in the order of the page.
    /// - Complexity: Linear in the size of the page.
    private static func named(by page: StoredPage) -> [WebURL] {
        let version = page.version
        var named = SonicLink(version.headers, page: version.url)?.urls ?? []
        guard ResponseClassifier.isHTML(version.headers) else { return named }
        var sent = SentText(.page(contentType: version.headers.first("content-type")), .iconv)
        var layout = LaidOutPage(width: 80)
        layout.append(sent.append(version.html, isLast: true))
        layout.finish()
        while layout.readOn() {}
        let base = layout.baseHref.flatMap { version.url.resolve($0) } ?? version.url
        for link in layout.sheetLinks.prefix(64) {
            if let url = base.resolve(link.href), url.isHTTP, !named.contains(url) { named.append(url) }
        }
        return named
    }

    /// The message for an error with bookmarks, which are not in the cache.
    package static func words(ofBookmarks failure: StoreFailure) -> String {
        switch failure {
        case .unusable(let path, let reason): "the bookmarks in \(path) cannot be used: \(reason)"
        case .failed(_, let path, let reason): "the bookmarks in \(path) cannot be used: \(reason)"
        case .full: "the bookmarks cannot be changed: the disk is full"
        }
    }
}
