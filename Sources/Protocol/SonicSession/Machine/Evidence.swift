import SonicProtocol

/// The basis of a session's decisions, recorded when they are made, so that it need not be reconstructed later
/// (`SessionTrace` collects it).
public enum Evidence: Sendable {
    /// The cache was read for an address.
    case cacheRead(CacheEvidence)
    /// The header fields of the decided request, in sending order.
    case fieldsChosen([ChosenField])
    /// A request is being sent, at this time.
    case requested(at: Instant)
    /// The response's headers were classified. Fields that are not the server's were added first.
    case classified(Classification, added: [HeaderField])
    /// A person edited the current exchange.
    case edited(HandEdit)
    /// The body was received as far as it matters, content coding removed.
    case bodyReceived([UInt8])
    /// The transfer has ended, at this time; the report is nil if it failed, as its byte counts are unknown.
    case transferred(TransferReport?, at: Instant)
    /// The response was cut off, or none was received.
    case lost(ConnectionFailure)
    /// Bytes were hashed and compared with the claimed hashes.
    case hashed(HashCheck)
    /// A rule was applied to a response whose body is known.
    case judged(Judgement)
    /// The resulting page of the session, whether or not the screen shows it.
    case pageKnown([UInt8])
}

/// What the cache contained for an address.
public struct CacheEvidence: Sendable {
    /// The address.
    public var url: WebURL
    /// The page's name in the cache.
    public var id: PageID
    /// The stored page, whose `html` may be only its beginning; nil for none.
    public var page: StoredPage?
    /// A copy in memory that may only be compared with; nil for none.
    public var compared: StoredPage?
    /// Whether what is stored is used: a forced reload ignores it.
    public var use: Use
    /// Until when Sonic is off for the page; nil if it is on.
    public var sonicOff: Instant?
    /// Where the address redirected when it was last requested; empty if it did not.
    public var redirects: [SessionResult.Redirect] = []
    /// Why the cache could not be read; nil if it could.
    public var failure: StoreFailure?
    /// When the cache was read.
    public var at: Instant

    /// Whether what is stored is used.
    public enum Use: Sendable {
        /// It is shown, and its tags are sent.
        case serves
        /// It is ignored: the user requested the page without stored data, or its Vary does not select it.
        case leftAside
    }
}

/// A computed SHA-1 and the claims about it.
public struct HashCheck: Sendable, Equatable {
    /// What was hashed.
    public var subject: Subject
    /// The computed SHA-1, in lower-case digits.
    public var computed: String
    /// The number of bytes hashed; nil if no longer known.
    public var bytes: Int?
    /// The claimed values.
    public var claims: [Claim]

    /// What was hashed; the raw value is its name in words.
    public enum Subject: String, Sendable {
        /// The stored page with the update's data merged in.
        case mergedPage = "the merged page"
        /// The full page as received.
        case page = "the page"
        /// Its template.
        case template = "its template"
    }

    /// Where a claimed value came from.
    public enum Source: Sendable, Equatable {
        /// The validator in the headers.
        case etag
        /// `html-sha1` in the update.
        case update
        /// `html-sha1` or `sonic-html-sha1` in the headers.
        case head
        /// `template-tag` in the headers.
        case templateTag
        /// The stored version of this number.
        case stored(Int)
        /// The template of the stored version of this number.
        case storedTemplate(Int)
        /// The value that verifies the merged page: `html-sha1` in the update, otherwise the validator.
        case proof
    }

    /// A value that was sent or stored.
    public struct Claim: Sendable, Equatable {
        /// Where the value came from.
        public var source: Source
        /// The value as received.
        public var value: String
        /// What depends on the value.
        public var bearing: Bearing

        /// Creates a claim; nil if `value` is nil.
        public init?(_ source: Source, _ value: String?, _ bearing: Bearing) {
            guard let value else { return nil }
            self.source = source
            self.value = value
            self.bearing = bearing
        }
    }

    /// What depends on a claim.
    public enum Bearing: Sendable, Equatable {
        /// The bytes are rejected if it does not match.
        case decides
        /// Nothing: tags are opaque, although most servers make them from this hash.
        case informs
    }

    /// Whether a claim matches: digits are compared without regard to case.
    public func holds(_ claim: Claim) -> Bool { Bytes.equalIgnoringCase(computed.utf8, claim.value.utf8) }

    /// Returns the hashes of an evaluation, with the claims of the response and of the cache.
    static func checks(of evaluation: Evaluation, _ tags: ResponseTags, _ attempt: Attempt) -> [HashCheck] {
        func check(_ subject: Subject, _ computed: String, _ bytes: Int?, _ claims: [Claim?]) -> HashCheck {
            HashCheck(subject: subject, computed: computed, bytes: bytes, claims: claims.compactMap(\.self))
        }
        func ofSonic(_ value: String?) -> String? { tags.isSonic ? value : nil }
        switch evaluation {
        case .merged(let merged, _, let update):
            let isProof = update.htmlSHA1 == nil && merged.verifiedBy != nil
            let claims = [
                Claim(.update, update.htmlSHA1, .decides), Claim(.head, tags.htmlSHA1, .informs),
                Claim(.etag, tags.etag, isProof ? .decides : .informs),
            ]
            return [check(.mergedPage, merged.sha1, merged.html.count, claims)]
        case .rejected(.merge(.wrongHash(let claimed, let computed))):
            let claims = [Claim(.proof, claimed, .decides), Claim(.etag, tags.etag, .informs)]
            return [check(.mergedPage, computed, nil, claims)]
        case .rejected: return []
        case .page(let page):
            let claims = [
                Claim(.etag, ofSonic(tags.etag), .informs), Claim(.head, ofSonic(tags.htmlSHA1), .informs),
                attempt.base.flatMap { Claim(.stored($0.number), $0.version.sha1, .decides) },
            ]
            let template = [
                Claim(.templateTag, ofSonic(tags.templateTag), .informs),
                attempt.base.flatMap {
                    Claim(.storedTemplate($0.number), page.storedTemplateSHA1, .decides)
                },
            ]
            return [
                check(.page, page.sha1, page.html.count, claims),
                check(.template, page.templateSHA1, nil, template),
            ]
        }
    }
}

/// Which responses a session keeps in addition to its result.
public enum ResponseRetention: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The first one that is not a redirect, including its body: what any other client would have received.
    case first
}

/// A response as received, with what it was compared with and what resulted from it.
public struct RetainedResponse: Sendable {
    /// The stored page that it was compared with; nil for none.
    public var stored: StoredPage?
    /// The conditional parts of the request.
    public var asked: RequestConditions
    /// The status code.
    public var status: Int
    /// The headers, including the added ones.
    public var headers: Headers
    /// The body, content coding removed; of an error at most 1 MiB.
    public var body: [UInt8]
    /// The resulting page of the session, whatever the screen shows; nil for none.
    public var page: [UInt8]?

    init(_ attempt: Attempt, _ answer: Answer) {
        stored = attempt.stored
        asked = attempt.asked
        status = answer.head.status
        headers = answer.headers
        body = answer.body
        page = attempt.stored?.version.html
    }
}
