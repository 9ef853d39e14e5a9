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
        var details: Details?
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
        return found.map { $0.finding.adding(details?.words, cause: details?.cause) }
            + findings(about: body, tags, for: page)
    }

    /// A clause about why an update cannot be used, and the cause that it shows.
    typealias Details = (words: String, cause: Finding.Cause?)

    /// Returns further details about why an update cannot be used; nil for none.
    private static func details(
        _ rejection: Rejection, _ body: [UInt8], _ page: [UInt8], _ templateTag: String?, _ hashes: Hashes
    ) -> Details? {
        switch rejection {
        case .merge(.wrongHash(let claimed, _)):
            return merged(body, into: page, hashes).flatMap {
                ClaimedDigest(claimed, of: $0.page, into: page, from: body, hashes)
            }.map { ($0.words, $0.cause) }
        case .merge(.unknown):
            return StrippedComments(page, templateTag: templateTag, hashes).map { ($0.ofStoredPage, nil) }
        case .body(.malformed): return textAround(body)
        case .merge(.missing), .body, .undeclared, .edited, .unproven: return nil
        }
    }

    /// Finds the text around the data of an update that makes it malformed: nil if there is another reason. Linear.
    static func textAround(_ body: [UInt8]) -> Details? {
        guard let start = body.firstIndex(of: UInt8(ascii: "{")),
            let end = body.lastIndex(of: UInt8(ascii: "}")), start < end,
            // A part that is not an update either is no evidence.
            (try? DataUpdate(json: Array(body[start...end]))) != nil
        else { return nil }
        let texts = [("before", body[..<start]), ("after", body[(end + 1)...])].filter { !$0.1.isEmpty }
        let words = texts.map { "“\(Bytes.text($0.1.prefix(longest)))” \($0.0) it" }
        return ("a data update is in the body, with " + words.listed, .textAroundData)
    }

    /// Returns what an update shows by itself, whether or not it can be merged: another hash than its header's, and data
    /// without the comments of their blocks. Linear.
    static func findings(about body: [UInt8], _ tags: ResponseTags, for page: [UInt8]) -> [Finding] {
        // A body that is not an update has other findings.
        guard let update = try? DataUpdate(json: body) else { return [] }
        var findings: [Finding] = []
        if let etag = tags.etag, Hashes.isSHA1(etag), let claimed = update.htmlSHA1, Hashes.isSHA1(claimed),
            !Bytes.equalIgnoringCase(etag.utf8, claimed.utf8)
        {
            findings.add(.etagUnlikeHTMLSHA1, "ETag is \(etag), html-sha1 in the update \(claimed)")
        }
        if let words = bareData(update, page) { findings.add(.updateWithoutComments, words) }
        return findings
    }

    /// Finds data of an update without the comments of their blocks, although the stored page has them around the same
    /// blocks: returns the blocks, and the beginning and end of the first of them, as a clause; nil if all have their
    /// comments. Linear.
    private static func bareData(_ update: DataUpdate, _ stored: [UInt8]) -> String? {
        let split = PageSplit(html: stored)
        var bare: [(name: String, data: [UInt8])] = []
        for (slot, _) in split.slots where slot != .title {
            guard let key = split.keys(for: slot).first(where: { update.data[$0] != nil }),
                let data = update.data[key], isBare(data)
            else { continue }
            bare.append((split.displayName(of: slot), data))
        }
        guard let first = bare.first else { return nil }
        let names = bare.prefix(maxNames).map { "{\($0.name)}" }.listed
        let more = bare.count > maxNames ? " and \(bare.count - maxNames) more" : ""
        return
            "the data of \(names)\(more) lack their blocks' comments, which the stored page has: {\(first.name)} "
            + edges(first.data)
    }

    /// The maximum number of blocks named.
    private static let maxNames = 5
    /// The maximum number of bytes quoted of either end.
    private static let longest = 40

    private static let marker = ByteFinder("<!--sonicdiff", foldsCase: true)
    private static let end = ByteFinder("-end-->", foldsCase: true)

    /// Whether data do not begin or do not end with a block comment, of whatever block.
    private static func isBare(_ data: [UInt8]) -> Bool {
        let isBegun = marker.stands(at: 0, in: data.span)
        let isEnded = data.count >= end.count && end.stands(at: data.count - end.count, in: data.span)
        return !isBegun || !isEnded
    }

    private static func edges(_ data: [UInt8]) -> String {
        guard data.count > 2 * longest else { return "is “\(Bytes.text(data))”" }
        return "begins “\(Bytes.text(data.prefix(longest)))” and ends “\(Bytes.text(data.suffix(longest)))”"
    }

    /// Merges the body of a response into a page without checking its hash; nil if the body is not an update, or does not
    /// match the page. Linear in both.
    static func merged(
        _ body: [UInt8], into page: [UInt8], _ hashes: Hashes
    ) -> (update: DataUpdate, page: MergedPage)? {
        // A body that is not an update has findings of its own.
        guard let update = try? DataUpdate(json: body),
            // So has data that does not match the page.
            let merged = try? PageSplit(html: page).merging(update, into: page, claimed: nil, hashes: hashes)
        else { return nil }
        return (update, merged)
    }
}
