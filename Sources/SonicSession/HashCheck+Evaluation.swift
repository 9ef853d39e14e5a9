import SonicProtocol

extension HashCheck {
    /// What an evaluation hashed, with what the answer and the cache claim of it.
    static func checks(of evaluation: Evaluation, _ tags: ResponseTags, _ attempt: Attempt) -> [HashCheck] {
        switch evaluation {
        case .merged(let merged, _, let update):
            return [
                HashCheck(
                    "the merged page", computed: merged.sha1, bytes: merged.html.count,
                    claims: [
                        Claim("html-sha1 in the update", update.htmlSHA1, .decides),
                        Claim(
                            "ETag", tags.etag,
                            update.htmlSHA1 == nil && merged.verifiedBy != nil ? .decides : .informs),
                    ].compactMap(\.self))
            ]
        case .rejected(.merge(.wrongHash(let claimed, let computed))):
            let claims = [
                Claim("what the update claims", claimed, .decides), Claim("ETag", tags.etag, .informs),
            ]
            return [
                HashCheck(
                    "the merged page", computed: computed, bytes: nil, claims: claims.compactMap(\.self))
            ]
        case .rejected: return []
        case .page(let page):
            let isSonic = tags.isSonic
            var claims = [
                Claim("ETag", isSonic ? tags.etag : nil, .informs),
                Claim("html-sha1 in the head", isSonic ? tags.htmlSHA1 : nil, .informs),
            ]
            if let stored = attempt.base {
                claims.append(Claim("stored version \(stored.number)", stored.version.sha1, .decides))
            }
            let template = [
                Claim("template-tag", isSonic ? tags.templateTag : nil, .informs),
                attempt.base.flatMap {
                    Claim("the template of stored version \($0.number)", page.storedTemplateSHA1, .decides)
                },
            ]
            return [
                HashCheck(
                    "the page", computed: page.sha1, bytes: page.html.count, claims: claims.compactMap(\.self)
                ),
                HashCheck(
                    "its template", computed: page.templateSHA1,
                    bytes: nil, claims: template.compactMap(\.self)),
            ]
        }
    }
}
