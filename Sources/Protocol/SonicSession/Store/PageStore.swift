import SonicProtocol

/// A store of page versions: the file cache, or memory.
///
/// Every method is atomic: another process, or the next one after a crash, sees the state before it or after it,
/// nothing in between.
public protocol PageStore: Sendable {
    /// Returns the current version of a page, verified against its SHA-1, and the page's state; nil if none is
    /// stored. A version that fails verification is set aside, and the one before it is returned. A large version may
    /// be returned unverified, so that it can be shown at once: `verify` must be called before anything relies on it.
    func load(_ id: PageID) async throws(StoreFailure) -> StoredPage?

    /// Returns the same for a screen, which shows the beginning of a page first: for a large page it may return only
    /// the beginning (`Verification.begun`), and `load` must be called later. By default it calls `load`.
    func begin(_ id: PageID) async throws(StoreFailure) -> StoredPage?

    /// Verifies the bytes of a loaded page.
    /// - Returns: The page itself, or the version before it if verification fails; nil if no version is valid.
    func verify(_ page: StoredPage, of id: PageID) async throws(StoreFailure) -> StoredPage?

    /// Stores a new current version and returns its number.
    func commit(_ version: PageVersion, for id: PageID) async throws(StoreFailure) -> Int

    /// Renews the current version after it was confirmed: `headers` (already renewed, see `Headers.renewed`) replace
    /// the version's own, and `checked` is its new check time. Creates no new version; does nothing if `number` is no
    /// longer current.
    func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) async throws(StoreFailure)

    /// Returns the numbers of the stored versions of a page, newest first; empty if none is stored.
    func versions(of id: PageID) async throws(StoreFailure) -> [Int]

    /// Returns one stored version of a page, verified; nil if it no longer exists or is damaged.
    func load(_ id: PageID, number: Int) async throws(StoreFailure) -> StoredPage?

    /// Removes the page with its history; its marks stay.
    func remove(_ id: PageID) async throws(StoreFailure)

    /// Records that Sonic is off for this page until `until`; nil turns it on again.
    func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async throws(StoreFailure)

    /// Records where the page's address redirected; empty if it did not.
    func setRedirects(
        _ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]
    ) async throws(StoreFailure)

    /// Returns what is stored of an address in addition to its versions, also for pages without a version.
    func marks(of id: PageID) async throws(StoreFailure) -> PageMarks

    /// Returns what a session starts with: the marks, and the page as `load` or `begin` returns it. By default the
    /// two are read one after the other.
    func read(_ id: PageID, _ extent: PageExtent) async throws(StoreFailure) -> (PageMarks, StoredPage?)
}

extension PageStore {
    /// Returns the page as `load` does.
    public func begin(_ id: PageID) async throws(StoreFailure) -> StoredPage? { try await load(id) }

    /// Reads the marks, then the page.
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

/// How much of a page to read.
public enum PageExtent: Sendable {
    /// All of it.
    case whole
    /// All of it, or only the beginning if it is large.
    case beginning
}

/// What is stored of an address in addition to the versions of its page.
public struct PageMarks: Sendable, Equatable {
    /// Until when Sonic is off for the page; nil if Sonic is on.
    public var sonicOff: Instant?
    /// Where the address redirected when it was last requested, hop by hop; empty if it did not.
    public var redirects: [SessionResult.Redirect]

    /// Creates marks, by default empty ones.
    public init(sonicOff: Instant? = nil, redirects: [SessionResult.Redirect] = []) {
        self.sonicOff = sonicOff
        self.redirects = redirects
    }
}

/// One complete version of a page: what the server sent and what was split from it.
public struct PageVersion: Sendable, Equatable {
    /// The address that the bytes came from, after redirects.
    public var url: WebURL
    /// The page's exact bytes, with the content coding removed.
    public var html: [UInt8]
    /// SHA-1 of `html`, 40 lower-case hexadecimal digits.
    public var sha1: String
    /// The server's validator (see `ResponseTags`), as sent in If-None-Match; nil if there is none. For a Sonic page
    /// that was sent without one, its SHA-1.
    public var etag: String?
    /// The server's template tag; nil if the response was not Sonic. For a Sonic page that was sent without one, the
    /// SHA-1 of its template, or the tag in its update.
    public var templateTag: String?
    /// All headers of the response that this version came from, renewed by 304s.
    public var headers: Headers
    /// When the bytes were received.
    public var stored: Instant
    /// How many updates in a row failed their hash under this template tag. From two on, the page is requested
    /// without tags until the template changes.
    public var updateFailures: Int
    /// Whether it is the result of an exchange that was edited by hand, so that the server may not have this version.
    public var isEdited: Bool
    /// Why something other than the site itself may have responded, in words; nil if the site did, as far as is
    /// known.
    public var exception: String?
    /// The SHA-1 of the values that its request had in the fields listed in Vary.
    public var vary: VaryKey

    /// Creates a version.
    public init(
        url: WebURL, html: [UInt8], sha1: String, etag: String?, templateTag: String?, headers: Headers,
        stored: Instant, updateFailures: Int = 0, isEdited: Bool = false, exception: String? = nil,
        vary: VaryKey = .fields([])
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
        self.vary = vary
    }

    /// Whether the page came from a server that supports Sonic.
    public var isSonic: Bool { templateTag != nil }

    /// The validator to send: byte for byte as received, if one was; nil if there is none, or if it cannot be sent.
    var validator: HeaderValue? {
        guard let etag else { return nil }
        for value in headers.values(etagName) {
            let bare = HeaderValue(ResponseTags.bare(value.bytes[...]))
            // For a Sonic page the bare tag is stored, for others the whole value.
            if let exact = [value, bare].first(where: { $0.text == etag }) {
                return exact.isSendable ? exact : nil
            }
        }
        let value = HeaderValue(etag)
        return value.isSendable ? value : nil
    }

    /// The template tag to send; nil if there is none, or if it cannot be sent.
    var template: HeaderValue? {
        guard let templateTag else { return nil }
        let value =
            headers.values("template-tag").first { $0.text == templateTag } ?? HeaderValue(templateTag)
        return value.isSendable ? value : nil
    }

    /// Findings about tags and dates that cannot be sent.
    var unsendable: [Finding] {
        let own = Headers(
            [etag.map { HeaderField("ETag", $0) }, templateTag.map { HeaderField("template-tag", $0) }]
                .compactMap { $0 }
                + (isSonic ? [] : headers.fields.filter { $0.isNamed("last-modified") }))
        return ["ETag", "template-tag", "Last-Modified"].compactMap(own.unsendable)
    }

    /// The validator as the headers had it, including `W/` and quotes; nil if there was none, so that `etag` was
    /// computed.
    public var sentETag: String? { headers.first(etagName) }

    /// The name of the header with the validator.
    var etagName: String { headers.first("sonic-etag-key").flatMap { $0.isEmpty ? nil : $0 } ?? "ETag" }

    /// The template tag as the headers had it; nil if there was none, so that `templateTag` was computed or taken
    /// from the JSON of an update.
    public var sentTemplateTag: String? { headers.first("template-tag") }

    /// Returns the names of the fields listed in its Vary in which a request differs from the one that it is the
    /// response to, `*` for any; empty if it is the response to that request as well.
    func unselected(by request: Headers, _ hashes: Hashes) -> [String] {
        let key = VaryKey(page: headers, request: request, hashes)
        guard case .fields(let fields) = key, case .fields(let own) = vary else { return ["*"] }
        return fields.filter { !own.contains($0) }.map(\.name)
    }
}

/// The current version of a page, as loaded from a store.
public struct StoredPage: Sendable, Equatable {
    /// The version's number, counted from 1; larger is newer.
    public var number: Int
    /// The version itself. Stored by reference: a stored page is passed from decision to decision, and most do not
    /// change it.
    public var version: PageVersion {
        get { storage.version }
        set { storage = Storage(newValue) }
    }
    private var storage: Storage
    /// When the server last confirmed or sent the version.
    public var checked: Instant
    /// How far the page is verified.
    public var verification: Verification
    /// Problems found while loading, such as a version set aside; for people to read.
    public var notes: [String]

    /// Creates a stored page.
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

    /// The length of the page in bytes, whether or not all of it was read.
    public var length: Int {
        switch verification {
        case .done, .owed: version.html.count
        case .begun(let length): length
        }
    }

    /// How far a page is verified against what was stored.
    public enum Verification: Sendable, Equatable {
        /// Its SHA-1 matches that of the version.
        case done
        /// Its bytes were read, but not yet compared.
        case owed
        /// The version's `html` contains only the beginning of a page of `length` bytes, as `PageStore.begin` returns
        /// it.
        case begun(length: Int)
    }
}

/// Why an operation of a store failed.
public enum StoreFailure: Error, Equatable, Sendable {
    /// The folder cannot be used (no permission, not a folder, another owner); with the system's reason.
    case unusable(path: String, reason: String)
    /// The disk is full or a quota is reached.
    case full(path: String)
    /// Any other operation failed; with the system's reason.
    case failed(operation: String, path: String, reason: String)
}

extension StoreFailure: CustomStringConvertible {
    /// What failed and what can be done about it, as part of a sentence.
    public var description: String {
        switch self {
        case .unusable(let path, let reason):
            "the cache folder \(path) cannot be used (\(reason)); choose another with --cache DIR or use --private"
        case .full(let path):
            "there is no space left for \(path); free some, or run sonic cache prune"
        case .failed(let operation, let path, let reason):
            "\(operation) of \(path) failed (\(reason)); check the folder, or use --private"
        }
    }
}

extension VaryKey {
    /// The fields that select a form of one page: with which tags and codings it is sent, which are gone once it is
    /// stored.
    private static let ofForm: Set = ["accept-diff", "template-tag", "if-none-match", "accept-encoding"]

    /// Creates the key of a page. Values are hashed: cookies are stored only in the cookie store.
    init(page response: Headers, request: Headers, _ hashes: Hashes) {
        self = VaryKey(response: response, request: request)
        guard case .fields(let fields) = self else { return }
        self = .fields(
            fields.filter { !Self.ofForm.contains($0.name) }.map { field in
                Field(name: field.name, value: field.value.map { hashes.sha1(Array($0.utf8)) })
            })
    }
}
