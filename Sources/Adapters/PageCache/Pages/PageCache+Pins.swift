import SonicProtocol
import SonicSession

/// Pages that users pin, so that the limits do not apply to them.
extension PageCache {
    /// Pins a stored page with the resources fetched for it so far. Returns the pin once it would survive a loss of
    /// power; nil if no version of the page is stored. The missing resources are added to an existing pin.
    public func pin(_ id: PageID, resources: [CacheKey] = []) async throws(StoreFailure) -> Pin? {
        let now = now()
        return try await changing(id) { page throws(StoreFailure) in
            guard case .version(let stamp) = try page.pointer() else { return nil }
            let old = try page.pin()
            let pin = (old ?? Pin(since: now)).adding(resources)
            let url = try page.record(stamp.number)?.url
            if pin != old { try page.write(pin, url: url ?? "") }
            return pin
        } ?? nil
    }

    /// Removes the pin of a page, so that the limits apply again, and returns whether it was pinned.
    public func unpin(_ id: PageID) async throws(StoreFailure) -> Bool {
        let wasPinned = try await changing(id) { page throws(StoreFailure) in
            guard try page.pin() != nil else { return false }
            try page.folder.removeFile(PageFolder.Name.pin)
            try page.folder.sync()
            let pointer = try page.pointer()
            // Marks are preserved; without any the folder is removed.
            if pointer == .none, try page.state()?.hasMarks != true { try page.removeRest() }
            return true
        }
        try clearAway(id)
        return wasPinned ?? false
    }

    /// Returns the pin of a page; nil if it has none. It is preserved when the server has the page removed: then the
    /// next version stored is pinned.
    public func pin(of id: PageID) async throws(StoreFailure) -> Pin? {
        try page(id)?.pin()
    }

    /// Adds further resources fetched for a page, if it is pinned.
    public func add(_ resources: [CacheKey], toPinOf id: PageID) async throws(StoreFailure) {
        // Most pages are not pinned and do not require the lock.
        guard let seen = try await pin(of: id), seen.adding(resources) != seen else { return }
        _ = try await changing(id) { page throws(StoreFailure) in
            guard let pin = try page.pin() else { return }
            let grown = pin.adding(resources)
            let url = try page.pinnedURL()
            if grown != pin { try page.write(grown, url: url ?? "") }
        }
    }

    /// Returns the number of pinned pages of all accounts, and the number of bytes that they occupy on the disk with
    /// their history, without their resources.
    /// - Complexity: Linear in the number of files.
    public func pinned() async throws(StoreFailure) -> (pages: Int, bytes: Int) {
        var sum = (pages: 0, bytes: 0)
        for id in try pageIDs() {
            do throws(StoreFailure) {
                guard let page = try page(id), try page.pin() != nil else { continue }
                sum.pages += 1
                sum.bytes += try page.occupied()
            } catch {
                continue  // Left out, as in `list`.
            }
        }
        return sum
    }
}

extension ResponseCache {
    /// Returns the names of the folders of responses that belong to pinned pages of the account.
    /// - Complexity: Linear in the number of pages of the account.
    func pinnedNames() throws(StoreFailure) -> Set<String> {
        guard let root = try Folder.open(path: root, disk: disk),
            let account = try root.folder(try AccountFolder.name(of: account)),
            let pages = try account.folder(PageCache.pagesName)
        else { return [] }
        var names: Set<String> = []
        for digest in try pages.names() where PageCache.isDigest(digest) {
            do throws(StoreFailure) {
                guard let folder = try pages.folder(digest),
                    let pin = try PageFolder(folder: folder, hashes: hashes).pin()
                else { continue }
                names.formUnion(pin.resources.map { Self.name(of: $0, hashes) })
            } catch {
                continue  // A page that cannot be entered cannot be shown either; `verify` reports it.
            }
        }
        return names
    }
}
