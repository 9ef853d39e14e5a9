import SonicProtocol
import SonicSession

/// The choices for editing a request: the ordinary request, the stored versions' tags, other accounts' cookies.
public struct ResendMaterials: Sendable, Equatable {
    /// The request as it would be sent now; nil if none would be.
    public var ordinary: Request?
    /// The stored versions, newest first.
    public var versions: [StoredTags]
    /// The other accounts, each with its Cookie line for the page; the name is empty for no account, and the line is
    /// nil if there are no cookies for the page.
    public var accounts: [Account]

    /// Another account.
    public struct Account: Sendable, Equatable {
        /// Its name; empty for none.
        public let name: String
        /// Its Cookie line; nil for none.
        public let cookies: String?

        /// Creates an account.
        public init(name: String, cookies: String?) { (self.name, self.cookies) = (name, cookies) }
    }

    /// Creates the materials.
    public init(ordinary: Request? = nil, versions: [StoredTags] = [], accounts: [Account] = []) {
        self.ordinary = ordinary
        self.versions = versions
        self.accounts = accounts
    }

    /// The maximum number of versions whose tags are read.
    static let versionLimit = 20

    /// Returns the tags of a page's stored versions, newest first. A version that is missing or damaged is skipped; a
    /// store that cannot be read is reported when the page is opened.
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
