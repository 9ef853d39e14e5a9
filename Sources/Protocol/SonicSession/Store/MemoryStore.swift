import SonicProtocol

/// Page versions kept in memory only and forgotten when the program ends: the store of `--private`.
///
/// Holds at most `byteLimit` bytes of pages. Beyond it the least recently used page loses its oldest version
/// first; the current version of the page stored last always stays, however large it is.
public actor MemoryStore: PageStore {
    /// The most bytes of HTML kept.
    public let byteLimit: Int
    private var shelves: PageShelves

    /// An empty store that keeps at most this many bytes, 64 MiB by default.
    public init(byteLimit: Int = 64 << 20) {
        self.byteLimit = byteLimit
        shelves = PageShelves(byteLimit: byteLimit)
    }

    /// The current version of a page, nil when none is kept.
    public func load(_ id: PageID) -> StoredPage? { shelves.load(id) }

    /// The page itself: memory is not verified.
    public func verify(_ page: StoredPage, of id: PageID) -> StoredPage? { page }

    /// One kept version of a page; nil when it is gone.
    public func load(_ id: PageID, number: Int) -> StoredPage? { shelves.load(id, number: number) }

    /// The numbers of the versions kept of a page, newest first.
    public func versions(of id: PageID) -> [Int] { shelves.versions(of: id) }

    /// Keeps a new current version and returns its number. Linear in the number of pages when it has to evict.
    public func commit(_ version: PageVersion, for id: PageID) -> Int { shelves.commit(version, for: id) }

    /// Renews the current version after a 304; does nothing when `number` is no longer current.
    public func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) {
        shelves.renew(id, number: number, headers: headers, checked: checked)
    }

    /// Forgets the page with its history; its marks stay.
    public func remove(_ id: PageID) { shelves.remove(id) }

    /// Remembers that no Sonic is to be spoken with this page until `until` (nil: again from now on).
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) {
        shelves.setSonicOff(id, url: url, until: until)
    }

    /// Remembers where the address of this page led.
    public func setRedirects(_ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]) {
        shelves.setRedirects(id, url: url, redirects)
    }

    /// What is remembered of the address, and the page.
    public func read(_ id: PageID, _ extent: PageExtent) -> (PageMarks, StoredPage?) {
        (shelves.marks(of: id), shelves.load(id))
    }

    /// What is remembered of the address.
    public func marks(of id: PageID) -> PageMarks { shelves.marks(of: id) }
}
