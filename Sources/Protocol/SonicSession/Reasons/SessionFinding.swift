import SonicProtocol

/// Something odd or wrong that a session noticed, and that does not by itself end it. A session holds no sentence;
/// SessionWords has the words (`SessionFinding.message`).
public indirect enum SessionFinding: Sendable, Equatable {
    /// What a connection or the reading of headers told.
    case noted(Finding)

    // MARK: Updates

    /// Nothing proves the merged page.
    case updateUnproven
    /// The update has no html-sha1; its ETag is the hash that proves it.
    case htmlSHA1Missing
    /// The template tag is another in the header than in the update.
    case templateTagDiffers(header: String, update: String)
    /// The update is for another template tag than was sent.
    case templateTagOther(received: String, sent: String)
    /// The update has no ETag.
    case updateWithoutETag
    /// The ETag is the one that was sent, and the data differ; with the SHA-1 of the merged page.
    case sameETagOtherData(etag: String, sha1: String)
    /// html-sha1 in the update is not in lower case.
    case claimInUpperCase(String)
    /// The headers say that a page was sent, and the body is the data of an update; with its template-change.
    case updateUndeclared(change: String?)
    /// The update cannot be used; with its template-change.
    case updateRejected(Rejection, change: String?)

    // MARK: Pages

    /// The hash in a header is not in lower case.
    case hashInUpperCase(name: String, value: String)
    /// The hash in a header is not the page's.
    case hashWrong(name: String, value: String, HashCheck.Subject, sha1: String)
    /// The ETag is the stored page's, and the bytes differ.
    case sameETagOtherBytes(etag: String, sha1: String)
    /// The template tag is the stored page's, and a full page was received.
    case sameTemplateFullPage(templateTag: String)
    /// Several blocks have each of these names.
    case blocksAmbiguous([String])
    /// The page has no ETag.
    case etagMissing(sha1: String)
    /// The page has no template-tag.
    case templateTagMissing(sha1: String)
    /// The page has no template-change.
    case templateChangeMissing
    /// The stored version of this number spoke Sonic, and the response does not.
    case sonicLost(version: Int)

    // MARK: Everything else

    /// A response that nothing can be made of.
    case badResponse(BadResponse)
    /// no-store forbids what these values of cache-offline ask for.
    case noStoreAgainstOffline([String])
    /// The cache could not be read.
    case cacheUnreadable(StoreFailure)
    /// What was found wrong and put right while the cache was read, as the store tells it.
    case cacheRepaired(String)
    /// A request was made again after a pause.
    case retried(Retry)
    /// The connection was lost after the headers of this status, which say all that matters.
    case connectionLost(status: Int, ConnectionFailure)
    /// The store could not be written.
    case notKept(SessionResult.NotStored, StoreFailure)

    /// The rule that it is by, which says how much it matters.
    public var rule: RuleID {
        switch self {
        case .noted(let finding): finding.rule
        case .updateUnproven: .updateUnproven
        case .htmlSHA1Missing: .htmlSHA1Missing
        case .templateTagDiffers: .templateTagDiffers
        case .templateTagOther: .templateTagOther
        case .updateWithoutETag, .etagMissing: .etagMissing
        case .sameETagOtherData, .sameETagOtherBytes: .etagSameBodyDiffers
        case .claimInUpperCase, .hashInUpperCase: .htmlSHA1UpperCase
        case .updateUndeclared: .updateUndeclared
        case .updateRejected(let rejection, _): rejection.rule
        case .hashWrong: .htmlSHA1Wrong
        case .sameTemplateFullPage: .templateSamePageWhole
        case .blocksAmbiguous: .blockDuplicate
        case .templateTagMissing: .templateTagMissing
        case .templateChangeMissing: .templateChangeMissing
        case .sonicLost: .sonicLost
        case .badResponse(.announcedPage): .pageUndeclared
        case .badResponse: .updateUnasked
        case .noStoreAgainstOffline: .noStoreAgainstOffline
        case .cacheUnreadable: .cacheUnreadable
        case .cacheRepaired: .cacheRepaired
        case .retried: .retried
        case .connectionLost: .connectionLost
        case .notKept: .notKept
        }
    }
}

extension Rejection {
    /// The rule that is broken by an update which is rejected so.
    var rule: RuleID {
        switch self {
        case .body(.page): .pageUndeclared
        case .body(.empty): .updateEmpty
        case .body(.malformed): .updateMalformed
        case .merge(.missing): .updateMissingBlocks
        case .merge(.unknown): .updateUnknownBlocks
        case .merge(.wrongHash): .updateWrongHash
        case .undeclared, .edited: .updateUndeclared
        }
    }
}
