import SonicProtocol
import SonicSession

extension SessionFinding {
    /// One sentence that names the header, hash or bytes it is based on.
    public var message: String {
        switch self {
        case .noted(let finding): finding.message
        case .updateUnproven:
            "merged page not verified: html-sha1 in the update is missing or empty, and no hash was received as ETag"
        case .updateInexact(let mismatch):
            "the update is used although \(Rejection.merge(mismatch).words): the merged page has the claimed hash"
        case .htmlSHA1Missing: "html-sha1 in the update is missing or empty; its ETag served as the hash"
        case .templateTagDiffers(let header, let update):
            "template-tag is \(header) in the header and \(update) in the update"
                + Self.difference(header, update)
        case .templateTagOther(let received, let sent):
            "the update is for template-tag \(received), but \(sent) was sent"
                + Self.difference(received, sent)
        case .sameETagOtherData(let etag, let sha1):
            "ETag \(etag) is the one that was sent, but the data differ (SHA-1 of the merged page \(sha1))"
        case .claimInUpperCase(let claimed): "html-sha1 in the update is \(claimed), in upper case"
        case .updateUndeclared(let change):
            "\(Words.templateChange(change)), which announces a full page; the body is the data of an update, as "
                + "its hash proves"
        case .updateRejected(.body(.page(let beginning)), let change):
            BadResponse.announcedPage(change: change, beginning: beginning).words
        case .updateRejected(let rejection, _): "the update cannot be used: " + rejection.words
        case .hashInUpperCase(let name, let value): "\(name) in the headers is \(value), in upper case"
        case .hashWrong(let name, let value, let subject, let sha1):
            "\(name) in the headers is \(value), but \(subject.rawValue)'s SHA-1 is \(sha1)"
        case .sameETagOtherBytes(let etag, let sha1):
            "ETag \(etag) is the stored page's, but the bytes differ (SHA-1 \(sha1))"
        case .sameTemplateFullPage(let tag):
            "template-tag \(tag) is the stored page's, yet a full page was sent"
        case .blocksAmbiguous(let names):
            "more than one block is named \(names.joined(separator: ", ")): updates of this page cannot work"
        case .sonicLost(let version):
            "stored version \(version) spoke Sonic; this response has no template-tag, template-change or "
                + "cache-offline"
        case .badResponse(let response): response.words
        case .noStoreAgainstOffline(let values):
            "Cache-Control: no-store forbids what \(Words.cacheOffline(values)) asks for; nothing is written"
        case .cacheUnreadable(let failure): failure.description
        case .cacheRepaired(let words): words
        case .retried(let retry): "\(retry.words): \(retry.reason)"
        case .connectionLost(let status, let failure):
            "connection lost after the complete \(status) headers (\(failure.short))"
        case .notKept(let what, let failure): "\(what.words): \(failure.description)"
        }
    }

    /// The finding with its sentence, for lists of findings.
    public var finding: Finding { Finding(rule, message) }

    private static func difference(_ first: String, _ second: String) -> String {
        TextDifference.words(first, second).map { "; \($0)" } ?? ""
    }
}

extension Rejection {
    /// What is wrong, as the end of a sentence that starts with “the update cannot be used:”.
    public var words: String {
        switch self {
        case .body(.empty): "its body is empty"
        case .body(.page(let beginning)):
            "its body is a page that begins with “\(beginning)”, and no data of an update"
        case .body(.malformed(let what)): "its body is not a data update: \(what)"
        case .edited: "the stored page that it updates was edited by hand"
        case .unproven(let tag):
            "it has no html-sha1, and "
                + (tag.map { "its template-tag \($0) is not the stored page's" } ?? "no template-tag either")
        case .undeclared: "its headers announce a page, and no hash proves what it is"
        case .merge(.missing(let names, let instead)):
            "it lacks the blocks \(names.listed)"
                + (instead.isEmpty ? "" : "; received instead: \(instead.map { "“\($0)”" }.listed)")
        case .merge(.unknown(let names)): "it has blocks that this page does not have: \(names.listed)"
        case .merge(.wrongHash(let claimed, let computed)):
            "the SHA-1 of the merged page is \(Words.short(computed)), but html-sha1 is \(Words.short(claimed))"
        }
    }
}

extension Retry {
    /// The pause and the number of the retry, such as `requested again after 0.5 s (1 of 2)`.
    public var words: String { "requested again after \(pause.inTenthsOfSeconds) (\(number) of \(limit))" }

    /// What failed, as a clause.
    public var reason: String {
        switch cause {
        case .lost(let failure, let url): failure.words(for: url)
        case .unavailable(let seconds):
            "the server answered 503 and asks for a retry in \(seconds) s (Retry-After)"
        }
    }
}
