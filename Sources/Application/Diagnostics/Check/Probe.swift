import SonicProtocol

/// One request of a run: what is asked, and why.
public enum Probe: String, Sendable, CaseIterable {
    /// The page as a client asks that has none.
    case firstLoad = "first-load"
    /// The same again, to see what changes on each load.
    case secondLoad = "second-load"
    /// A third time, where the template of the second load is another: it may have been edited in between.
    case thirdLoad = "third-load"
    /// With the page's own tags: nothing changed.
    case ownTags = "own-tags"
    /// With another page's ETag and the page's template tag: the data changed.
    case staleETag = "stale-etag"
    /// With tags of another page: the template changed.
    case staleTemplate = "stale-template"
    /// As a client that speaks no Sonic.
    case plain
    /// The same, with the page's template tag.
    case plainWithTag = "plain-with-tag"
    /// With `accept-diff: false`.
    case declined
    /// As `staleETag`, with the headers' names in another case.
    case otherCase = "other-case"
    /// For the headers alone.
    case head
    /// Without any content coding.
    case identity
    /// As `staleETag`, a few at once.
    case atOnce = "at-once"

    /// How many requests it makes, all at the same time.
    var count: Int { self == .atOnce ? 4 : 1 }

    /// A tag that no page has: no SHA-1 ends in so many zeros that anyone has seen.
    static let foreignTag = "f00d" + String(repeating: "0", count: 36)

    /// The request's headers, in the order and case in which `sonic` sends them.
    /// - Parameter page: The page that is held; nil where nothing is known of it.
    func headers(_ page: KnownVersion?, _ usual: RequestHeaders) -> Headers {
        func asking(_ asked: Asked) -> Headers {
            usual.headers(asked, lastModified: nil, cookies: nil, reload: .none)
        }
        let tag = page?.templateTag
        switch self {
        case .firstLoad, .secondLoad, .thirdLoad, .head: return asking(Asked())
        case .ownTags: return asking(Asked(etag: page?.etag, templateTag: tag))
        case .staleETag, .atOnce: return asking(Asked(etag: Self.foreignTag, templateTag: tag))
        case .staleTemplate: return asking(Asked(etag: Self.foreignTag, templateTag: Self.foreignTag))
        case .plain: return asking(Asked(sonic: false))
        case .plainWithTag: return asking(Asked(templateTag: tag, sonic: false))
        case .declined:
            var headers = asking(Asked(templateTag: tag))
            headers.overlay([HeaderField("accept-diff", "false")])
            return headers
        case .otherCase:
            let names = [
                "accept-diff": "Accept-Diff", "template-tag": "Template-Tag",
                "If-None-Match": "IF-NONE-MATCH",
            ]
            return Headers(
                asking(Asked(etag: Self.foreignTag, templateTag: tag)).fields.map {
                    HeaderField(names[$0.name] ?? $0.name, $0.value)
                })
        case .identity:
            var headers = asking(Asked())
            headers.overlay([HeaderField("Accept-Encoding", "identity")])
            return headers
        }
    }
}

/// A page that came whole, as a client would hold it.
struct KnownVersion: Sendable {
    let html: [UInt8]
    /// The headers that it came with.
    let headers: Headers
    /// Its validator, bare; nil where it came without.
    let etag: String?
    /// Its template tag; nil where it came without.
    let templateTag: String?
}

/// A request of a run, ready to be sent.
public struct Trial: Sendable {
    /// What it is for.
    public let probe: Probe
    /// The request.
    public let request: Request

    /// Whether it was sent as one that speaks Sonic.
    var speaksSonic: Bool {
        request.headers.all("accept-diff") == ["true"]
    }
}

/// What came of a request.
public struct Reply: Sendable {
    /// How it ended.
    public enum Ending: Sendable, Equatable {
        /// The answer is whole.
        case whole
        /// It is not, as a sentence says; what came before counts for nothing.
        case failed(String)
    }

    /// The head; nil where none came.
    public var head: ResponseHead?
    /// The body, content coding removed.
    public var body: [UInt8]
    /// How it ended.
    public var ending: Ending

    /// A reply of these parts.
    public init(head: ResponseHead?, body: [UInt8], ending: Ending) {
        self.head = head
        self.body = body
        self.ending = ending
    }
}
