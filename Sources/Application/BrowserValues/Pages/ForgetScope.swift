import SonicProtocol

/// The data to delete.
public enum ForgetScope: Sendable, Equatable {
    /// A page: its versions, its sessions, and its entry in the history.
    case page(WebURL)
    /// All data of a host, whatever its port, with its cookies and the resources of its pages.
    case site(String)
    /// The data of the last hour.
    case hour
    /// Everything of the account, bookmarks and open tabs included.
    case all

    /// Whether a page with this address is included; false if the address does not determine it.
    public func names(_ url: WebURL) -> Bool {
        switch self {
        case .page(let page): page == url.withoutFragment.withoutCredentials
        case .site(let host): url.host == host
        case .hour: false
        case .all: true
        }
    }
}

/// The amount of data deleted.
public struct ForgetTally: Sendable, Equatable {
    /// Pages of which no data is left.
    public var pages = 0
    /// Versions of pages.
    public var versions = 0
    /// Entries of the history.
    public var sessions = 0
    /// Cookies.
    public var cookies = 0
    /// Style sheets and other resources.
    public var resources = 0
    /// Bookmarks.
    public var bookmarks = 0
    /// The bytes that pages and resources occupied on the disk.
    public var bytes = 0

    /// Creates a tally of zero.
    public init() {}

    /// The tally as a sentence.
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

/// The result of a deletion.
public struct ForgetReport: Sendable, Equatable {
    /// The data to delete.
    public var scope: ForgetScope
    /// The amount deleted.
    public var tally: ForgetTally
    /// The addresses of pages that were deleted, or that lost their newest version.
    public var pages: Set<String>
    /// What could not be deleted and why, as a sentence; nil if everything was.
    public var failure: String?

    /// Creates a report.
    public init(
        scope: ForgetScope, tally: ForgetTally = ForgetTally(), pages: Set<String> = [],
        failure: String? = nil
    ) {
        self.scope = scope
        self.tally = tally
        self.pages = pages
        self.failure = failure
    }

    /// Whether a page is one of those deleted.
    package func names(_ url: WebURL) -> Bool {
        scope.names(url) || pages.contains(url.withoutFragment.withoutCredentials.href)
    }
}
