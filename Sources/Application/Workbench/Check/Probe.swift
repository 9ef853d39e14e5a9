import SonicProtocol

/// A request of a run, by its purpose.
public enum Probe: String, Sendable, CaseIterable {
    /// The page, as requested by a client without stored data.
    case firstLoad = "first-load"
    /// The same again, to see what changes on each load.
    case secondLoad = "second-load"
    /// Up to three more if the template changes: it may have been edited in between, or alternate with another.
    case furtherLoad = "further-load"
    /// The page with the cookies that the first load set: two loads, or five if the template changes.
    case cookieLoad = "load-with-cookies"
    /// With the page's own tags: nothing changed.
    case ownTags = "own-tags"
    /// With another page's ETag and the page's template tag: the data changed.
    case staleETag = "stale-etag"
    /// With tags of another page: the template changed.
    case staleTemplate = "stale-template"
    /// As a client without Sonic.
    case plain
    /// The same, with the page's template tag.
    case plainWithTag = "plain-with-tag"
    /// With `accept-diff: false`.
    case declined
    /// As `staleETag`, with the headers' names in another case.
    case otherCase = "other-case"
    /// The headers only.
    case head
    /// Without any content coding.
    case identity
    /// As `staleETag`, several concurrently.
    case atOnce = "at-once"

    /// The number of concurrent requests.
    var count: Int { self == .atOnce ? 4 : 1 }

    /// The maximum number of requests one after the other.
    var turns: Int { self == .furtherLoad ? LoadSeries.most - 2 : self == .cookieLoad ? LoadSeries.most : 1 }

    /// Whether it loads the page to compare its template with those of other loads.
    var isLoad: Bool { [.firstLoad, .secondLoad, .furtherLoad, .cookieLoad].contains(self) }

    /// A tag that no page has: no known SHA-1 ends in as many zeros.
    static let foreignTag = "f00d" + String(repeating: "0", count: 36)

    /// Returns the request's headers, in the order and case in which `sonic` sends them.
    /// - Parameters:
    ///   - page: The stored page; nil if none is known.
    ///   - cookies: The cookies that the first load set.
    func headers(_ page: KnownVersion?, cookies: HeaderValue?, _ usual: RequestHeaders) -> Headers {
        func asking(_ asked: RequestConditions, _ others: HeaderField...) -> Headers {
            var headers = usual.headers(
                asked, lastModified: nil, cookies: self == .cookieLoad ? cookies : nil, reload: .none)
            headers.overlay(others)
            return headers
        }
        let tag = page?.templateTag
        switch self {
        case .firstLoad, .secondLoad, .furtherLoad, .cookieLoad, .head: return asking(RequestConditions())
        case .ownTags: return asking(RequestConditions(etag: page?.etag, templateTag: tag))
        case .staleETag, .atOnce: return asking(RequestConditions(etag: Self.foreignTag, templateTag: tag))
        case .staleTemplate:
            return asking(RequestConditions(etag: Self.foreignTag, templateTag: Self.foreignTag))
        case .plain: return asking(RequestConditions(sonic: false))
        case .plainWithTag: return asking(RequestConditions(templateTag: tag, sonic: false))
        case .declined:
            return asking(RequestConditions(templateTag: tag), HeaderField("accept-diff", "false"))
        case .otherCase:
            let names = [
                "accept-diff": "Accept-Diff", "template-tag": "Template-Tag",
                "If-None-Match": "IF-NONE-MATCH",
            ]
            return Headers(
                asking(RequestConditions(etag: Self.foreignTag, templateTag: tag)).fields.map {
                    HeaderField(names[$0.name] ?? $0.name, $0.value)
                })
        case .identity: return asking(RequestConditions(), HeaderField("Accept-Encoding", "identity"))
        }
    }
}

/// A full page received, as a client would store it, with the headers of its response and its tags.
typealias KnownVersion = (html: [UInt8], headers: Headers, etag: String?, templateTag: String?)

/// A request of a run.
public struct Trial: Sendable {
    /// The purpose of the request.
    public let probe: Probe
    /// The request.
    public let request: Request

    /// Whether it was sent as a client with Sonic.
    var speaksSonic: Bool { request.headers.all("accept-diff") == ["true"] }
}

/// The result of a request.
public struct Reply: Sendable {
    /// How the response ended.
    public enum Ending: Sendable, Equatable {
        /// The response is complete.
        case whole
        /// It is not, for the reason in the sentence; the part received is ignored.
        case failed(String)
    }

    /// The status line and headers; nil if none were received.
    public var head: ResponseHead?
    /// The body, content coding removed.
    public var body: [UInt8]
    /// How the response ended.
    public var ending: Ending

    /// Creates a reply.
    public init(head: ResponseHead?, body: [UInt8], ending: Ending) {
        self.head = head
        self.body = body
        self.ending = ending
    }
}
