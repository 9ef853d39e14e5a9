import SonicProtocol
import SonicSession

/// Pages that are kept offline: the limits do not apply to pages with a pin and to the resources that it lists.
extension PageCache {
    /// Pins a stored page with the resources fetched for it so far. Returns the pin once it would survive a loss of
    /// power; nil if no version of the page is stored. The missing resources are added to an existing pin.
    public func pin(_ id: PageID, resources: [CacheKey] = []) async throws(StoreFailure) -> Pin? {
        let now = now()
        return try await changing(id) { page throws(StoreFailure) in
            guard case .version(let stamp) = try page.pointer() else { return nil }
            let old = try page.pin()
            var pin = (old ?? Pin(since: now)).adding(resources)
            pin.url = try page.record(stamp.number)?.url ?? ""
            if pin != old { try page.folder.replace(PageFolder.Name.pin, with: pin.bytes) }
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
    public func pin(of id: PageID) async throws(StoreFailure) -> Pin? { try page(id)?.pin() }

    /// Adds further resources fetched for a page, if it is pinned.
    public func add(_ resources: [CacheKey], toPinOf id: PageID) async throws(StoreFailure) {
        _ = try await changing(id) { page throws(StoreFailure) in
            guard let pin = try page.pin() else { return }
            let grown = pin.adding(resources)
            if grown != pin { try page.folder.replace(PageFolder.Name.pin, with: grown.bytes) }
        }
    }

    /// Returns the pinned pages of all accounts. Pages that cannot be read are omitted; `verify` reports them.
    /// - Complexity: One system call for each page, and linear in the number of files of pinned ones.
    public func pinned() async throws(StoreFailure) -> [PageEntry] {
        try await entries(of: pageIDs(having: PageFolder.Name.pin)).filter { $0.pin != nil }
    }
}

/// The `pin` file of a page that is kept offline (docs/reference/cache-format.md#pin).
public struct Pin: Sendable, Equatable, FileRecord {
    /// When the page was pinned.
    public var since: Instant
    /// The resources fetched for the page, the latest last, by the keys under which responses are stored. Resources
    /// that were never fetched are not included.
    public var resources: [CacheKey]
    /// The page's address; nil if the file cannot be read.
    public var url: String?

    /// Creates a pin.
    public init(since: Instant, resources: [CacheKey] = [], url: String? = nil) {
        self.since = since
        self.resources = resources
        self.url = url
    }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        url = try node.value("url", \.string)
        since = Instant(milliseconds: try node.value("pinned", \.wholeNumber))
        resources = try node.values("resources", \.string).map { CacheKey(text: $0) }
    }

    var json: JSONValue {
        [
            "pinned": .integer(since.milliseconds), "resources": .array(resources.map { .string($0.text) }),
            "url": .string(url ?? ""),
        ]
    }

    /// The maximum number of resources of a page: a hostile page may name another one with each update.
    public static let resourceLimit = 1000

    /// Returns the pin with more resources; the oldest ones beyond the limit are removed.
    func adding(_ more: [CacheKey]) -> Pin {
        let known = Set(resources)
        var seen: Set<CacheKey> = []
        var pin = self
        pin.resources += more.filter { !known.contains($0) && seen.insert($0).inserted }
        pin.resources.removeFirst(max(0, pin.resources.count - Self.resourceLimit))
        return pin
    }
}
