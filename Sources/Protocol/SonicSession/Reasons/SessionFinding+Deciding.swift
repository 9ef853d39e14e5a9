import SonicProtocol

// Irregularities of a response whose body was read.
extension SessionFinding {
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
        if let etag = tags.etag {
            if !merged.changes.isEmpty, ResponseClassifier.hasSameETag(tags, asked: asked) {
                findings.append(.sameETagOtherData(etag: etag, sha1: merged.sha1))
            }
        } else {
            findings.append(.updateWithoutETag)
        }
        if let claimed = update.htmlSHA1, merged.verifiedBy != nil, claimed != claimed.lowercased() {
            findings.append(.claimInUpperCase(claimed))
        }
        return findings + hashInHead(tags, .mergedPage, merged.sha1)
    }

    /// Returns what is wrong with the page's hash in a header, if there is one.
    private static func hashInHead(
        _ tags: ResponseTags, _ subject: HashCheck.Subject, _ sha1: String
    ) -> [SessionFinding] {
        guard let field = tags.hashField else { return [] }
        guard Bytes.equalIgnoringCase(field.value.utf8, sha1.utf8) else {
            return [.hashWrong(name: field.name, value: field.value, subject, sha1: sha1)]
        }
        return field.value == sha1 ? [] : [.hashInUpperCase(name: field.name, value: field.value)]
    }

    /// - Parameters:
    ///   - stored: The stored page to compare with; nil if there is none, or if only one of the two was edited by
    ///     hand, since that says nothing about the server.
    ///   - isOwn: Whether the response itself is Sonic, without headers that the user adds.
    static func sonicPage(
        _ page: WholePage, _ tags: ResponseTags, stored: PageVersion?, asked: RequestConditions, isOwn: Bool
    ) -> [SessionFinding] {
        var findings = isOwn ? missing(page, tags) : []
        findings += hashInHead(tags, .page, page.sha1)
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

    /// Returns findings for the headers that the response lacks.
    private static func missing(_ page: WholePage, _ tags: ResponseTags) -> [SessionFinding] {
        var findings: [SessionFinding] = []
        if tags.etag == nil { findings.append(.etagMissing(sha1: page.sha1)) }
        if tags.templateTag == nil { findings.append(.templateTagMissing(sha1: page.templateSHA1)) }
        if tags.templateChange == nil { findings.append(.templateChangeMissing) }
        return findings
    }
}
