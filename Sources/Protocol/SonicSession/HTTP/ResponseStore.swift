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
