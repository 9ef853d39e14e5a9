import SonicProtocol

/// An irregularity or problem that a session noticed, and that does not itself end the session. A session contains no
/// texts; SessionWords has them (`SessionFinding.message`).
public indirect enum SessionFinding: Sendable, Equatable {
    /// A finding of a connection or of header parsing.
    case noted(Finding)

    // MARK: Updates

    /// Nothing verifies the merged page.
    case updateUnproven
    /// The update lacks blocks or has too many, but its hash verifies the page merged with the stored ones.
    case updateInexact(MergeFailure)
    /// The update has no html-sha1; its ETag is the hash that verifies it.
    case htmlSHA1Missing
    /// The template tags in the headers and in the update differ.
    case templateTagDiffers(header: String, update: String)
    /// The update is for a template tag other than the one sent.
    case templateTagOther(received: String, sent: String)
    /// The ETag is the one that was sent, but the data differ; with the SHA-1 of the merged page.
    case sameETagOtherData(etag: String, sha1: String)
    /// html-sha1 in the update is not in lower case.
    case claimInUpperCase(String)
    /// The headers declare a page, but the body is the data of an update; with its template-change.
    case updateUndeclared(change: String?)
    /// The update cannot be used; with its template-change.
    case updateRejected(Rejection, change: String?)

    // MARK: Pages

    /// The hash in a header is not in lower case.
    case hashInUpperCase(name: String, value: String)
    /// The hash in a header does not match the page.
    case hashWrong(name: String, value: String, HashCheck.Subject, sha1: String)
    /// The ETag is the stored page's, but the bytes differ.
    case sameETagOtherBytes(etag: String, sha1: String)
    /// The template tag is the stored page's, but a full page was received.
    case sameTemplateFullPage(templateTag: String)
    /// Several blocks have each of these names.
    case blocksAmbiguous([String])
    /// The stored version with this number is Sonic, but the response is not.
    case sonicLost(version: Int)

    // MARK: Everything else

    /// An unusable response.
    case badResponse(BadResponse)
    /// no-store forbids what these values of cache-offline request.
    case noStoreAgainstOffline([String])
    /// The cache could not be read.
    case cacheUnreadable(StoreFailure)
    /// A problem found and repaired while the cache was read, in the store's words.
    case cacheRepaired(String)
    /// A request was retried after a pause.
    case retried(Retry)
    /// The connection was lost after the headers with this status, which are sufficient.
    case connectionLost(status: Int, ConnectionFailure)
    /// The store could not be written.
    case notKept(SessionResult.NotStored, StoreFailure)

    /// The rule of the finding, which determines its severity.
    public var rule: RuleID {
        switch self {
        case .noted(let finding): finding.rule
        case .updateUnproven: .updateUnproven
        case .updateInexact(let mismatch): Rejection.merge(mismatch).rule
        case .htmlSHA1Missing: .htmlSHA1Missing
        case .templateTagDiffers: .templateTagDiffers
        case .templateTagOther: .templateTagOther
        case .sameETagOtherData, .sameETagOtherBytes: .etagSameBodyDiffers
        case .claimInUpperCase, .hashInUpperCase: .htmlSHA1UpperCase
        case .updateUndeclared: .updateUndeclared
        case .updateRejected(let rejection, _): rejection.rule
        case .hashWrong: .htmlSHA1Wrong
        case .sameTemplateFullPage: .templateSamePageWhole
        case .blocksAmbiguous: .blockDuplicate
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

    // Irregularities of a response whose body was read.

    package static func update(
        _ update: DataUpdate, _ tags: ResponseTags, _ merged: MergedPage, asked: RequestConditions
    ) -> [SessionFinding] {
        var findings: [SessionFinding] = []
        if merged.verifiedBy == nil {
            findings.append(.updateUnproven)
        } else if update.htmlSHA1 == nil {
            findings.append(.htmlSHA1Missing)
        }
        if let mismatch = merged.mismatch { findings.append(.updateInexact(mismatch)) }
        if let header = tags.templateTag, let body = update.templateTag, header != body {
            findings.append(.templateTagDiffers(header: header, update: body))
        }
        if let sent = asked.templateTag, let received = tags.templateTag, sent != received {
            findings.append(.templateTagOther(received: received, sent: sent))
        }
        if let etag = tags.etag, !merged.changes.isEmpty, ResponseClassifier.hasSameETag(tags, asked: asked) {
            findings.append(.sameETagOtherData(etag: etag, sha1: merged.sha1))
        }
        if let claimed = update.htmlSHA1, merged.verifiedBy != nil, claimed != claimed.lowercased() {
            findings.append(.claimInUpperCase(claimed))
        }
        return findings + hashInHead(tags, .mergedPage, merged.sha1)
    }

    /// Returns what is wrong with the page's hash in a header, if there is one.
    package static func hashInHead(
        _ tags: ResponseTags, _ subject: HashCheck.Subject, _ sha1: String
    ) -> [SessionFinding] {
        guard let field = tags.hashField else { return [] }
        guard Bytes.equalIgnoringCase(field.value.utf8, sha1.utf8) else {
            return [.hashWrong(name: field.name, value: field.value, subject, sha1: sha1)]
        }
        return field.value == sha1 ? [] : [.hashInUpperCase(name: field.name, value: field.value)]
    }

    /// - Parameter stored: The stored page to compare with; nil if there is none, or if only one of the two was edited by
    ///   hand, since that says nothing about the server.
    static func sonicPage(
        _ page: WholePage, _ tags: ResponseTags, stored: PageVersion?, asked: RequestConditions
    ) -> [SessionFinding] {
        var findings = hashInHead(tags, .page, page.sha1)
        if let stored, let etag = tags.etag, asked.etag.map(ResponseTags.bare) == etag,
            stored.etag == etag, stored.sha1 != page.sha1
        {
            findings.append(.sameETagOtherBytes(etag: etag, sha1: page.sha1))
        }
        // If the template differs under the same tag, that is the problem: a full page is needed then.
        if let stored, let tag = tags.templateTag, stored.templateTag == tag, asked.templateTag == tag,
            stored.sha1 != page.sha1, page.storedTemplateSHA1 == page.templateSHA1
        {
            findings.append(.sameTemplateFullPage(templateTag: tag))
        }
        if !page.split.ambiguousNames.isEmpty { findings.append(.blocksAmbiguous(page.split.ambiguousNames)) }
        return findings
    }
}
