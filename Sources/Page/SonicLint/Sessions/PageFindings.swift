import SonicProtocol
import SonicSession

/// The findings about the resulting page of a session, by itself and compared with the versions before it.
struct PageFindings {
    /// The findings in the order of the rules. Linear in the page.
    let findings: [Finding]

    /// - Parameters:
    ///   - turn: The last request with a response.
    ///   - page: The page; nil for none.
    ///   - before: The version before the stored one; nil for none.
    ///   - hashes: The hash functions, for pages whose blocks were removed.
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
                // An edit by hand has no information about the server's template.
                + (turn.edits.isEmpty
                    ? Self.compared(LoadedPage(html: page, templateTag: tag), head.headers, turn, before)
                    : [])
        case .page(.plain):
            findings = ReplacedCharacters.findings(
                in: page, contentType: head.headers.first("content-type"))
        case .update:
            let reachesScript = ResponseTags(head.headers).offline == .yes && stored != nil
            findings =
                Self.lint(page, stored?.headers ?? Headers(), nil, hashes)
                + (reachesScript ? CallbackLint.findings(in: stored?.html ?? [], updatedTo: page) : [])
        case .notModified where stored?.isSonic == true:
            findings = Self.lint(page, stored?.headers ?? Headers(), nil, hashes)
        case .page(.notHTML), .notModified, .redirect, .unavailable, .error, .invalid: findings = []
        }
    }

    /// Checks the page by itself.
    /// - Parameters:
    ///   - headers: The headers of the page's response.
    ///   - tag: The template tag of the page; nil if unknown.
    private static func lint(
        _ page: [UInt8], _ headers: Headers, _ tag: String?, _ hashes: Hashes
    ) -> [Finding] {
        PageLint.findings(in: page, contentType: headers.first("content-type")).map { finding in
            guard finding.rule == .blocksMissing,
                let stripped = StrippedComments(page, templateTag: tag, hashes)
            else { return finding }
            return finding.adding(stripped.words)
        }
    }

    private static func compared(
        _ page: LoadedPage, _ headers: Headers, _ turn: SessionTrace.Turn, _ before: PageVersion?
    ) -> [Finding] {
        // An edit by hand has no information about the server's template.
        guard let version = turn.stored?.version, version.isSonic, !version.isEdited,
            version.html != page.html
        else { return [] }
        let older = LoadedPage(html: version.html, templateTag: version.templateTag)
        let tags = TemplateLint.tagFindings(older, page)
        // A tag that did not change with its template is reported with the same differences.
        guard tags.isEmpty else { return tags }
        if let before, before.isSonic, !before.isEdited, before.url == version.url {
            let oldest = LoadedPage(html: before.html, templateTag: before.templateTag)
            let unsteady = TemplateLint.findings(oldest, older, page)
            if !unsteady.isEmpty { return unsteady }
            if let words = TemplateLint.returning(oldest, older, page) {
                let signs = [
                    words, Self.servers(before.headers, version.headers, headers),
                    Self.unsentCookies(turn.request, headers),
                ]
                return [Finding(.templateReturns, signs.compactMap(\.self).joined(separator: "; "))]
            }
        }
        return TemplateLint.drift(older, page)
    }

    /// Returns which cookies the response sets that were not sent: with them, each request may reach the same server.
    private static func unsentCookies(_ request: Request?, _ headers: Headers) -> String? {
        func names(_ pairs: [String]) -> [String] {
            pairs.map { String($0.prefix { $0 != "=" }.drop { $0 == " " }) }
        }
        let sent = names(
            request?.headers.all("cookie").flatMap { $0.split(separator: ";").map(String.init) } ?? [])
        let unsent = names(headers.all("set-cookie")).filter { !sent.contains($0) }
        guard !unsent.isEmpty else { return nil }
        return "the response sets a cookie that was not sent, which may keep a client at one server: "
            + unsent.listed
    }

    /// Returns what the headers of three consecutive responses indicate about their servers, if those of the first and
    /// the last are equal and those of the second differ; nil otherwise.
    private static func servers(_ first: Headers, _ second: Headers, _ third: Headers) -> String? {
        let names = [
            "server", "x-served-by", "x-backend", "x-backend-server", "x-server", "x-host", "x-powered-by",
            "via",
        ]
        let sentences = names.compactMap { name -> String? in
            let values = [first, second, third].map { $0.all(name).joined(separator: ", ") }
            guard values[0] == values[2], values[0] != values[1] else { return nil }
            return "\(name) was \(values.map { $0.isEmpty ? "absent" : $0 }.joined(separator: ", then "))"
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}
