import SessionWords
import SonicProtocol
import SonicSession

/// Checks the body of a data update: whether it can be parsed, whether its data fill the blocks of the page, and whether
/// the merged page has the hash that the update promises.
public enum UpdateLint {
    /// Returns the findings about an update. `ResponseLint` checks the headers by themselves. Linear in both bodies.
    /// - Parameters:
    ///   - body: The bytes of the update, content coding removed.
    ///   - page: The bytes of the page that the update is for.
    ///   - head: The status line and headers of the response; nil if unknown, so that nothing is compared with them.
    ///   - request: The request's headers as sent; empty if unknown.
    ///   - hashes: The hash functions.
    public static func findings(
        in body: [UInt8], for page: [UInt8], head: ResponseHead? = nil, request: Headers = Headers(),
        hashes: Hashes = .plainSwift
    ) -> [Finding] {
        let headers = head?.headers ?? Headers()
        let tags = ResponseTags(headers)
        let change = headers.first("template-change")
        let asked = RequestConditions(request)
        let found: [SessionFinding]
        var details: String?
        switch Question.evaluate(update: body, of: page, etag: tags.etag, hashes) {
        case .merged(let merged, _, let update):
            if tags.templateChange != .changed {
                found = SessionFinding.update(update, tags, merged, asked: asked)
            } else if merged.verifiedBy == nil {
                found = [.updateRejected(.undeclared, change: change)]
            } else {
                found =
                    SessionFinding.update(update, tags, merged, asked: asked)
                    + [.updateUndeclared(change: change)]
            }
        case .rejected(let rejection):
            found = [.updateRejected(rejection, change: change)]
            details = Self.details(rejection, body, page, asked.templateTag, hashes)
        // The body of an update is never evaluated as a page.
        case .page: found = []
        }
        // A missing ETag is seen in the headers alone.
        let own = found.filter { $0 != .updateWithoutETag }.map(\.finding).map { finding in
            Finding(finding.rule, finding.message + (details.map { "; " + $0 } ?? ""))
        }
        return own + (BareData(body, page).map { [Finding(.updateWithoutComments, $0.words)] } ?? [])
    }

    /// Returns further details about why an update cannot be used; nil for none.
    private static func details(
        _ rejection: Rejection, _ body: [UInt8], _ page: [UInt8], _ templateTag: String?, _ hashes: Hashes
    ) -> String? {
        switch rejection {
        case .merge(.wrongHash(let claimed, _)):
            guard let merge = UncheckedMerge(body, into: page, hashes) else { return nil }
            return ClaimedDigest(claimed, of: merge.page, into: page, from: body, hashes)?.words
        case .merge(.unknown):
            return StrippedComments(page, templateTag: templateTag, hashes)?.ofStoredPage
        case .merge(.missing), .body, .undeclared, .edited, .unproven: return nil
        }
    }
}
