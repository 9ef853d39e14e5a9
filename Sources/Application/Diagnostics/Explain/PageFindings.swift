import SonicProtocol
import SonicSession

/// What is wrong with the page that a session came to, by itself and beside the versions before it.
struct PageFindings {
    /// In the order of the rules. Linear in the page.
    let findings: [Finding]

    /// - Parameters:
    ///   - turn: The request that was answered last.
    ///   - page: The page; nil for none.
    ///   - before: The version before the stored one; nil for none.
    ///   - hashes: Digests, for pages whose blocks are gone.
    init(_ turn: SessionTrace.Turn, _ page: [UInt8]?, _ before: PageVersion?, _ hashes: Hashes) {
        guard let page, turn.failure == nil, let head = turn.head, let kind = turn.classification?.kind else {
            findings = []
            return
        }
        let stored = turn.stored?.version
        switch kind {
        case .page(.sonic):
            let tag = ResponseTags(head.headers).templateTag
            findings =
                Self.lint(page, head.headers, tag, hashes)
                // What a person wrote says nothing of the server's template.
                + (turn.edits.isEmpty
                    ? Self.compared(LoadedPage(html: page, templateTag: tag), turn.stored, before) : [])
        case .page(.plain):
            findings = ReplacedCharacters.findings(
                in: page, contentType: head.headers.first("content-type"))
        case .update: findings = Self.lint(page, stored?.headers ?? Headers(), nil, hashes)
        case .notModified where stored?.isSonic == true:
            findings = Self.lint(page, stored?.headers ?? Headers(), nil, hashes)
        case .page(.notHTML), .notModified, .redirect, .unavailable, .error, .senseless:
            findings = []
        }
    }

    /// The page by itself.
    /// - Parameters:
    ///   - headers: Those that the page came with.
    ///   - tag: The template tag that came with it; nil where it is not known.
    private static func lint(
        _ page: [UInt8], _ headers: Headers, _ tag: String?, _ hashes: Hashes
    ) -> [Finding] {
        let found = PageLint.findings(in: page).map { finding in
            guard finding.rule == .blocksMissing,
                let stripped = StrippedComments(page, templateTag: tag, hashes)
            else { return finding }
            return Finding(finding.rule, finding.message + "; " + stripped.words)
        }
        return found
            + ReplacedCharacters.findings(in: page, contentType: headers.first("content-type"))
    }

    private static func compared(
        _ page: LoadedPage, _ stored: StoredPage?, _ before: PageVersion?
    ) -> [Finding] {
        // What a person edited says nothing of the server's template.
        guard let version = stored?.version, version.isSonic, !version.isEdited, version.html != page.html
        else { return [] }
        let older = LoadedPage(html: version.html, templateTag: version.templateTag)
        let tags = TemplateLint.tagFindings(older, page)
        // A tag that did not move with its template is told with the same places.
        guard tags.isEmpty else { return tags }
        if let before, before.isSonic, !before.isEdited, before.url == version.url {
            let oldest = LoadedPage(html: before.html, templateTag: before.templateTag)
            let unsteady = TemplateLint.findings(oldest, older, page)
            if !unsteady.isEmpty { return unsteady }
        }
        return TemplateLint.drift(older, page)
    }
}
