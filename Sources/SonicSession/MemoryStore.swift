import SonicProtocol

/// Page versions kept in memory only and forgotten when the program ends: the store of `--private`.
///
/// Holds at most `byteLimit` bytes of pages. Beyond it the least recently used page loses its oldest version
/// first; the current version of the page stored last always stays, however large it is.
public actor MemoryStore: PageStore {
    /// The most bytes of HTML kept.
    public let byteLimit: Int

    private var shelves: [PageID: Shelf] = [:]
    private var marks: [PageID: PageMarks] = [:]
    private var bytes = 0
    private var uses = 0

    /// The kept versions of one page, oldest first; never empty.
    private struct Shelf {
        var pages: [StoredPage]
        /// The count of uses when this page was last used: the larger, the more recent.
        var lastUse: Int
    }

    /// An empty store that keeps at most this many bytes, 64 MiB by default.
    public init(byteLimit: Int = 64 << 20) {
        self.byteLimit = byteLimit
    }

    /// The current version of a page, nil when none is kept.
    public func load(_ id: PageID) -> StoredPage? {
        touch(id)
        return shelves[id]?.pages.last
    }

    /// The page itself: memory is not verified.
    public func verify(_ page: StoredPage, of id: PageID) -> StoredPage? { page }

    /// One kept version of a page; nil when it is gone.
    public func load(_ id: PageID, number: Int) -> StoredPage? {
        touch(id)
        return shelves[id]?.pages.first { $0.number == number }
    }

    /// The numbers of the versions kept of a page, newest first.
    public func versions(of id: PageID) -> [Int] {
        shelves[id]?.pages.reversed().map(\.number) ?? []
    }

    /// Keeps a new current version and returns its number. Linear in the number of pages when it has to evict.
    public func commit(_ version: PageVersion, for id: PageID) -> Int {
        let number = (shelves[id]?.pages.last?.number ?? 0) + 1
        let page = StoredPage(number: number, version: version, checked: version.stored)
        shelves[id, default: Shelf(pages: [], lastUse: 0)].pages.append(page)
        bytes += version.html.count
        touch(id)
        evict()
        return number
    }

    /// Renews the current version after a 304; does nothing when `number` is no longer current.
    public func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) {
        guard var shelf = shelves[id], let last = shelf.pages.indices.last, shelf.pages[last].number == number
        else { return }
        shelf.pages[last].version.headers = headers
        shelf.pages[last].checked = checked
        shelves[id] = shelf
        touch(id)
    }

    /// Forgets the page with its history; its marks stay.
    public func remove(_ id: PageID) {
        guard let shelf = shelves.removeValue(forKey: id) else { return }
        bytes -= shelf.pages.reduce(0) { $0 + $1.version.html.count }
    }

    /// Remembers that no Sonic is to be spoken with this page until `until` (nil: again from now on).
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) {
        marks[id, default: PageMarks()].sonicOff = until
    }

    /// Remembers where the address of this page led.
    public func setRedirects(_ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]) {
        marks[id, default: PageMarks()].redirects = redirects
    }

    /// What is remembered of the address.
    public func marks(of id: PageID) -> PageMarks {
        marks[id] ?? PageMarks()
    }

    private func touch(_ id: PageID) {
        uses += 1
        shelves[id]?.lastUse = uses
    }

    private func evict() {
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
