import SonicProtocol

/// Why a session ended as it did: by which rule, with the headers, hashes, ages and addresses that it rests on. A
/// session holds no sentence; SessionWords has the words (`Reason.words`).
public indirect enum Reason: Sendable, Equatable {
    // MARK: No request was made

    /// Only the cache was to be used, and it holds the page.
    case cacheOnly(ShownVersion, CachedRedirect?)
    /// Going back or forward shows the stored page.
    case history(ShownVersion, CachedRedirect?)
    /// The stored page is fresh; its age is in milliseconds.
    case fresh(Lifetime, age: Int64, version: Int)
    /// Only the cache was to be used, and it does not hold the page.
    case notCached
    /// Only the cache was to be used, and responses to POST are never stored.
    case postNotCached

    // MARK: The stored page is up to date

    /// Status 304 to this validator; nil for a date.
    case notModified(etag: String?)
    /// The response has the ETag that was requested with, whatever its status and body are.
    case sameETag(String?, status: Int)
    /// An update in which every block is as stored.
    case sameData(Announcement, MergeProof)
    /// A full page, byte for byte the stored one.
    case sameBytes(sha1: String, RequestPurpose)

    // MARK: A page was received

    /// Blocks changed.
    case dataUpdate(Update)
    /// A page without a stored copy that takes part.
    case firstLoad(FullPage, Absence)
    /// A page that replaces the stored one.
    case templateChange(FullPage, TemplateTagChange)
    /// A page on which nobody did Sonic.
    case plain(Plain, isStoredCopy: Bool)
    /// A page without Sonic and without a copy: it is compared here from now on.
    case firstHere(Absence, isSonicRequested: Bool, sha1: String)
    /// A page without Sonic, compared here.
    case comparedHere(Comparison)
    /// One of these, with what `cache-offline` did besides; the values as they came.
    case cacheOffline(OfflineEffect, [String], of: Reason)

    // MARK: No page was received

    /// The request failed; the stored page is shown.
    case offline(ConnectionFailure, WebURL, ShownVersion, CachedRedirect?)
    /// The request failed, and nothing is stored that could be shown.
    case failed(ConnectionFailure, WebURL, post: PostBody?)
    /// The status is an error's.
    case errorStatus(ErrorStatus)
    /// Stopped by the reader.
    case stopped(post: PostBody?, StillShown)
    /// The body is larger than the limit in bytes.
    case tooLarge(limit: Int, StillShown)
    /// The response is a file, and its transfer was handed over.
    case handedOver(FileAnswer.Cause, StillShown)
    /// A redirect that is not followed, with its status and its location without a password.
    case badRedirect(BadRedirect, status: Int, location: String)
    /// More redirects than allowed, and the last one.
    case tooManyRedirects(Int, last: SessionResult.Redirect?)
    /// A response that makes no sense.
    case badResponse(BadResponse, StillShown)
    /// An update that cannot be used, twice; the second one's template-change is beside it.
    case rejectedTwice(Rejection, change: String?, StillShown)

    // MARK: Not decided here

    /// In the words of a record, which is all that is known of a session of an earlier run.
    case recorded(String)
}

/// A redirect that cannot be followed.
public enum BadRedirect: Error, Sendable, Equatable {
    /// The location is not a valid address.
    case invalidAddress
    /// The location has this scheme.
    case scheme(String)
    /// What was posted over https would go on without encryption.
    case unencryptedPost
}

/// A response that makes no sense, and what is wrong with it.
public enum BadResponse: Sendable, Equatable {
    /// Its status does not fit the request, or brings no page.
    case senseless(Nonsense)
    /// A 304 to a condition that is not the stored page's.
    case otherConfirmed(OtherCondition)
    /// A confirmation of the stored page, which was not requested about.
    case unaskedConfirmation
    /// An update by its headers, where none could be used; with its template-change.
    case unaskedUpdate(change: String?, isTagSent: Bool)
    /// The data of an update, where nothing is stored that they could change.
    case dataForNothing
    /// A page whose headers announce an update, with its template-change and how the page begins.
    case announcedPage(change: String?, beginning: String)

    /// A condition that a person wrote, confirmed by a 304, and what is stored in its place.
    public struct OtherCondition: Sendable, Equatable {
        /// The If-None-Match that was sent; nil where the condition was a date.
        public let etag: String?
        /// The If-Modified-Since that was sent; nil where the condition was a tag, or had none.
        public let date: String?
        /// The field of the stored page that the condition is compared with.
        public let stored: Stored
    }

    /// What a stored page has.
    public enum Stored: Sendable, Equatable {
        /// Nothing is stored.
        case nothing
        /// It has this value; nil for none.
        case value(String?)
    }
}
