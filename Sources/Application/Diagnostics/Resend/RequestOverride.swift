import SonicProtocol

/// The tags that a stored version of a page is asked with.
public struct StoredTags: Sendable, Hashable {
    /// The version's number.
    public let number: Int
    /// Its validator; nil for none.
    let etag: String?
    /// Its template tag; nil for none.
    let templateTag: String?

    /// Tags of these values.
    public init(number: Int, etag: String?, templateTag: String?) {
        self.number = number
        self.etag = etag
        self.templateTag = templateTag
    }
}

/// What a request is to say that is not so, to see what the server makes of it.
public enum RequestOverride: Sendable, Hashable {
    /// Nothing was ever seen: no tags.
    case noTags
    /// An older version is the one that is stored.
    case oldTags(StoredTags)
    /// Something is stored that never was: tags of forty zeros.
    case wrongTags
    /// The client knows no Sonic.
    case noAcceptDiff
    /// The client has no cookies.
    case noCookies
    /// The client has another account's cookies; the line is nil where that has none.
    case account(String, cookies: String?)
    /// The client unpacks nothing but this.
    case encoding(String)

    /// What overrides are about: one of a subject takes another's place.
    public enum Subject: Int, CaseIterable, Sendable, Comparable {
        /// Which version is stored.
        case tags
        /// Whether Sonic is spoken.
        case sonic
        /// Who asks.
        case cookies
        /// What can be unpacked.
        case encoding

        /// The order in which they are told.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What it is about.
    var subject: Subject {
        switch self {
        case .noTags, .oldTags, .wrongTags: .tags
        case .noAcceptDiff: .sonic
        case .noCookies, .account: .cookies
        case .encoding: .encoding
        }
    }

    /// Its name for people.
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

    /// What the wrong tags are: a digest's form, and no digest of a page.
    static let wrongTag = String(repeating: "0", count: 40)

    /// Applies the override. Fields that stay keep their places; new ones stand at the end.
    func apply(to draft: inout RequestDraft) {
        var headers = Headers(draft.fields)
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
        draft.fields = headers.fields
    }
}

/// The overrides of a request, one a subject.
public struct RequestOverrides: Sendable, Equatable {
    private var chosen: [RequestOverride.Subject: RequestOverride] = [:]

    /// None.
    public init() {}

    /// These; of several about one subject the last.
    public init(_ overrides: some Sequence<RequestOverride>) {
        for override in overrides { chosen[override.subject] = override }
    }

    /// All of them, in the order of their subjects.
    public var all: [RequestOverride] { RequestOverride.Subject.allCases.compactMap { chosen[$0] } }

    /// The override of a subject; nil for none.
    public subscript(subject: RequestOverride.Subject) -> RequestOverride? {
        get { chosen[subject] }
        set { chosen[subject] = newValue }
    }

    /// Sets an override, or removes it where it is set already.
    public mutating func toggle(_ override: RequestOverride) {
        chosen[override.subject] = chosen[override.subject] == override ? nil : override
    }

    /// Sets the override that follows in a row of them, and none after the last.
    public mutating func turn(through row: [RequestOverride]) {
        guard let first = row.first else { return }
        let place = chosen[first.subject].flatMap { row.firstIndex(of: $0) }
        let next = place.map { $0 + 1 } ?? 0
        chosen[first.subject] = next < row.count ? row[next] : nil
    }

    /// The draft with all of them applied.
    public func applied(to draft: RequestDraft) -> RequestDraft {
        var draft = draft
        for override in all { override.apply(to: &draft) }
        return draft
    }

    /// The version that the request speaks of as the stored one; nil for the current one.
    public var version: Int? {
        if case .oldTags(let tags) = chosen[.tags] { tags.number } else { nil }
    }
}
