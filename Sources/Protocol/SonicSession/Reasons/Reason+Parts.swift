import SonicProtocol

// What reasons are made of.
extension Reason {
    /// A stored version that is shown, and when it was checked.
    public struct ShownVersion: Sendable, Equatable {
        /// Its number.
        public let number: Int
        /// When the server last confirmed or sent it.
        public let checked: Instant
        /// When that was looked at.
        public let now: Instant
    }

    /// Where the address led before, where it was not requested now.
    public struct CachedRedirect: Sendable, Equatable {
        /// The address.
        public let from: WebURL
        /// Where it led.
        public let to: WebURL
    }

    /// What says how long a page is fresh, in seconds.
    public enum Lifetime: Sendable, Equatable {
        /// The configuration.
        case configuration(Int64)
        /// `Cache-Control: max-age`; what the configuration cuts it to, where it does.
        case maxAge(Int64, countedAs: Int64?)
        /// The time between `Date` and `Expires`; what the configuration cuts it to, where it does.
        case expires(Int64, countedAs: Int64?)
    }

    /// What made a response an update.
    public enum Announcement: Sendable, Equatable {
        /// Its template-change; nil where that is missing.
        case declared(String?)
        /// Its body alone: template-change says otherwise, or is missing.
        case undeclared(String?)
    }

    /// What proves a merged page.
    public enum MergeProof: Sendable, Equatable {
        /// Nothing.
        case nothing
        /// `html-sha1` in the update.
        case htmlSHA1(String)
        /// The ETag, which is a hash.
        case etag(String)
    }

    /// An update whose data differ.
    public struct Update: Sendable, Equatable {
        /// What became of the validator.
        public let etag: ETagChange
        /// How its template tag compares with the one that was sent.
        public let templateTag: SentTemplateTag
        /// What made it an update.
        public let announcement: Announcement
        /// How many blocks changed.
        public let changed: Int
        /// How many blocks the page has.
        public let slots: Int
        /// What proves the merged page.
        public let proof: MergeProof
    }

    /// What became of a page's validator.
    public enum ETagChange: Sendable, Equatable {
        /// None was received: the SHA-1 of the page stands in.
        case missing(oldSHA1: String?, newSHA1: String)
        /// One was received, and none was sent.
        case received(String)
        /// The one that was sent was received.
        case same(String)
        /// Another than was sent, which was not the stored page's.
        case other(sent: String, received: String)
        /// One was received, and the stored page came without.
        case first(String)
        /// The stored page's is replaced.
        case changed(old: String, new: String)
    }

    /// How the template tag of an update compares with the one that was sent.
    public enum SentTemplateTag: Sendable, Equatable {
        /// None was sent.
        case notSent
        /// None was received; whether the one that was sent had been computed here.
        case notReceived(sent: String, isComputed: Bool)
        /// They are the same.
        case same(String)
        /// They differ.
        case other(sent: String, received: String)
    }

    /// How the template tag of a page compares with the stored page's.
    public enum TemplateTagChange: Sendable, Equatable {
        /// They are the same.
        case same(String)
        /// Neither has one.
        case missing
        /// It changed; nil for none.
        case changed(old: String?, new: String?)
    }

    /// A page that was received as a whole.
    public struct FullPage: Sendable, Equatable {
        /// Its template-change; nil where that is missing.
        public let change: String?
        /// Its ETag; nil for none.
        public let etag: String?
        /// Its SHA-1.
        public let sha1: String
        /// Why the request was made as it was.
        public let purpose: RequestPurpose
    }

    /// Why nobody did Sonic on a page.
    public enum Plain: Sendable, Equatable {
        /// The response has nothing of Sonic, or none was requested, and comparing here is off.
        case notSonic(isRequested: Bool)
        /// The request was a POST.
        case post(PostBody, status: Int)
        /// Sonic is off for the page, until then.
        case sonicOff(until: Instant)
        /// The server could not respond to the Sonic request.
        case unavailable(RequestPurpose)
        /// The media type; nil where none is known.
        case notHTML(String?)
    }

    /// A page without Sonic beside the copy that it was compared with.
    public struct Comparison: Sendable, Equatable {
        /// Whether Sonic was requested.
        public let isSonicRequested: Bool
        /// The number of the stored version where that spoke Sonic; nil where it did not.
        public let lostVersion: Int?
        /// Whether the copy is one in memory that is only compared with.
        public let isWithMemory: Bool
        /// The copy's SHA-1.
        public let oldSHA1: String
        /// The page's SHA-1.
        public let newSHA1: String
        /// What changed.
        public let difference: Difference
    }

    /// What changed of a page that was compared here.
    public enum Difference: Sendable, Equatable {
        /// Nothing.
        case none
        /// So many blocks of so many, under the template with this SHA-1.
        case blocks(Int, of: Int, template: String)
        /// The template; whether the page has blocks.
        case template(oldSHA1: String?, newSHA1: String, hasBlocks: Bool)
    }

    /// What `cache-offline` does to what was received.
    public enum OfflineEffect: Sendable, Equatable {
        /// The new copy is stored, and the screen stays.
        case screenStays
        /// No copy is kept.
        case notStored
        /// No copy is kept, and Sonic is off for so many seconds.
        case sonicOff(seconds: Int64)
    }

    /// A response with an error's status.
    public struct ErrorStatus: Sendable, Equatable {
        /// The status.
        public let status: Int
        /// The reason phrase; may be empty.
        public let phrase: String
        /// The address that was requested.
        public let url: WebURL
        /// Why the request was made as it was.
        public let purpose: RequestPurpose
        /// What it asks for, where it requires authentication; nil where it does not.
        public let challenge: Challenge?
        /// What stays on the screen.
        public let shown: StillShown
    }

    /// What a server or a proxy that requires authentication asks for.
    public struct Challenge: Sendable, Equatable {
        /// Whether a proxy asks.
        public let isProxy: Bool
        /// The values of WWW-Authenticate or Proxy-Authenticate; empty where it is missing.
        public let values: [String]
        /// Whether the request carried credentials for it.
        public let isIdentified: Bool
    }
}

/// What stays on the screen where nothing that was received is shown.
public enum StillShown: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The stored page.
    case storedPage
    /// The stored page of this address, where the one that was requested led before.
    case cachedRedirect(WebURL)
}

/// Why no stored page takes part in a request.
public enum Absence: Sendable, Equatable {
    /// None is stored.
    case nothingStored
    /// What is stored is not what was stored once.
    case damaged
    /// The reader wants the page as if it had never been seen.
    case leftAside
    /// The address led elsewhere when it was last asked.
    case ledElsewhere
}

/// Why a request is made as it is.
public indirect enum RequestPurpose: Sendable, Equatable {
    /// The page is requested in the ordinary way.
    case ordinary
    /// Sonic is off for the page.
    case sonicOff(until: Instant)
    /// The page is requested by POST: without Sonic, and with nothing to do with the cache.
    case posted(PostBody)
    /// An update could not be used: requested again without tags, once.
    case withoutTags(Rejection)
    /// Requested again without Sonic, once, after this response to the Sonic request.
    case withoutSonic(after: UselessResponse)
}

/// A response to a Sonic request that nothing can be made of.
public enum UselessResponse: Sendable, Equatable {
    /// Status 503.
    case unavailable
    /// A page that was announced as an update.
    case announcedPage
    /// An update that was not requested.
    case unaskedUpdate
}
