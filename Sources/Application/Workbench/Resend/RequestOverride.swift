import SonicProtocol
import SonicSession

/// The tags of a stored version of a page, for requests.
public struct StoredTags: Sendable, Hashable {
    /// The version's number.
    public let number: Int
    /// Its validator; nil for none.
    let etag: String?
    /// Its template tag; nil for none.
    let templateTag: String?
}

/// An override of a request, to observe the server's response.
public enum RequestOverride: Sendable, Hashable {
    /// Without stored data: no tags.
    case noTags
    /// With the tags of an older version.
    case oldTags(StoredTags)
    /// With wrong tags: forty zeros.
    case wrongTags
    /// As a client without Sonic.
    case noAcceptDiff
    /// Without cookies.
    case noCookies
    /// With another account's cookies; the line is nil if it has none.
    case account(String, cookies: String?)
    /// With only this content coding accepted.
    case encoding(String)

    /// The subject of an override: one replaces another of the same subject.
    public enum Subject: Int, CaseIterable, Sendable, Comparable {
        /// The stored version.
        case tags
        /// The use of Sonic.
        case sonic
        /// The cookies.
        case cookies
        /// The accepted content coding.
        case encoding

        /// The display order.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The subject of the override.
    var subject: Subject {
        switch self {
        case .noTags, .oldTags, .wrongTags: .tags
        case .noAcceptDiff: .sonic
        case .noCookies, .account: .cookies
        case .encoding: .encoding
        }
    }

    /// Its name for display.
    public var words: String {
        switch self {
        case .noTags: "no tags"
        case .oldTags(let tags): "tags of version \(tags.number)"
        case .wrongTags: "wrong tags"
        case .noAcceptDiff: "no accept-diff"
        case .noCookies: "no cookies"
        case .account(let name, _): name.isEmpty ? "cookies without an account" : "cookies of \(name)"
        case .encoding(let coding): "encoding \(coding)"
        }
    }

    /// The wrong tag: it has the form of a digest, but is not the digest of a page.
    static let wrongTag = String(repeating: "0", count: 40)

    /// Applies the override. Existing fields keep their positions; new ones are appended.
    func apply(to headers: inout Headers) {
        func set(_ name: String, _ value: String?) {
            if let value { headers.replace(name, value) } else { headers.remove(name) }
        }
        switch self {
        case .noTags:
            for name in ["If-None-Match", "If-Modified-Since", "template-tag"] { set(name, nil) }
        case .oldTags(let tags):
            set("template-tag", tags.templateTag)
            set("If-None-Match", tags.etag)
            set("If-Modified-Since", nil)
        case .wrongTags:
            set("template-tag", Self.wrongTag)
            set("If-None-Match", Self.wrongTag)
            set("If-Modified-Since", nil)
        case .noAcceptDiff: set("accept-diff", nil)
        case .noCookies: set("Cookie", nil)
        case .account(_, let line): set("Cookie", line)
        case .encoding(let coding): set("Accept-Encoding", coding)
        }
    }
}

/// The overrides of a request, at most one per subject.
public struct RequestOverrides: Sendable, Equatable {
    private var chosen: [RequestOverride.Subject: RequestOverride] = [:]

    /// Creates no overrides.
    public init() {}

    /// Creates overrides; of several with one subject the last takes effect.
    public init(_ overrides: some Sequence<RequestOverride>) {
        for override in overrides { chosen[override.subject] = override }
    }

    /// All overrides, in the order of their subjects.
    public var all: [RequestOverride] { RequestOverride.Subject.allCases.compactMap { chosen[$0] } }

    /// The override of a subject; nil for none.
    public subscript(subject: RequestOverride.Subject) -> RequestOverride? {
        get { chosen[subject] }
        set { chosen[subject] = newValue }
    }

    /// Sets the next override of a sequence, and none after the last.
    public mutating func turn(through row: [RequestOverride]) {
        guard let first = row.first else { return }
        let place = chosen[first.subject].flatMap { row.firstIndex(of: $0) }
        let next = place.map { $0 + 1 } ?? 0
        chosen[first.subject] = next < row.count ? row[next] : nil
    }

    /// Returns a request with all overrides applied.
    public func applied(to request: Request) -> Request {
        var request = request
        for override in all { override.apply(to: &request.headers) }
        return request
    }

    /// The version that the request claims as the stored one; nil for the current one.
    public var version: Int? {
        if case .oldTags(let tags) = chosen[.tags] { tags.number } else { nil }
    }
}

/// The choices for editing a request: the ordinary request, the stored versions' tags, other accounts' cookies.
public struct ResendMaterials: Sendable {
    /// The request as it would be sent now; nil if none would be.
    public var ordinary: Request?
    /// The stored versions, newest first.
    public var versions: [StoredTags]
    /// The other accounts, each with its Cookie line for the page; the name is empty for no account, and the line is
    /// nil if there are no cookies for the page.
    public var accounts: [Account]

    /// Another account: its name, empty for none, and its Cookie line, nil for none.
    public typealias Account = (name: String, cookies: String?)

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
