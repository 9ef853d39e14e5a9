import SonicProtocol

/// A store of responses: in memory, or in files.
///
/// Every method is atomic: another process, or the next one after a crash, sees the state before it or after it,
/// nothing in between. Responses under one key are distinguished by numbers, which are never reused.
public protocol ResponseStore: Sendable {
    /// Returns the responses under a key, latest first, without bodies; empty if there are none. Damaged ones are
    /// omitted.
    func variants(of key: CacheKey) async throws(StoreFailure) -> [StoredVariant]

    /// Returns bytes of a stored body: `range` counts from the first stored byte, which for a part (see `BodyExtent`)
    /// is not the first byte of the body. Nil if the response no longer exists or is shorter.
    func body(
        of number: Int, under key: CacheKey, _ range: Range<Int>
    ) async throws(StoreFailure) -> [UInt8]?

    /// Stores a response and returns its number. The responses that it replaces are removed in the same step; numbers
    /// that no longer exist are ignored.
    func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int]
    ) async throws(StoreFailure) -> Int

    /// Replaces a stored response by `response` but keeps its body, whose extent is the same. Does nothing if it no
    /// longer exists.
    func freshen(
        _ number: Int, under key: CacheKey, to response: StoredResponse
    ) async throws(StoreFailure)

    /// Removes one response.
    func remove(_ number: Int, under key: CacheKey) async throws(StoreFailure)

    /// Removes all responses under a key.
    func remove(_ key: CacheKey) async throws(StoreFailure)

    /// Removes everything.
    func clear() async throws(StoreFailure)
}

/// A store of responses in memory: for tests, and for programs that write no files.
///
/// Contains at most `byteLimit` bytes of bodies and headers. Beyond that the least recently used key is removed with
/// all its responses; the key stored last always stays, however large it is.
public actor MemoryResponseStore: ResponseStore {
    /// The maximum number of bytes.
    public let byteLimit: Int

    /// The responses under each key, latest first and never none, and the use count when it was last used: larger is
    /// more recent.
    private var shelves: [CacheKey: (entries: [Entry], lastUse: Int)] = [:]
    private var bytes = 0
    private var uses = 0
    private var lastNumber = 0

    private struct Entry {
        var variant: StoredVariant
        var body: [UInt8]

        var size: Int {
            body.count
                + variant.response.headers.fields.reduce(0) {
                    $0 + $1.nameBytes.count + $1.valueBytes.count
                }
        }
    }

    /// Creates an empty store with a limit in bytes, 64 MiB by default.
    public init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

    /// Returns the responses under a key, latest first.
    public func variants(of key: CacheKey) -> [StoredVariant] {
        touch(key)
        return shelves[key]?.entries.map(\.variant) ?? []
    }

    /// Returns bytes of a stored body; nil if it no longer exists or is shorter.
    public func body(of number: Int, under key: CacheKey, _ range: Range<Int>) -> [UInt8]? {
        guard let entry = shelves[key]?.entries.first(where: { $0.variant.number == number }),
            range.lowerBound >= 0, range.upperBound <= entry.body.count
        else { return nil }
        return Array(entry.body[range])
    }

    /// Stores a response and returns its number.
    /// - Complexity: O(*n*) in the number of keys for each key that is evicted.
    public func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int]
    ) -> Int {
        for number in numbers { remove(number, under: key) }
        lastNumber += 1
        let variant = StoredVariant(number: lastNumber, response: response)
        let entry = Entry(variant: variant, body: body)
        shelves[key, default: ([], 0)].entries.insert(entry, at: 0)
        bytes += entry.size
        touch(key)
        evict()
        return lastNumber
    }

    /// Replaces the headers of a stored response.
    public func freshen(_ number: Int, under key: CacheKey, to response: StoredResponse) {
        guard let index = shelves[key]?.entries.firstIndex(where: { $0.variant.number == number }),
            var entry = shelves[key]?.entries[index]
        else { return }
        bytes -= entry.size
        entry.variant.response = response
        bytes += entry.size
        shelves[key]?.entries[index] = entry
        touch(key)
        evict()
    }

    /// Removes one response.
    public func remove(_ number: Int, under key: CacheKey) {
        guard let index = shelves[key]?.entries.firstIndex(where: { $0.variant.number == number }),
            let entry = shelves[key]?.entries.remove(at: index)
        else { return }
        bytes -= entry.size
        if shelves[key]?.entries.isEmpty == true { shelves[key] = nil }
    }

    /// Removes all responses under a key.
    public func remove(_ key: CacheKey) {
        guard let shelf = shelves.removeValue(forKey: key) else { return }
        bytes -= shelf.entries.reduce(0) { $0 + $1.size }
    }

    /// Removes everything.
    public func clear() {
        shelves = [:]
        bytes = 0
    }

    private func touch(_ key: CacheKey) {
        uses += 1
        shelves[key]?.lastUse = uses
    }

    private func evict() {
        while bytes > byteLimit, shelves.count > 1,
            let (key, _) = shelves.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            remove(key)
        }
    }
}
