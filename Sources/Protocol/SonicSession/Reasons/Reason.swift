import SonicProtocol

/// Why a session has its outcome: the rule, with the headers, hashes, ages and addresses it is based on. A session
/// contains no texts; SessionWords has them (`Reason.words`).
public indirect enum Reason: Sendable, Equatable {
    // MARK: No request was made

    /// Only the cache was allowed, and it contains the page.
    case cacheOnly(ShownVersion, CachedRedirect?)
    /// Going back or forward shows the stored page.
    case history(ShownVersion, CachedRedirect?)
    /// The stored page is fresh; its age is in milliseconds.
    case fresh(Lifetime, age: Int64, version: Int)
    /// Only the cache was allowed, and it does not contain the page, or not for this request.
    case notCached(Absence)
    /// Only the cache was allowed, and responses to POST are never stored.
    case postNotCached

    // MARK: The stored page is up to date

    /// Status 304 to this validator; nil if the condition was a date.
    case notModified(etag: String?)
    /// The response has the ETag that was sent, whatever its status and body.
    case sameETag(String?, status: Int)
    /// An update in which all blocks equal the stored ones.
    case sameData(Announcement, MergeProof)
    /// A full page, byte for byte the stored one.
    case sameBytes(sha1: String, RequestPurpose)

    // MARK: A page was received

    /// Blocks changed.
    case dataUpdate(Update)
    /// A page for which no stored copy was used.
    case firstLoad(FullPage, Absence)
    /// A page that replaces the stored one, and why it was received in full.
    case templateChange(FullPage, FullPageCause)
    /// A page for which Sonic was not used.
    case plain(Plain, isStoredCopy: Bool)
    /// A page without Sonic and without a copy: it is compared here from now on.
    case firstHere(Absence, isSonicRequested: Bool, sha1: String)
    /// A page without Sonic, compared here.
    case comparedHere(Comparison)
    /// Another reason with the additional effect of `cache-offline`, and its values as received.
    case cacheOffline(OfflineEffect, [String], of: Reason)

    // MARK: No page was received

    /// The request failed; the stored page is shown.
    case offline(ConnectionFailure, WebURL, ShownVersion, CachedRedirect?)
    /// The request failed, and no stored page can be shown.
    case failed(ConnectionFailure, WebURL, post: PostBody?)
    /// The response has an error status.
    case errorStatus(ErrorStatus)
    /// The user stopped the session.
    case stopped(post: PostBody?, StillShown)
    /// The body is larger than the limit in bytes.
    case tooLarge(limit: Int, StillShown)
    /// The response is a file, and its transfer was handed over.
    case handedOver(FileAnswer.Cause, StillShown)
    /// A redirect that is not followed, with its status and its location without a password.
    case badRedirect(BadRedirect, status: Int, location: String)
    /// More redirects than allowed, and the last one.
    case tooManyRedirects(Int, last: SessionResult.Redirect?)
    /// An invalid response.
    case badResponse(BadResponse, StillShown)
    /// An update that cannot be used, for the second time; with the template-change of the second one.
    case rejectedTwice(Rejection, change: String?, StillShown)

    // MARK: Not decided here

    /// The text and the code of a record, which are all that is known of a session of an earlier run. Records of
    /// versions up to 0.2.0 have no code.
    case recorded(String, code: String?)

    /// The certificate that could not be verified, if that is why the request failed, and the requested address.
    public var unverified: (certificate: PeerCertificate, url: WebURL)? {
        switch self {
        case .failed(.insecure(_, _, let certificate?), let url, _),
            .offline(.insecure(_, _, let certificate?), let url, _, _):
            (certificate, url)
        case _: nil
        }
    }
}

/// A redirect that cannot be followed.
public enum BadRedirect: Error, Sendable, Equatable {
    /// The location is not a valid address.
    case invalidAddress
    /// The location has this scheme.
    case scheme(String)
    /// A POST over https would be repeated without encryption.
    case unencryptedPost
}

/// An invalid response, and what is wrong with it.
public enum BadResponse: Sendable, Equatable {
    /// Its status does not fit the request, or comes without a page.
    case invalid(InvalidResponse)
    /// A 304 to a condition that is not the stored page's.
    case otherConfirmed(OtherCondition)
    /// A confirmation of the stored page to a request without its validators.
    case unaskedConfirmation
    /// An update by its headers, although none could be used; with its template-change.
    case unaskedUpdate(change: String?, isTagSent: Bool)
    /// The data of an update, although no stored page is there to apply it to.
    case dataForNothing
    /// A page whose headers declare an update, with its template-change and the beginning of the page.
    case announcedPage(change: String?, beginning: String)

    /// A condition that a person wrote, confirmed by a 304, and the corresponding value of the stored page.
    public struct OtherCondition: Sendable, Equatable {
        /// The If-None-Match that was sent; nil if the condition was a date.
        public let etag: String?
        /// The If-Modified-Since that was sent; nil if the condition was a tag, or there was none.
        public let date: String?
        /// The stored page's field that the condition is compared with.
        public let stored: Stored
    }

    /// A value of the stored page.
    public enum Stored: Sendable, Equatable {
        /// Nothing is stored.
        case nothing
        /// The page has this value; nil if it has none.
        case value(String?)
    }
}
