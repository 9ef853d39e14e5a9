import SonicProtocol

/// What is odd about an answer whose body has been read.
enum Findings {
    static func update(
        _ update: DataUpdate, _ tags: ResponseTags, _ merged: MergedPage, asked: Asked
    ) -> [Finding] {
        var findings: [Finding] = []
        if merged.verifiedBy == nil {
            findings.append(
                Finding(
                    .updateUnproven,
                    "neither html-sha1 nor a hash as ETag came with the update: the merged page is not proven"
                ))
        } else if update.htmlSHA1 == nil {
            findings.append(
                Finding(
                    .htmlSHA1Missing, "the update has no html-sha1; its ETag served as the hash")
            )
        }
        if let header = tags.templateTag, let body = update.templateTag, header != body {
            findings.append(
                Finding(
                    .templateTagDiffers,
                    "template-tag is \(header) in the header and \(body) in the update"
                        + (TextDifference.words(header, body).map { "; \($0)" } ?? "")))
        }
        if let asked = asked.templateTag, let answered = tags.templateTag, asked != answered {
            findings.append(
                Finding(
                    .templateTagOther,
                    "an update came for template-tag \(answered), but \(asked) was asked with"
                        + (TextDifference.words(answered, asked).map { "; \($0)" } ?? "")))
        }
        if tags.etag == nil {
            findings.append(
                Finding(
                    .etagMissing, "the update has no ETag; the page's SHA-1 serves as validator"))
        } else if !merged.changes.isEmpty, ResponseClassifier.hasSameETag(tags, asked: asked) {
            findings.append(
                Finding(
                    .etagSameBodyDiffers,
                    "ETag \(tags.etag ?? "") is the one asked with, but the data differ (SHA-1 of the merged page "
                        + "\(merged.sha1))"))
        }
        if let claimed = update.htmlSHA1, merged.verifiedBy != nil, claimed != claimed.lowercased() {
            findings.append(upperCase("html-sha1 in the update is \(claimed)"))
        }
        return findings + hashInHead(tags, "the merged page", merged.sha1)
    }

    /// What is wrong with a page's hash in a header, where one has it.
    private static func hashInHead(_ tags: ResponseTags, _ subject: String, _ sha1: String) -> [Finding] {
        guard let field = tags.hashField else { return [] }
        let words = "\(field.name) in the head is \(field.value)"
        guard Bytes.equalIgnoringCase(field.value.utf8, sha1.utf8) else {
            return [Finding(.htmlSHA1Wrong, "\(words), but \(subject)'s SHA-1 is \(sha1)")]
        }
        return field.value == sha1 ? [] : [upperCase(words)]
    }

    private static func upperCase(_ words: String) -> Finding {
        Finding(.htmlSHA1UpperCase, words + ", in upper case")
    }

    /// An update whose head says that it is a page.
    static func undeclared(_ headers: Headers) -> Finding {
        Finding(
            .updateUndeclared,
            Reason.change(headers)
                + ", which says that a whole page came; the body is the data of an update, as its "
                + "hash proves")
    }

    /// A page whose head says that it is an update.
    static func pageUndeclared(_ headers: Headers, beginning: String) -> Finding {
        Finding(
            .pageUndeclared,
            "\(Reason.change(headers)) announces an update, but the body is a page that begins with “\(beginning)”"
        )
    }

    static func rejection(_ rejection: Rejection, _ headers: Headers) -> Finding {
        let rule: RuleID
        switch rejection {
        case .body(.page(let beginning)): return pageUndeclared(headers, beginning: beginning)
        case .body(.empty): rule = .updateEmpty
        case .body(.malformed): rule = .updateMalformed
        case .merge(.missing): rule = .updateMissingBlocks
        case .merge(.unknown): rule = .updateUnknownBlocks
        case .merge(.wrongHash): rule = .updateWrongHash
        case .undeclared, .edited: rule = .updateUndeclared
        }
        return Finding(rule, "the update could not be used: " + Reason.text(rejection))
    }

    /// - Parameters:
    ///   - stored: The stored page to compare with; nil for none, and where a person edited one of the two, since that
    ///     says nothing of the server.
    ///   - isOwn: Whether the response itself spoke Sonic, without headers that the reader adds.
    static func sonicPage(
        _ page: WholePage, _ tags: ResponseTags, stored: PageVersion?, asked: Asked, isOwn: Bool
    ) -> [Finding] {
        var findings = isOwn ? missing(page, tags) : []
        findings += hashInHead(tags, "the page", page.sha1)
        if let stored, let etag = tags.etag, asked.etag.map(ResponseTags.bare) == etag,
            stored.etag == etag, stored.sha1 != page.sha1
        {
            findings.append(
                Finding(
                    .etagSameBodyDiffers,
                    "ETag \(etag) is the stored page's, but the bytes differ (SHA-1 \(page.sha1))"))
        }
        // Where the template differs under its tag, that is what is wrong: a whole page is needed then.
        if let stored, let tag = tags.templateTag, stored.templateTag == tag, asked.templateTag == tag,
            stored.sha1 != page.sha1, page.storedTemplateSHA1 == page.templateSHA1
        {
            findings.append(
                Finding(
                    .templateSamePageWhole,
                    "template-tag \(tag) is the stored page's, yet the page came whole"))
        }
        if !page.split.ambiguousNames.isEmpty {
            findings.append(
                Finding(
                    .blockDuplicate,
                    "more than one block is named \(page.split.ambiguousNames.joined(separator: ", ")): "
                        + "updates of this page cannot hold"))
        }
        return findings
    }

    /// Headers that the response does not have.
    private static func missing(_ page: WholePage, _ tags: ResponseTags) -> [Finding] {
        var findings: [Finding] = []
        if tags.etag == nil {
            findings.append(
                Finding(
                    .etagMissing, "the page has no ETag; its SHA-1 \(page.sha1) serves instead"))
        }
        if tags.templateTag == nil {
            findings.append(
                Finding(
                    .templateTagMissing,
                    "the page has no template-tag; its template's SHA-1 \(page.templateSHA1) serves instead"))
        }
        if tags.templateChange == nil {
            findings.append(
                Finding(.templateChangeMissing, "the page has no template-change; it came whole"))
        }
        return findings
    }

    static func sonicLost(_ stored: StoredPage) -> Finding {
        Finding(
            .sonicLost,
            "stored version \(stored.number) spoke Sonic; this answer has no template-tag, template-change or "
                + "cache-offline")
    }

    static func noStoreAgainstOffline(_ headers: Headers) -> Finding {
        Finding(
            .noStoreAgainstOffline,
            "Cache-Control: no-store forbids what \(Reason.offline(headers)) asks for; nothing is written"
        )
    }
}
