/// The name under which a page is kept: one folder of the cache, one session at a time.
public struct PageID: Hashable, Sendable {
    /// The account the page belongs to; empty for none.
    public let account: String
    /// 32 lower-case hexadecimal digits.
    public let digest: String

    /// An id from its parts.
    public init(account: String, digest: String) {
        self.account = account
        self.digest = digest
    }
}
