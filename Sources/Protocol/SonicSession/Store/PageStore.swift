import SonicProtocol

/// Where page versions are kept: the file cache, or memory.
///
/// Every method is atomic: another process or a crash sees the state before it or after it, nothing between.
public protocol PageStore: Sendable {
    /// The current version of a page, verified against its SHA-1, and the page's state; nil when none is kept.
    /// A version that fails verification is set aside and the one before it serves. A large version may come
    /// unverified, so that it can be shown at once: `verify` is owed before anything rests on it.
    func load(_ id: PageID) async throws(StoreFailure) -> StoredPage?

    /// The same for a screen, which shows the beginning of a page first: of a large page that may be all that
    /// comes (`Verification.begun`), and `load` is owed. By default it is what `load` gives.
    func begin(_ id: PageID) async throws(StoreFailure) -> StoredPage?

    /// A loaded page once its bytes are known to be those stored: the page itself, or the version before it
    /// where it fails; nil when none holds.
    func verify(_ page: StoredPage, of id: PageID) async throws(StoreFailure) -> StoredPage?

    /// Stores a new current version and returns its number.
    func commit(_ version: PageVersion, for id: PageID) async throws(StoreFailure) -> Int

    /// Renews the current version after it was confirmed: `headers` (already renewed, see `Headers.renewed`) stand
    /// in place of the version's own, and `checked` is its new check time. Makes no new version; does nothing
    /// when `number` is no longer current.
    func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) async throws(StoreFailure)

    /// The numbers of the versions kept of a page, newest first; empty when none is kept.
    func versions(of id: PageID) async throws(StoreFailure) -> [Int]

    /// One kept version of a page, verified; nil when it is gone or no longer whole.
    func load(_ id: PageID, number: Int) async throws(StoreFailure) -> StoredPage?

    /// Removes the page with its history; its marks stay.
    func remove(_ id: PageID) async throws(StoreFailure)

    /// Remembers that no Sonic is to be spoken with this page until `until` (nil: again from now on).
    func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async throws(StoreFailure)

    /// Remembers where the address of this page led (empty: it has a page of its own).
    func setRedirects(
        _ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]
    ) async throws(StoreFailure)

    /// What is remembered of the address beside its versions. Also for pages without a version.
    func marks(of id: PageID) async throws(StoreFailure) -> PageMarks

    /// What a session begins with: the marks, and the page as `load` or `begin` gives it. By default one is asked for
    /// after the other.
    func read(_ id: PageID, _ extent: PageExtent) async throws(StoreFailure) -> (PageMarks, StoredPage?)
}

extension PageStore {
    /// The page as `load` gives it.
    public func begin(_ id: PageID) async throws(StoreFailure) -> StoredPage? { try await load(id) }

    /// The marks, then the page.
    public func read(
        _ id: PageID, _ extent: PageExtent
    ) async throws(StoreFailure) -> (PageMarks, StoredPage?) {
        let marks = try await marks(of: id)
        switch extent {
        case .whole: return (marks, try await load(id))
        case .beginning: return (marks, try await begin(id))
        }
    }
}

/// How much of a page is read.
public enum PageExtent: Sendable {
    /// All of it.
    case whole
    /// All of it, or of a large one its beginning.
    case beginning
}

/// What is remembered of an address beside the versions of its page.
public struct PageMarks: Sendable, Equatable {
    /// Until when no Sonic is spoken with the page; nil when Sonic is on.
    public var sonicOff: Instant?
    /// Where the address led when it was last asked, hop by hop; empty where it had a page of its own.
    public var redirects: [SessionResult.Redirect]

    /// These marks, by default none.
    public init(sonicOff: Instant? = nil, redirects: [SessionResult.Redirect] = []) {
        self.sonicOff = sonicOff
        self.redirects = redirects
    }
}

/// One whole version of a page: what the server sent and what was split from it.
public struct PageVersion: Sendable, Equatable {
    /// The address the bytes came from, after redirects.
    public var url: WebURL
    /// The page's exact bytes, content coding removed.
    public var html: [UInt8]
    /// SHA-1 of `html`, 40 lower-case hexadecimal digits.
    public var sha1: String
    /// The validator the server gave (see `ResponseTags`), as it is sent back in If-None-Match; nil for none. A page
    /// of Sonic's that came without has its SHA-1.
    public var etag: String?
    /// The template tag the server gave, nil where Sonic was not spoken. A page of Sonic's that came without has its
    /// template's SHA-1, or what its update said.
    public var templateTag: String?
    /// All response headers of the answer that made this version, renewed by 304s.
    public var headers: Headers
    /// When the bytes arrived.
    public var stored: Instant
    /// How many updates in a row failed their hash under this template tag. From two on the page is asked
    /// without tags until the template changes.
    public var updateFailures: Int
    /// Whether it came of an exchange that was edited by hand, so that the server need not know it.
    public var isEdited: Bool
    /// What changed who answered, in words; nil where the site itself did, as far as is known.
    public var exception: String?

    /// A version of these parts.
    public init(
        url: WebURL, html: [UInt8], sha1: String, etag: String?, templateTag: String?, headers: Headers,
        stored: Instant, updateFailures: Int = 0, isEdited: Bool = false, exception: String? = nil
    ) {
        self.url = url
        self.html = html
        self.sha1 = sha1
        self.etag = etag
        self.templateTag = templateTag
        self.headers = headers
        self.stored = stored
        self.updateFailures = updateFailures
        self.isEdited = isEdited
        self.exception = exception
    }

    /// Whether the page came from a server that speaks Sonic.
    public var isSonic: Bool { templateTag != nil }

    /// The validator as it is sent: byte for byte as it came, where it did; nil for none, and for one that cannot be
    /// sent.
    var validator: HeaderValue? {
        guard let etag else { return nil }
        let key = headers.first("sonic-etag-key") ?? ""
        for value in headers.values(key.isEmpty ? "ETag" : key) {
            let bare = HeaderValue(ResponseTags.bare(value.bytes[...]))
            // Of a Sonic page the bare tag is kept, of others all of it.
            if let exact = [value, bare].first(where: { $0.text == etag }) {
                return exact.isSendable ? exact : nil
            }
        }
        let value = HeaderValue(etag)
        return value.isSendable ? value : nil
    }

    /// The template tag as it is sent; nil for none, and for one that cannot be sent.
    var template: HeaderValue? {
        guard let templateTag else { return nil }
        let value =
            headers.values("template-tag").first { $0.text == templateTag } ?? HeaderValue(templateTag)
        return value.isSendable ? value : nil
    }

    /// What of the tags and dates cannot be sent.
    var unsendable: [Finding] {
        let own = Headers(
            [etag.map { HeaderField("ETag", $0) }, templateTag.map { HeaderField("template-tag", $0) }]
                .compactMap { $0 }
                + (isSonic ? [] : headers.fields.filter { $0.isNamed("last-modified") }))
        return ["ETag", "template-tag", "Last-Modified"].compactMap {
            Headers.Unsendable($0, in: own)?.finding
        }
    }

    /// The validator as a head had it, `W/` and quotes included; nil where none came, so that `etag` was computed.
    public var sentETag: String? {
        let key = headers.first("sonic-etag-key") ?? ""
        return headers.first(key.isEmpty ? "ETag" : key)
    }

    /// The template tag as a head had it; nil where none came, so that `templateTag` was computed, or stood in the
    /// JSON of an update.
    public var sentTemplateTag: String? { headers.first("template-tag") }
}

/// The current version of a page as loaded from a store.
public struct StoredPage: Sendable, Equatable {
    /// The version's number, counting from 1; larger is newer.
    public var number: Int
    /// The version itself. Held by reference: a stored page is handed from decision to decision, and most change
    /// nothing of it.
    public var version: PageVersion {
        get { storage.version }
        set { storage = Storage(newValue) }
    }
    private var storage: Storage
    /// When the server last confirmed or sent it.
    public var checked: Instant
    /// How far it is known to be what was stored.
    public var verification: Verification
    /// What was found wrong while loading, such as a version set aside; for people to read.
    public var notes: [String]

    /// A stored page of these parts.
    public init(
        number: Int, version: PageVersion, checked: Instant, verification: Verification = .done,
        notes: [String] = []
    ) {
        self.number = number
        storage = Storage(version)
        self.checked = checked
        self.verification = verification
        self.notes = notes
    }

    private final class Storage: Sendable, Equatable {
        let version: PageVersion

        init(_ version: PageVersion) { self.version = version }

        static func == (a: Storage, b: Storage) -> Bool { a === b || a.version == b.version }
    }

    /// How many bytes the page has, whether or not they were all read.
    public var length: Int {
        switch verification {
        case .done, .owed: version.html.count
        case .begun(let length): length
        }
    }
}

extension StoredPage {
    /// How far it is known that a page is what was stored.
    public enum Verification: Sendable, Equatable {
        /// Its SHA-1 is that of the version.
        case done
        /// Its bytes were read and not compared yet.
        case owed
        /// The version's `html` holds only the first of this many bytes, as `PageStore.begin` gives them.
        case begun(length: Int)
    }
}

/// Why a store could not do what it was asked.
public enum StoreFailure: Error, Equatable, Sendable {
    /// The folder cannot be used (no permission, not a folder, foreign owner); with the system's reason.
    case unusable(path: String, reason: String)
    /// The disk is full or a quota reached.
    case full(path: String)
    /// Any other failed operation, with the system's reason.
    case failed(operation: String, path: String, reason: String)
}

extension StoreFailure: CustomStringConvertible {
    /// What failed, with what can be done about it, as a part of a sentence.
    public var description: String {
        switch self {
        case .unusable(let path, let reason):
            "the cache folder \(path) cannot be used (\(reason)); choose another with --cache DIR or use --private"
        case .full(let path):
            "there is no space left for \(path); free some, or shrink the cache with sonic cache prune"
        case .failed(let operation, let path, let reason):
            "\(operation) of \(path) failed (\(reason)); check the folder, or use --private"
        }
    }
}
