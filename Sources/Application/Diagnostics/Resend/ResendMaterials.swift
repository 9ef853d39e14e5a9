import SonicProtocol
import SonicSession

/// What a request can be edited with: how it would go out, the stored versions' tags, other accounts' cookies.
public struct ResendMaterials: Sendable, Equatable {
    /// The request as it would go out now; nil where none would.
    public var ordinary: Request?
    /// The stored versions, newest first.
    public var versions: [StoredTags]
    /// The other accounts, each with its Cookie line for the page; empty for none, and without a line where it has no
    /// cookies for it.
    public var accounts: [Account]

    /// Another account.
    public struct Account: Sendable, Equatable {
        /// Its name; empty for none.
        public let name: String
        /// Its Cookie line; nil for none.
        public let cookies: String?

        /// An account of these values.
        public init(name: String, cookies: String?) { (self.name, self.cookies) = (name, cookies) }
    }

    /// Materials of these parts.
    public init(ordinary: Request? = nil, versions: [StoredTags] = [], accounts: [Account] = []) {
        self.ordinary = ordinary
        self.versions = versions
        self.accounts = accounts
    }

    /// The most versions whose tags are looked up.
    static let versionLimit = 20

    /// The tags of a page's stored versions, newest first. A version that is gone or not whole has none; a store that
    /// cannot be read says so when the page is opened.
    public static func versions(of id: PageID, in store: any PageStore) async -> [StoredTags] {
        var tags: [StoredTags] = []
        do throws(StoreFailure) {
            for number in try await store.versions(of: id).prefix(versionLimit) {
                guard let page = try await store.load(id, number: number) else { continue }
                tags.append(
                    StoredTags(
                        number: number, etag: page.version.etag, templateTag: page.version.templateTag))
            }
        } catch {
            return tags
        }
        return tags
    }

    /// The tags of older versions as overrides, newest first.
    public var oldTags: [RequestOverride] { versions.dropFirst().map(RequestOverride.oldTags) }
    /// The other accounts' cookies as overrides.
    public var otherAccounts: [RequestOverride] { accounts.map { .account($0.name, cookies: $0.cookies) } }
    /// The content codings that a request may be narrowed to, as overrides.
    public static let encodings: [RequestOverride] = ["identity", "gzip", "deflate", "br", "zstd"].map(
        RequestOverride.encoding)
}
