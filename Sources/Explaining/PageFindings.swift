import Lint
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
    init(_ turn: SessionTrail.Turn, _ page: [UInt8]?, _ before: PageVersion?) {
        guard let page, turn.failure == nil, let head = turn.head, let kind = turn.classification?.kind else {
            findings = []
            return
        }
        switch kind {
        case .page(.sonic):
            let tags = ResponseTags(head.headers)
            findings =
                PageLint.findings(in: page)
                + Self.compared(LoadedPage(html: page, templateTag: tags.templateTag), turn.stored, before)
        case .update: findings = PageLint.findings(in: page)
        case .notModified where turn.stored?.version.isSonic == true:
            findings = PageLint.findings(in: page)
        case .page(.plain), .page(.notHTML), .notModified, .redirect, .unavailable, .error, .senseless:
            findings = []
        }
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
