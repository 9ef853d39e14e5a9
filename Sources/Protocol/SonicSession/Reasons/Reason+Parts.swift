import SonicProtocol

// The parts of reasons.
extension Reason {
    /// A stored version that is shown, and when it was last checked.
    public struct ShownVersion: Sendable, Equatable {
        /// Its number.
        public let number: Int
        /// When the server last confirmed or sent it.
        public let checked: Instant
        /// The time of the session's decision.
        public let now: Instant
        /// The fields in which the request differs from the one that it is the response to, by its Vary.
        public let unselected: [String]
    }

    /// A cached redirect of an address that was not requested now.
    public struct CachedRedirect: Sendable, Equatable {
        /// The address.
        public let from: WebURL
        /// The target.
        public let to: WebURL
    }

    /// The source of a page's freshness lifetime, in seconds.
    public enum Lifetime: Sendable, Equatable {
        /// The configuration.
        case configuration(Int64)
        /// `Cache-Control: max-age`, and the limit of the configuration if that is lower.
        case maxAge(Int64, countedAs: Int64?)
        /// The time between `Date` and `Expires`, and the limit of the configuration if that is lower.
        case expires(Int64, countedAs: Int64?)
    }

    /// What made a response an update.
    public enum Announcement: Sendable, Equatable {
        /// Its template-change; nil if it is missing.
        case declared(String?)
        /// Only its body: template-change declares something else, or is missing.
        case undeclared(String?)
    }

    /// What verifies a merged page.
    public enum MergeProof: Sendable, Equatable {
        /// Nothing.
        case nothing
        /// `html-sha1` in the update.
        case htmlSHA1(String)
        /// The ETag, which is a SHA-1.
        case etag(String)
    }

    /// An update with different data.
    public struct Update: Sendable, Equatable {
        /// How the validator changed.
        public let etag: ETagChange
        /// How its template tag compares with the one that was sent.
        public let templateTag: SentTemplateTag
        /// What made the response an update.
        public let announcement: Announcement
        /// The number of changed blocks.
        public let changed: Int
        /// The number of blocks of the page.
        public let slots: Int
        /// What verifies the merged page.
        public let proof: MergeProof
    }

    /// How a page's validator changed.
    public enum ETagChange: Sendable, Equatable {
        /// None was received: the SHA-1 of the page is used instead.
        case missing(oldSHA1: String?, newSHA1: String)
        /// One was received, and none was sent.
        case received(String)
        /// The one that was sent was received again.
        case same(String)
        /// The received one differs from the one sent, which was not the stored page's.
        case other(sent: String, received: String)
        /// One was received, and the stored page was received without one.
        case first(String)
        /// The stored page's validator is replaced.
        case changed(old: String, new: String)
    }

    /// How the template tag of an update compares with the one that was sent.
    public enum SentTemplateTag: Sendable, Equatable {
        /// None was sent.
        case notSent
        /// None was received; `isComputed` says whether the one sent had been computed here.
        case notReceived(sent: String, isComputed: Bool)
        /// They are the same.
        case same(String)
        /// They differ.
        case other(sent: String, received: String)
    }

    /// Why a page was received in full, although a copy is stored. A tag that was computed here because the server
    /// sent none counts as none.
    public enum FullPageCause: Sendable, Equatable {
        /// The template tag is another one, or only one of the two pages has one.
        case otherTag(old: String?, new: String?)
        /// The template tag that was sent is the page's, and the bytes outside the blocks are the stored page's.
        case sameTemplate(tag: String)
        /// The template tag that was sent is the page's, but bytes outside the blocks differ.
        case sameTag(String)
        /// Neither page has a template tag; `isSameTemplate` says whether the bytes outside the blocks are the same.
        case noTag(isSameTemplate: Bool)
        /// The request had no template tag (`RequestNote` says why), so that no update could be sent.
        case tagNotSent(isSameTemplate: Bool)
        /// An update could not be used, and the page was requested again without tags.
        case updateRejected(Rejection, isSameTemplate: Bool)
    }

    /// A page that was received as a whole.
    public struct FullPage: Sendable, Equatable {
        /// Its template-change; nil if it is missing.
        public let change: String?
        /// Its ETag; nil for none.
        public let etag: String?
        /// Its SHA-1.
        public let sha1: String
        /// Why the request was made as it was.
        public let purpose: RequestPurpose
    }

    /// Why Sonic was not used for a page.
    public enum Plain: Sendable, Equatable {
        /// The response is not Sonic, or Sonic was not requested, and the local server is off.
        case notSonic(isRequested: Bool)
        /// The request was a POST.
        case post(PostBody, status: Int)
        /// Sonic is off for the page until this time; nil if it was, and the page was forgotten since.
        case sonicOff(until: Instant?)
        /// The server could not respond to the Sonic request.
        case unavailable(RequestPurpose)
        /// The response is not HTML; the payload is its media type, nil if unknown.
        case notHTML(String?)
    }

    /// A page without Sonic, compared with a copy.
    public struct Comparison: Sendable, Equatable {
        /// Whether Sonic was requested.
        public let isSonicRequested: Bool
        /// The number of the stored version if that was Sonic; nil if it was not.
        public let lostVersion: Int?
        /// Whether the copy is in memory and only compared with.
        public let isWithMemory: Bool
        /// The copy's SHA-1.
        public let oldSHA1: String
        /// The page's SHA-1.
        public let newSHA1: String
        /// What changed.
        public let difference: Difference
    }

    /// The difference between a page and its copy, compared here.
    public enum Difference: Sendable, Equatable {
        /// Nothing.
        case same
        /// Some of the blocks, under the template with this SHA-1.
        case blocks(Int, of: Int, template: String)
        /// The template; `hasBlocks` says whether the page has blocks.
        case template(oldSHA1: String?, newSHA1: String, hasBlocks: Bool)
    }

    /// The effect of `cache-offline` on what was received.
    public enum OfflineEffect: Sendable, Equatable {
        /// The new copy is stored, and the screen does not change.
        case screenStays
        /// No copy is stored.
        case notStored
        /// No copy is stored, and Sonic is off for this number of seconds.
        case sonicOff(seconds: Int64)
    }

    /// A response with an error status.
    public struct ErrorStatus: Sendable, Equatable {
        /// The status.
        public let status: Int
        /// The reason phrase; may be empty.
        public let phrase: String
        /// The address that was requested.
        public let url: WebURL
        /// Why the request was made as it was.
        public let purpose: RequestPurpose
        /// The requested authentication; nil if none is required.
        public let challenge: Challenge?
        /// What stays on the screen.
        public let shown: StillShown
    }

    /// The authentication that a server or a proxy requires.
    public struct Challenge: Sendable, Equatable {
        /// Whether a proxy requires it.
        public let isProxy: Bool
        /// The values of WWW-Authenticate or Proxy-Authenticate; empty if missing.
        public let values: [String]
        /// Whether the request contained credentials for it.
        public let isIdentified: Bool
    }
}

/// What stays on the screen if nothing that was received is shown.
public enum StillShown: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The stored page.
    case storedPage
    /// The stored page of this address, the target of the requested address's cached redirects.
    case cachedRedirect(WebURL)
}

/// Why no stored page is used for a request.
public enum Absence: Sendable, Equatable {
    /// None was stored.
    case noCopy
    /// The stored page is damaged.
    case damaged
    /// The user requested the page without stored data.
    case ignored
    /// The address redirected when it was last requested.
    case redirected
    /// By its Vary, the stored page is the response to requests that differ in these fields.
    case unselected([String])
}

/// Why a request is made as it is.
public indirect enum RequestPurpose: Sendable, Equatable {
    /// The page is requested in the ordinary way.
    case ordinary
    /// Sonic is off for the page.
    case sonicOff(until: Instant)
    /// The page is requested with POST: without Sonic, and bypassing the cache.
    case posted(PostBody)
    /// An update could not be used: the page is requested again without tags, once.
    case withoutTags(Rejection)
    /// The page is requested again without Sonic, once, after this response to the Sonic request.
    case withoutSonic(after: UselessResponse)
}

/// An unusable response to a Sonic request.
public enum UselessResponse: Sendable, Equatable {
    /// Status 503.
    case unavailable
    /// A page that was announced as an update.
    case announcedPage
    /// An update that was not requested.
    case unaskedUpdate
}
