/// The key under which a page is stored: one cache folder, with at most one session at a time.
public struct PageID: Hashable, Sendable {
    /// The account that the page belongs to; empty for none.
    public let account: String
    /// 32 lower-case hexadecimal digits.
    public let digest: String

    /// Creates an id from its parts.
    public init(account: String, digest: String) {
        self.account = account
        self.digest = digest
    }
}
