import SonicProtocol
import SonicSession

/// A store for a detached session: it reads what another store has, and keeps what is written to itself, until
/// that is wanted in the other one too.
public actor ReadThroughStore: PageStore {
    private let base: any PageStore
    /// The version that counts as the current one; nil for the newest.
    private let version: Int?
    /// What was written, in order.
    private var writings: [Writing] = []
    /// What was written of pages; nil within for a page that was removed.
    private var pages: [PageID: StoredPage?] = [:]
    private var marks: [PageID: PageMarks] = [:]

    private enum Writing {
        case committed(PageVersion, PageID)
        case renewed(PageID, number: Int, Headers, checked: Instant)
        case removed(PageID)
        case marked(PageID, WebURL, until: Instant?)
        case led(PageID, WebURL, [SessionResult.Redirect])
    }

    /// A store before another one.
    /// - Parameters:
    ///   - base: What is read, and not written until `settle`.
    ///   - version: The number of the version that counts as the current one of a page that has it; nil for the newest.
    public init(over base: any PageStore, asOf version: Int? = nil) {
        (self.base, self.version) = (base, version)
    }

    /// Whether anything was written here that could be settled.
    public var hasWritings: Bool { !writings.isEmpty }

    /// Writes into the other store what was written here, in order.
    /// - Returns: The number of the last new version there; nil when there was none.
    public func settle() async throws(StoreFailure) -> Int? {
        var number: Int?
        for writing in writings {
            switch writing {
            case .committed(let version, let id): number = try await base.commit(version, for: id)
            case .renewed(let id, let number, let headers, let checked):
                try await base.renew(id, number: number, headers: headers, checked: checked)
            case .removed(let id): try await base.remove(id)
            case .marked(let id, let url, let until): try await base.setSonicOff(id, url: url, until: until)
            case .led(let id, let url, let redirects):
                try await base.setRedirects(id, url: url, redirects)
            }
        }
        writings = []
        return number
    }

    /// The version that was written here, else the one that counts as current.
    public func load(_ id: PageID) async throws(StoreFailure) -> StoredPage? {
        if let written = pages[id] { return written }
        guard let version, let page = try await base.load(id, number: version) else {
            return try await base.load(id)
        }
        return page
    }

    /// As the other store verifies it; what was written here is in memory and whole.
    public func verify(_ page: StoredPage, of id: PageID) async throws(StoreFailure) -> StoredPage? {
        pages[id] == nil ? try await base.verify(page, of: id) : page
    }

    /// Keeps a version here.
    public func commit(_ version: PageVersion, for id: PageID) async throws(StoreFailure) -> Int {
        let number = (try await versions(of: id).first ?? 0) + 1
        writings.append(.committed(version, id))
        pages[id] = StoredPage(number: number, version: version, checked: version.stored)
        return number
    }

    /// Renews a version here.
    public func renew(
        _ id: PageID, number: Int, headers: Headers, checked: Instant
    ) async throws(StoreFailure) {
        guard var page = try await load(id), page.number == number else { return }
        writings.append(.renewed(id, number: number, headers, checked: checked))
        page.version.headers = headers
        page.checked = checked
        pages[id] = page
    }

    /// The numbers there are, newest first.
    public func versions(of id: PageID) async throws(StoreFailure) -> [Int] {
        let others = try await base.versions(of: id)
        switch pages[id] {
        case nil: return others
        case .some(nil): return []
        case .some(let page?): return others.contains(page.number) ? others : [page.number] + others
        }
    }

    /// A version that was written here or is kept there.
    public func load(_ id: PageID, number: Int) async throws(StoreFailure) -> StoredPage? {
        if let page = pages[id] ?? nil, page.number == number { return page }
        return try await base.load(id, number: number)
    }

    /// Removes the page here.
    public func remove(_ id: PageID) {
        writings.append(.removed(id))
        pages[id] = .some(nil)
    }

    /// Remembers the mark here.
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async throws(StoreFailure) {
        var marked = try await marks(of: id)
        marked.sonicOff = until
        marks[id] = marked
        writings.append(.marked(id, url, until: until))
    }

    /// Remembers here where the address led.
    public func setRedirects(
        _ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]
    ) async throws(StoreFailure) {
        var marked = try await marks(of: id)
        marked.redirects = redirects
        marks[id] = marked
        writings.append(.led(id, url, redirects))
    }

    /// The marks that were set here, else the other store's.
    public func marks(of id: PageID) async throws(StoreFailure) -> PageMarks {
        if let marked = marks[id] { return marked }
        return try await base.marks(of: id)
    }
}

/// Cookies that are sent as kept elsewhere, and none of which an answer changes.
public struct ReadThroughCookies: CookieStore {
    private let base: any CookieStore

    /// Cookies before another store's.
    init(over base: any CookieStore) { self.base = base }

    /// The other store's line.
    public func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        await base.line(for: ask)
    }

    /// Drops them.
    public func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {}
}
