import SonicProtocol

/// Page versions in memory, lost when the program ends: the store of `--private`.
///
/// Contains at most `byteLimit` bytes of pages. Beyond that the least recently used page loses its oldest version
/// first; the current version of the page stored last always stays, however large it is.
public actor MemoryStore: PageStore {
    /// The maximum number of bytes of HTML.
    public let byteLimit: Int
    private var shelves: PageShelves
    private var marks: [PageID: PageMarks] = [:]

    /// Creates an empty store with a limit in bytes, 64 MiB by default.
    public init(byteLimit: Int = 64 << 20) {
        self.byteLimit = byteLimit
        shelves = PageShelves(byteLimit: byteLimit)
    }

    /// Returns the current version of a page; nil if none is stored.
    public func load(_ id: PageID) -> StoredPage? { shelves.load(id) }

    /// Returns the page: memory is not verified.
    public func verify(_ page: StoredPage, of id: PageID) -> StoredPage? { page }

    /// Returns one stored version of a page; nil if it no longer exists.
    public func load(_ id: PageID, number: Int) -> StoredPage? { shelves.load(id, number: number) }

    /// Returns the numbers of the stored versions of a page, newest first.
    public func versions(of id: PageID) -> [Int] { shelves.versions(of: id) }

    /// Stores a new current version and returns its number.
    /// - Complexity: O(*n*) in the number of pages for each version that is evicted.
    public func commit(_ version: PageVersion, for id: PageID) -> Int { shelves.commit(version, for: id) }

    /// Renews the current version after a 304; does nothing if `number` is no longer current.
    public func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) {
        shelves.renew(id, number: number, headers: headers, checked: checked)
    }

    /// Removes the page with its history; its marks stay.
    public func remove(_ id: PageID) { shelves.remove(id) }

    /// Records that Sonic is off for this page until `until`; nil turns it on again.
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) {
        marks[id, default: PageMarks()].sonicOff = until
    }

    /// Records where the page's address redirected.
    public func setRedirects(_ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]) {
        marks[id, default: PageMarks()].redirects = redirects
    }

    /// Returns the marks of the address, and the page.
    public func read(_ id: PageID, _ extent: PageExtent) -> (PageMarks, StoredPage?) {
        (marks(of: id), shelves.load(id))
    }

    /// Returns the marks of the address.
    public func marks(of id: PageID) -> PageMarks { marks[id] ?? PageMarks() }
}

/// Page versions in memory, at most `byteLimit` bytes of them. Beyond that the least recently used page loses its
/// oldest version first; the current version of the page stored last always stays, however large it is.
struct PageShelves: Sendable {
    /// The maximum number of bytes of HTML.
    let byteLimit: Int

    /// The stored versions of each page, oldest first and never none, and the use count when it was last used: larger
    /// is more recent.
    private var shelves: [PageID: (pages: [StoredPage], lastUse: Int)] = [:]
    private var bytes = 0
    private var uses = 0

    /// Creates an empty collection.
    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Returns the current version of a page; nil if none is stored.
    mutating func load(_ id: PageID) -> StoredPage? {
        touch(id)
        return shelves[id]?.pages.last
    }

    /// Returns one stored version of a page; nil if it no longer exists.
    mutating func load(_ id: PageID, number: Int) -> StoredPage? {
        touch(id)
        return shelves[id]?.pages.first { $0.number == number }
    }

    /// Returns the numbers of the stored versions of a page, newest first.
    func versions(of id: PageID) -> [Int] { shelves[id]?.pages.reversed().map(\.number) ?? [] }

    /// Stores a new current version and returns its number.
    /// - Complexity: O(*n*) in the number of pages for each version that is evicted.
    mutating func commit(_ version: PageVersion, for id: PageID) -> Int {
        let number = (shelves[id]?.pages.last?.number ?? 0) + 1
        let page = StoredPage(number: number, version: version, checked: version.stored)
        shelves[id, default: ([], 0)].pages.append(page)
        bytes += version.html.count
        touch(id)
        evict()
        return number
    }

    /// Renews the current version after a 304; does nothing if `number` is no longer current.
    mutating func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) {
        guard var shelf = shelves[id], let last = shelf.pages.indices.last, shelf.pages[last].number == number
        else { return }
        shelf.pages[last].version.headers = headers
        shelf.pages[last].checked = checked
        shelves[id] = shelf
        touch(id)
    }

    /// Removes the page with its history; its marks stay.
    mutating func remove(_ id: PageID) {
        guard let shelf = shelves.removeValue(forKey: id) else { return }
        bytes -= shelf.pages.reduce(0) { $0 + $1.version.html.count }
    }

    private mutating func touch(_ id: PageID) {
        uses += 1
        shelves[id]?.lastUse = uses
    }

    private mutating func evict() {
        while bytes > byteLimit, let (id, shelf) = shelves.min(by: { $0.value.lastUse < $1.value.lastUse }),
            shelves.count > 1 || shelf.pages.count > 1
        {
            bytes -= shelf.pages[0].version.html.count
            if shelf.pages.count == 1 {
                shelves[id] = nil
            } else {
                shelves[id]?.pages.removeFirst()
            }
        }
    }
}
