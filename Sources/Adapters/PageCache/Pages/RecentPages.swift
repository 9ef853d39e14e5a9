import SonicProtocol
import SonicSession

/// The most recently read pages in memory, so that opening one again reads and hashes nothing. Each is valid as long as
/// the file `current` is the same one that named it.
actor RecentPages {
    private var pages: [(id: PageID, stamp: PageFolder.Stamp, version: PageVersion)] = []
    private let countLimit: Int
    private let byteLimit: Int

    /// Creates the store with a maximum number of pages and of bytes.
    init(countLimit: Int, byteLimit: Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
    }

    /// Returns the version read under this stamp; nil if it is missing or no longer current.
    func version(of id: PageID, stamp: PageFolder.Stamp) -> PageVersion? {
        guard let index = pages.firstIndex(where: { $0.id == id && $0.stamp == stamp }) else { return nil }
        let page = pages.remove(at: index)
        pages.append(page)
        return page.version
    }

    /// Adds a version as the most recently used one; the least recently used ones are removed to stay within the
    /// limits.
    func keep(_ version: PageVersion, of id: PageID, stamp: PageFolder.Stamp) {
        forget(id)
        guard version.html.count <= byteLimit else { return }
        pages.append((id, stamp, version))
        while pages.count > countLimit || pages.reduce(0, { $0 + $1.version.html.count }) > byteLimit {
            pages.removeFirst()
        }
    }

    /// Removes a page.
    func forget(_ id: PageID) {
        pages.removeAll { $0.id == id }
    }
}
