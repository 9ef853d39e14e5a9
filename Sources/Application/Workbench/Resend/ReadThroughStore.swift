import SonicProtocol
import SonicSession

/// A store for a detached session: it reads from another store, and keeps its writes in memory until they are committed
/// to that.
public actor ReadThroughStore: PageStore {
    private let base: any PageStore
    /// The version to use as the current one; nil for the newest.
    private let version: Int?
    /// The pending writes, in order.
    private var writings: [Writing] = []
    /// The written pages; the inner nil is a removed page.
    private var pages: [PageID: StoredPage?] = [:]
    private var marks: [PageID: PageMarks] = [:]

    private enum Writing {
        case committed(PageVersion, PageID)
        case renewed(PageID, number: Int, Headers, checked: Instant)
        case removed(PageID)
        case marked(PageID, WebURL, until: Instant?)
        case led(PageID, WebURL, [SessionResult.Redirect])
    }

    /// Creates a store on top of another one.
    /// - Parameters:
    ///   - base: The store to read from, which is not written to until `settle`.
    ///   - version: The number of the version to use as the current one of a page that has it; nil for the newest.
    public init(over base: any PageStore, asOf version: Int? = nil) {
        (self.base, self.version) = (base, version)
    }

    /// Whether there are pending writes.
    public var hasWritings: Bool { !writings.isEmpty }

    /// Commits the pending writes to the other store, in order.
    /// - Returns: The number of the last new version there; nil if there was none.
    public func settle() async throws(StoreFailure) -> Int? {
        var number: Int?
        for writing in writings {
            switch writing {
            case .committed(let version, let id): number = try await base.commit(version, for: id)
            case .renewed(let id, let number, let headers, let checked):
                try await base.renew(id, number: number, headers: headers, checked: checked)
            case .removed(let id): try await base.remove(id)
            case .marked(let id, let url, let until): try await base.setSonicOff(id, url: url, until: until)
            case .led(let id, let url, let redirects): try await base.setRedirects(id, url: url, redirects)
            }
        }
        writings = []
        return number
    }

    /// Loads the version written here, else the current one.
    public func load(_ id: PageID) async throws(StoreFailure) -> StoredPage? {
        if let written = pages[id] { return written }
        guard let version, let page = try await base.load(id, number: version) else {
            return try await base.load(id)
        }
        return page
    }

    /// Verifies a page in the other store; one written here is in memory and complete.
    public func verify(_ page: StoredPage, of id: PageID) async throws(StoreFailure) -> StoredPage? {
        pages[id] == nil ? try await base.verify(page, of: id) : page
    }

    /// Stores a version here.
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

    /// Returns the numbers of the versions, newest first.
    public func versions(of id: PageID) async throws(StoreFailure) -> [Int] {
        let others = try await base.versions(of: id)
        switch pages[id] {
        case nil: return others
        case .some(nil): return []
        case .some(let page?): return others.contains(page.number) ? others : [page.number] + others
        }
    }

    /// Loads a version written here or stored there.
    public func load(_ id: PageID, number: Int) async throws(StoreFailure) -> StoredPage? {
        if let page = pages[id] ?? nil, page.number == number { return page }
        return try await base.load(id, number: number)
    }

    /// Removes the page here.
    public func remove(_ id: PageID) {
        writings.append(.removed(id))
        pages[id] = .some(nil)
    }

    /// Stores the mark here.
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async throws(StoreFailure) {
        var marked = try await marks(of: id)
        marked.sonicOff = until
        marks[id] = marked
        writings.append(.marked(id, url, until: until))
    }

    /// Stores the redirects of the address here.
    public func setRedirects(
        _ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]
    ) async throws(StoreFailure) {
        var marked = try await marks(of: id)
        marked.redirects = redirects
        marks[id] = marked
        writings.append(.led(id, url, redirects))
    }

    /// Returns the marks set here, else those of the other store.
    public func marks(of id: PageID) async throws(StoreFailure) -> PageMarks {
        if let marked = marks[id] { return marked }
        return try await base.marks(of: id)
    }
}

/// Cookies of another store, which responses do not change.
public struct ReadThroughCookies: CookieStore {
    private let base: any CookieStore

    /// Creates cookies on top of another store.
    init(over base: any CookieStore) { self.base = base }

    /// Returns the Cookie line of the other store.
    public func line(for request: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        await base.line(for: request)
    }

    /// Ignores the cookies.
    public func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async {}
}
