import SonicProtocol

/// Where responses are kept: memory, or files.
///
/// Every method is atomic: another process or a crash sees the state before it or after it, nothing between.
/// Responses under one key are told apart by numbers, which are never used again.
public protocol ResponseStore: Sendable {
    /// What is stored under a key, latest first, bodies left out; empty for nothing. What is no longer whole is
    /// left out.
    func variants(of key: CacheKey) async throws(StoreFailure) -> [StoredVariant]

    /// Bytes of a stored body: `range` counts from the first byte that is kept, which for a part (see
    /// `BodyExtent`) is not the first of the body. Nil when the response is gone or is not that long.
    func body(
        of number: Int, under key: CacheKey, _ range: Range<Int>
    ) async throws(StoreFailure) -> [UInt8]?

    /// Stores a response and returns its number. Those it takes the place of go in the same step; numbers that
    /// are gone already do not matter.
    func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int]
    ) async throws(StoreFailure) -> Int

    /// Puts `response` in place of a stored one and leaves its body, whose extent is the same. Does nothing
    /// when it is gone.
    func freshen(
        _ number: Int, under key: CacheKey, to response: StoredResponse
    ) async throws(StoreFailure)

    /// Removes one response.
    func remove(_ number: Int, under key: CacheKey) async throws(StoreFailure)

    /// Removes all that is stored under a key.
    func remove(_ key: CacheKey) async throws(StoreFailure)

    /// Removes everything.
    func clear() async throws(StoreFailure)
}
