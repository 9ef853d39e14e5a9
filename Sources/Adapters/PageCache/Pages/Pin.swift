import SonicProtocol
import SonicSession

/// A user's request to keep a page: the limits of the cache do not apply to it and its resources.
public struct Pin: Sendable, Equatable {
    /// When the page was pinned.
    public var since: Instant
    /// The resources fetched for the page, the latest last, by the keys under which responses are stored. Resources
    /// that were never fetched are not included.
    public var resources: [CacheKey]

    /// Creates a pin.
    public init(since: Instant, resources: [CacheKey] = []) {
        self.since = since
        self.resources = resources
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

/// The `pin` file of a page (docs/reference/cache-format.md#pin).
struct PinRecord: FileRecord, Equatable {
    var url: String
    /// Milliseconds since 1970.
    var pinned: Int64
    /// The keys of responses.
    var resources: [String]

    /// Creates the record of a pin.
    init(_ pin: Pin, url: String) {
        self.url = url
        pinned = pin.since.milliseconds
        resources = pin.resources.map(\.text)
    }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        url = try node.value("url", \.string)
        pinned = try node.value("pinned", \.wholeNumber)
        resources = try node.values("resources", \.string)
    }

    var json: JSONValue {
        .object([
            .init("pinned", .integer(pinned)), .init("resources", .array(resources.map(JSONValue.string))),
            .init("url", .string(url)),
        ])
    }

    /// The pin of this record.
    var pin: Pin {
        Pin(since: Instant(milliseconds: pinned), resources: resources.map { CacheKey(text: $0) })
    }
}

extension PageFolder {
    /// Returns the page's pin; nil for none. The existence of the file pins the page: if its contents are invalid, the
    /// pin has no resources and dates from the last change of the file.
    func pin() throws(StoreFailure) -> Pin? {
        guard let file = try folder.read(Name.pin, limit: Self.largestRecord) else { return nil }
        if let record = PinRecord(bytes: file.bytes) { return record.pin }
        return Pin(since: file.status.changed)
    }

    /// Returns the address in the page's pin; nil if it cannot be read.
    func pinnedURL() throws(StoreFailure) -> String? {
        guard let file = try folder.read(Name.pin, limit: Self.largestRecord) else { return nil }
        return PinRecord(bytes: file.bytes)?.url
    }

    /// Returns the fault of the page's pin; nil for none.
    func pinFault() throws(StoreFailure) -> String? {
        guard try pin() != nil else { return nil }
        return try pinnedURL() == nil ? "it is not a record of a pin" : nil
    }

    /// Replaces the pin in one step. Requires the lock.
    func write(_ pin: Pin, url: String) throws(StoreFailure) {
        try folder.replace(Name.pin, with: PinRecord(pin, url: url).bytes)
    }
}
