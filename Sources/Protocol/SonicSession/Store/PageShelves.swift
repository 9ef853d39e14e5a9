import SonicProtocol

/// Page versions in memory, at most `byteLimit` bytes of them: beyond it the least recently used page loses its oldest
/// version first; the current version of the page stored last always stays, however large it is.
struct PageShelves: Sendable {
    /// The most bytes of HTML kept.
    let byteLimit: Int

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

    /// Empty shelves.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// The current version of a page, nil when none is kept.
    mutating func load(_ id: PageID) -> StoredPage? {
        touch(id)
        return shelves[id]?.pages.last
    }

    /// One kept version of a page; nil when it is gone.
    mutating func load(_ id: PageID, number: Int) -> StoredPage? {
        touch(id)
        return shelves[id]?.pages.first { $0.number == number }
    }

    /// The numbers of the versions kept of a page, newest first.
    func versions(of id: PageID) -> [Int] {
        shelves[id]?.pages.reversed().map(\.number) ?? []
    }

    /// Keeps a new current version and returns its number. Linear in the number of pages when it has to evict.
    mutating func commit(_ version: PageVersion, for id: PageID) -> Int {
        let number = (shelves[id]?.pages.last?.number ?? 0) + 1
        let page = StoredPage(number: number, version: version, checked: version.stored)
        shelves[id, default: Shelf(pages: [], lastUse: 0)].pages.append(page)
        bytes += version.html.count
        touch(id)
        evict()
        return number
    }

    /// Renews the current version after a 304; does nothing when `number` is no longer current.
    mutating func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) {
        guard var shelf = shelves[id], let last = shelf.pages.indices.last, shelf.pages[last].number == number
        else { return }
        shelf.pages[last].version.headers = headers
        shelf.pages[last].checked = checked
        shelves[id] = shelf
        touch(id)
    }

    /// Forgets the page with its history; its marks stay.
    mutating func remove(_ id: PageID) {
        guard let shelf = shelves.removeValue(forKey: id) else { return }
        bytes -= shelf.pages.reduce(0) { $0 + $1.version.html.count }
    }

    /// Remembers that no Sonic is to be spoken with this page until `until` (nil: again from now on).
    mutating func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) {
        marks[id, default: PageMarks()].sonicOff = until
    }

    /// Remembers where the address of this page led.
    mutating func setRedirects(_ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]) {
        marks[id, default: PageMarks()].redirects = redirects
    }

    /// What is remembered of the address.
    func marks(of id: PageID) -> PageMarks {
        marks[id] ?? PageMarks()
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
