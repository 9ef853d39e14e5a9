import SonicProtocol

/// How a session ended, with everything a person or a program may want to know of it.
public struct SessionResult: Sendable {
    /// The address asked for.
    public var requested: WebURL
    /// The address the page belongs to, after redirects.
    public var url: WebURL
    /// The page's name in the cache.
    public var pageID: PageID
    /// How it ended.
    public var outcome: Outcome
    /// Why, with the headers and hashes it rests on.
    public var reason: Reason
    /// Who compared the versions.
    public var by: Comparer
    /// The last response's status code; nil when none arrived.
    public var status: Int?
    /// The last response's head; nil when none arrived.
    public var head: ResponseHead?
    /// What was added to that head's headers, and took part in what the answer was held to be; the server sent
    /// none of these names.
    public var addedHeaders: [HeaderField]
    /// The connection that answered the last request; nil when none did, and where there is but one.
    public var answeredBy: ConnectionName?
    /// The last request that was sent; nil when none was.
    public var request: Request?
    /// Addresses passed through, in order; empty without redirects.
    public var redirects: [Redirect]
    /// Names of changed blocks without braces, in page order; `title` for the title.
    public var changedBlocks: [String]
    /// Bytes received and sent on the wire over all requests of the session.
    public var bytesReceived: Int
    /// Bytes sent on the wire over all requests of the session.
    public var bytesSent: Int
    /// Time spent by phase, all requests of the session together.
    public var timings: [SessionPhase: Duration]
    /// What was found wrong or odd on the way.
    public var findings: [SessionFinding]
    /// The body of an answer that is not the page on screen (4xx, 5xx), bounded; nil when there is none.
    public var answerBody: [UInt8]?
    /// What happened to the stored page.
    public var storage: Storage
    /// The first answer as it came; nil where none came, or the order does not ask for it (`SessionOrder.keeping`).
    public var retainedResponse: RetainedResponse?

    /// When the session began, by the wall clock; nil where its runner did not say.
    public var began: Instant?
    /// The bytes of the page that was on the screen at its end; nil where there was none.
    public var pageBytes: Int?

    /// What changes who answers at the page's address; nil where the site itself does, as far as is known.
    public var exception: OriginException?
    /// Whether the page that is shown came of an exchange that was edited by hand, now or when it was stored.
    public var showsEdits = false

    /// What was changed by hand on the way, in order: with any, the outcome is not the server's doing alone.
    public var edits: [HandEdit] = []

    /// One hop of a redirect.
    public struct Redirect: Sendable, Equatable {
        /// The address that answered.
        public var from: WebURL
        /// Where it sent us.
        public var to: WebURL
        /// Its status code.
        public var status: Int
        /// Whether it is remembered: the address answered so before, and did not answer now.
        public var isCached = false

        /// A hop between two addresses.
        public init(from: WebURL, to: WebURL, status: Int, isCached: Bool = false) {
            self.from = from
            self.to = to
            self.status = status
            self.isCached = isCached
        }
    }

    /// Who found out what changed.
    public enum Comparer: String, Sendable {
        /// The server, through the protocol.
        case server
        /// This program.
        case client
        /// Nobody: there was nothing to compare.
        case nobody
    }

    /// What became of the page in the store.
    public enum Storage: Sendable, Equatable {
        /// Nothing was written.
        case untouched
        /// A new version with this number was stored.
        case stored(number: Int)
        /// The current version's check time and headers were renewed.
        case renewed
        /// The page was removed.
        case removed
        /// Something should have been written but could not be: the store is as it was.
        case notStored(StoreFailure, of: NotStored = .page)
        /// The response must not be written, for this reason.
        case notAllowed(StorageBan)
    }

    /// What could not be written.
    public enum NotStored: Sendable, Equatable {
        /// The page.
        case page
        /// That the stored page is current.
        case renewal
        /// The removal of the stored page, which is still there.
        case removal
    }
}

/// How a session ended.
public enum Outcome: Sendable, Equatable {
    /// No stored page took part; the page came whole.
    case firstLoad
    /// The stored page is the server's current one.
    case allCached
    /// The template is the same; blocks changed.
    case dataUpdate
    /// The page came whole and replaces the stored one.
    case templateChange
    /// A page on which nobody did Sonic.
    case plain(WhyPlain)
    /// No request was due; the stored page is shown.
    case fresh
    /// The request failed; the stored page is shown.
    case offline(FailureCause)
    /// Nothing could be shown, or the server answered with an error.
    case failed(FailureCause)

    /// Why nobody did Sonic.
    public enum WhyPlain: String, Sendable {
        /// The answer carries none of Sonic's headers, and comparing here is off.
        case notSonic
        /// Sonic is off for this page (`cache-offline: http`) or this request (a POST).
        case disabled
        /// The server answered 503 to the Sonic request; the page was asked again without Sonic.
        case unavailable
        /// The answer is no HTML.
        case notHTML
    }

    /// What went wrong.
    public enum FailureCause: Sendable, Equatable {
        /// The connection or transfer failed.
        case connection(ConnectionFailure)
        /// The server answered with this error status.
        case status(Int)
        /// More redirects than allowed.
        case tooManyRedirects(Int)
        /// A redirect that cannot be followed.
        case badRedirect(BadRedirect)
        /// A response that makes no sense, or an update that cannot be used.
        case badAnswer
        /// Larger than the limit in bytes.
        case tooLarge(limit: Int)
        /// The answer is a file, and its transfer was handed over.
        case handedOver
        /// The reader stopped it.
        case stopped
        /// Asked for the cache only, and nothing is stored.
        case notStored
    }

    /// VasSonic's number for the outcome where it has one.
    public var code: Int? {
        switch self {
        case .firstLoad: 1000
        case .allCached: 304
        case .dataUpdate: 200
        case .templateChange: 2000
        case .plain, .fresh, .offline, .failed: nil
        }
    }

    /// An outcome without what was the cause, as files keep it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A page without a copy came whole.
        case firstLoad
        /// The stored page is the current one.
        case allCached
        /// Blocks changed.
        case dataUpdate
        /// Another page came whole.
        case templateChange
        /// A page came without Sonic.
        case plain
        /// The stored page was fresh, and nobody was asked.
        case fresh
        /// The stored page stands in for what could not be had.
        case offline
        /// There is no page.
        case failed

        /// The outcome of this name in any spelling that is in use: `dataUpdate`, `data-update`, `Data update`; nil for
        /// another word.
        public init?(spelled text: String) {
            func letters(_ text: String) -> String { text.filter(\.isLetter).lowercased() }
            guard let kind = Self.allCases.first(where: { letters($0.rawValue) == letters(text) }) else {
                return nil
            }
            self = kind
        }
    }

    /// What it is, whatever the cause.
    public var kind: Kind {
        switch self {
        case .firstLoad: .firstLoad
        case .allCached: .allCached
        case .dataUpdate: .dataUpdate
        case .templateChange: .templateChange
        case .plain: .plain
        case .fresh: .fresh
        case .offline: .offline
        case .failed: .failed
        }
    }

    /// The name in JSON and on the screen.
    public var name: String { kind.rawValue }
}
