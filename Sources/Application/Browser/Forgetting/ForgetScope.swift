import SonicProtocol

/// What a person wants forgotten.
public enum ForgetScope: Sendable, Equatable {
    /// A page: its versions, its sessions, and that it was read.
    case page(WebURL)
    /// All of a host, whatever its port, with its cookies and what was fetched for its pages.
    case site(String)
    /// What came within the last hour.
    case hour
    /// Everything of the account, bookmarks and open tabs included.
    case all

    /// Whether a page of this address is meant; false where the address does not tell.
    public func names(_ url: WebURL) -> Bool {
        switch self {
        case .page(let page): page == url.withoutFragment.withoutCredentials
        case .site(let host): url.host == host
        case .hour: false
        case .all: true
        }
    }
}

/// How much was forgotten.
public struct ForgetTally: Sendable, Equatable {
    /// Pages of which nothing is left.
    public var pages = 0
    /// Versions of pages.
    public var versions = 0
    /// Lines of the history.
    public var sessions = 0
    /// Cookies.
    public var cookies = 0
    /// Style sheets and the like.
    public var resources = 0
    /// Bookmarks.
    public var bookmarks = 0
    /// The bytes that pages and resources occupied on the disk.
    public var bytes = 0

    /// Nothing.
    public init() {}

    /// The same as a sentence.
    public var words: String {
        let counts = [
            (pages, "page"), (versions, "version"), (sessions, "session"), (cookies, "cookie"),
            (resources, "resource"), (bookmarks, "bookmark"),
        ]
        var parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        if bytes > 0 { parts.append(bytes.byteText) }
        return parts.isEmpty ? "There was nothing to forget." : "Removed \(parts.joined(separator: ", "))."
    }
}

/// What became of what was to be forgotten.
public struct ForgetReport: Sendable, Equatable {
    /// The account; empty for none.
    var account: String
    /// What was to be forgotten.
    public var scope: ForgetScope
    /// How much was.
    public var tally: ForgetTally
    /// The addresses of pages that are gone, or lost their newest version.
    public var pages: Set<String>
    /// What could not be forgotten and why, as a sentence; nil where all could.
    public var failure: String?

    /// A report of these parts.
    public init(
        account: String, scope: ForgetScope, tally: ForgetTally = ForgetTally(), pages: Set<String> = [],
        failure: String? = nil
    ) {
        self.account = account
        self.scope = scope
        self.tally = tally
        self.pages = pages
        self.failure = failure
    }

    /// Whether a page is one of those that were forgotten.
    func names(_ url: WebURL) -> Bool {
        scope.names(url) || pages.contains(url.withoutFragment.withoutCredentials.href)
    }
}
