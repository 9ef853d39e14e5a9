import SonicProtocol
import SonicSession

/// A few pages as they were read last, so that opening one again reads and hashes nothing. Each is good for as
/// long as the file `current` is the very one that named it.
actor RecentPages {
    private var pages: [(id: PageID, stamp: PageFolder.Stamp, version: PageVersion)] = []
    private let countLimit: Int
    private let byteLimit: Int

    /// Keeps at most this many pages and bytes.
    init(countLimit: Int, byteLimit: Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
    }

    /// The version read under this stamp; nil when it is not here or no longer current.
    func version(of id: PageID, stamp: PageFolder.Stamp) -> PageVersion? {
        guard let index = pages.firstIndex(where: { $0.id == id && $0.stamp == stamp }) else { return nil }
        let page = pages.remove(at: index)
        pages.append(page)
        return page.version
    }

    /// Keeps a version as the one used last; the ones used longest ago make room.
    func keep(_ version: PageVersion, of id: PageID, stamp: PageFolder.Stamp) {
        forget(id)
        guard version.html.count <= byteLimit else { return }
        pages.append((id, stamp, version))
        while pages.count > countLimit || pages.reduce(0, { $0 + $1.version.html.count }) > byteLimit {
            pages.removeFirst()
        }
    }

    /// Drops a page.
    func forget(_ id: PageID) {
        pages.removeAll { $0.id == id }
    }
}
