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
                    ? Self.compared(
                        LoadedPage(html: page, templateTag: tag), head.headers, turn.stored, before) : [])
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
        _ page: LoadedPage, _ headers: Headers, _ stored: StoredPage?, _ before: PageVersion?
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
            if let words = TemplateLint.returning(oldest, older, page) {
                let servers = Self.servers(before.headers, version.headers, headers).map { "; " + $0 } ?? ""
                return [Finding(.templateReturns, words + servers)]
            }
        }
        return TemplateLint.drift(older, page)
    }

    /// What the headers of three responses in a row say of the servers that sent them, where those of the first and of the
    /// last are equal and those of the second others; nil where they say nothing.
    private static func servers(_ first: Headers, _ second: Headers, _ third: Headers) -> String? {
        let names = [
            "server", "x-served-by", "x-backend", "x-backend-server", "x-server", "x-host", "x-powered-by",
            "via",
        ]
        let told = names.compactMap { name -> String? in
            let values = [first, second, third].map { $0.all(name).joined(separator: ", ") }
            guard values[0] == values[2], values[0] != values[1] else { return nil }
            return "\(name) was \(values.map { $0.isEmpty ? "absent" : $0 }.joined(separator: ", then "))"
        }
        return told.isEmpty ? nil : told.joined(separator: "; ")
    }
}
