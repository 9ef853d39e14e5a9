import SonicProtocol

extension HashCheck {
    /// Returns the hashes of an evaluation, with the claims of the response and of the cache.
    static func checks(of evaluation: Evaluation, _ tags: ResponseTags, _ attempt: Attempt) -> [HashCheck] {
        switch evaluation {
        case .merged(let merged, _, let update):
            return [
                HashCheck(
                    .mergedPage, computed: merged.sha1, bytes: merged.html.count,
                    claims: [
                        Claim(.update, update.htmlSHA1, .decides),
                        Claim(.head, tags.htmlSHA1, .informs),
                        Claim(
                            .etag, tags.etag,
                            update.htmlSHA1 == nil && merged.verifiedBy != nil ? .decides : .informs),
                    ].compactMap(\.self))
            ]
        case .rejected(.merge(.wrongHash(let claimed, let computed))):
            let claims = [
                Claim(.proof, claimed, .decides), Claim(.etag, tags.etag, .informs),
            ]
            return [
                HashCheck(
                    .mergedPage, computed: computed, bytes: nil, claims: claims.compactMap(\.self))
            ]
        case .rejected: return []
        case .page(let page):
            let isSonic = tags.isSonic
            var claims = [
                Claim(.etag, isSonic ? tags.etag : nil, .informs),
                Claim(.head, isSonic ? tags.htmlSHA1 : nil, .informs),
            ]
            if let stored = attempt.base {
                claims.append(Claim(.stored(stored.number), stored.version.sha1, .decides))
            }
            let template = [
                Claim(.templateTag, isSonic ? tags.templateTag : nil, .informs),
                attempt.base.flatMap {
                    Claim(.storedTemplate($0.number), page.storedTemplateSHA1, .decides)
                },
            ]
            return [
                HashCheck(
                    .page, computed: page.sha1, bytes: page.html.count, claims: claims.compactMap(\.self)
                ),
                HashCheck(
                    .template, computed: page.templateSHA1,
                    bytes: nil, claims: template.compactMap(\.self)),
            ]
        }
    }
}
