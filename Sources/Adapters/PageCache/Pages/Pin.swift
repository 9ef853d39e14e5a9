import SonicProtocol
import SonicSession

/// A reader's wish to keep a page: no limit of the cache counts for it, nor for its resources.
public struct Pin: Sendable, Equatable {
    /// Since when.
    public var since: Instant
    /// What was fetched for the page, the latest last, by the keys under which responses are stored. What the
    /// page names and was never fetched is not among them.
    public var resources: [CacheKey]

    /// A pin of these parts.
    public init(since: Instant, resources: [CacheKey] = []) {
        self.since = since
        self.resources = resources
    }

    /// The most resources that are remembered of a page: a hostile one may name another with each update.
    public static let resourceLimit = 1000

    /// The pin with more resources; those added first make room.
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

    /// The record of a pin.
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
    /// The page's pin; nil for none. The file is the pin: one that cannot be understood pins the page all the
    /// same, without resources, since its last change.
    func pin() throws(StoreFailure) -> Pin? {
        guard let file = try folder.read(Name.pin, limit: Self.largestRecord) else { return nil }
        if let record = PinRecord(bytes: file.bytes) { return record.pin }
        return Pin(since: file.status.changed)
    }

    /// The address in the page's pin; nil where there is none to be read.
    func pinnedURL() throws(StoreFailure) -> String? {
        guard let file = try folder.read(Name.pin, limit: Self.largestRecord) else { return nil }
        return PinRecord(bytes: file.bytes)?.url
    }

    /// What is wrong with the page's pin; nil for nothing.
    func pinFault() throws(StoreFailure) -> String? {
        guard try pin() != nil else { return nil }
        return try pinnedURL() == nil ? "it is not a record of a pin" : nil
    }

    /// Puts a pin in place of the one before in one step. Wants the lock.
    func write(_ pin: Pin, url: String) throws(StoreFailure) {
        try folder.replace(Name.pin, with: PinRecord(pin, url: url).bytes)
    }
}
