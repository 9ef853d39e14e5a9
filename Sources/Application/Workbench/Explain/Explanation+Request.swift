import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

// The contents of the cache, and the request that resulted.
extension Explanation {
    static func cached(_ cache: CacheEvidence, _ turn: SessionTrace.Turn) -> [Line] {
        var lines: [Line] = [.fact("page", "\(cache.url.href), id \(cache.id.digest)")]
        if let failure = cache.failure { lines.append(.fact("unreadable", "\(failure)")) }
        // The page verified later replaces the one read at first.
        let page = turn.stored ?? cache.page
        if let page {
            lines += version(page, bytes: turn.storedBytes ?? page.length, at: cache.at)
        } else {
            lines.append(.words("nothing is stored"))
        }
        if let to = cache.redirects.last?.to {
            lines.append(.fact("redirected", "\(to.href), when it was last requested"))
        }
        if case .leftAside = cache.use, cache.page != nil {
            lines.append(.words("it is not used for this request"))
        }
        if let copy = cache.compared, copy.number != page?.number {
            lines.append(.fact("in memory", "a copy that is only compared with, SHA-1 \(copy.version.sha1)"))
        }
        if let until = cache.sonicOff, until > cache.at {
            lines.append(
                .fact("Sonic", "off for \(until.words(since: cache.at)) more, as cache-offline: http said"))
        }
        return lines
    }

    private static func version(_ page: StoredPage, bytes: Int, at now: Instant) -> [Line] {
        let version = page.version
        var lines: [Line] = [
            .fact(
                "version",
                "\(page.number), \(bytes) bytes, stored \(version.stored.ago(at: now)), "
                    + "checked \(page.checked.ago(at: now))"),
            .fact("validator", validator(version)),
            .fact("template-tag", templateTag(version)),
        ]
        let holds =
            switch page.verification {
            case .done: "it was computed again from the bytes read"
            case .owed: "it is being computed while the page is shown"
            case .begun: "only the beginning is read"
            }
        lines.append(.fact("SHA-1", "\(version.sha1); \(holds)"))
        if version.isEdited { lines.append(.fact("edited", "it is from an exchange edited by hand")) }
        if let exception = version.exception { lines.append(.fact("exception", exception)) }
        if version.updateFailures > 0 {
            lines.append(
                .fact("failed", "\(version.updateFailures) updates in a row under this template-tag"))
        }
        return lines + page.notes.map { .fact("repaired", $0) }
    }

    /// Returns the template tag, with a note if no header had it.
    private static func templateTag(_ version: PageVersion) -> String {
        guard let tag = version.templateTag else { return "none: it was received without Sonic" }
        return version.sentTemplateTag == nil
            ? "\(tag), computed here or from an update, since its headers had none" : tag
    }

    /// Returns the validator and its origin.
    private static func validator(_ version: PageVersion) -> String {
        guard let etag = version.etag else { return "none" }
        let key = version.headers.first("sonic-etag-key") ?? ""
        let name = key.isEmpty ? "ETag" : key
        guard let sent = version.sentETag else {
            return "\(etag), the SHA-1 of its bytes, since no \(name) was received"
        }
        return sent == etag ? "\(etag), its \(name)" : "\(etag), of its \(name): \(sent)"
    }

    static func asked(_ turn: SessionTrace.Turn) -> [Line] {
        guard let request = turn.request else { return [] }
        var lines: [Line] = []
        if turn.sentHead.isEmpty {
            lines.append(.words("raw bytes not captured; this is the request as planned"))
            lines.append(.wire("\(request.method) \(request.url.requestTarget)"))
            for field in turn.fields {
                lines += [.wire("\(field.field.name): \(field.field.value)"), .why(field.why)]
            }
        } else {
            lines += sent(turn)
        }
        if !request.body.isEmpty { lines.append(.fact("body", "\(request.body.count) bytes")) }
        lines += request.body.files.map { .fact("file", $0.words) }
        return lines + turn.notes.map { .words($0.words) }
    }

    /// Returns the lines sent, each with its reason, and those removed by hand.
    private static func sent(_ turn: SessionTrace.Turn) -> [Line] {
        var left = turn.fields
        var byHand = EditedFields(turn)
        let lines = wireLines(turn.sentHead).enumerated().flatMap { index, text -> [Line] in
            guard index > 0, let field = Headers(behindFirstLineOf: Array("\n".utf8) + text).fields.first
            else {
                return [.wire(Bytes.text(text))] + (byHand?.whyRequestLine(text) ?? []).map { .why($0) }
            }
            let known = left.firstIndex {
                $0.field.isNamed(field.name) && $0.field.valueBytes == field.valueBytes
            }
            let edit = byHand?.why(field)
            let why = known.map { left.remove(at: $0).why } ?? edit ?? "the connection's own"
            return [.wire(Bytes.text(text)), .why(why)]
        }
        return lines + (byHand?.removed ?? []).map { .fact("removed by hand", $0) }
    }

    /// Returns the lines of a header section without the empty one at its end.
    static func wireLines(_ head: [UInt8]) -> [[UInt8]] {
        Bytes.lines(of: head).map { Array($0) }
    }
}

/// The edits of a request's fields, compared with the request as it was decided. Secrets are masked in the texts.
struct EditedFields {
    private let original: Request
    private let url: WebURL
    /// The fields of the decided request that are not matched to a line yet.
    private var left: [HeaderField]

    /// Creates the comparison; nil if the request was not edited.
    init?(_ turn: SessionTrace.Turn) {
        let originals = turn.edits.compactMap { edit -> Request? in
            if case .request(let original) = edit { original } else { nil }
        }
        guard let original = originals.first else { return nil }
        self.original = original
        url = turn.request?.url ?? original.url
        left = original.headers.fields
    }

    /// Returns the edit of a field that was sent; nil if it is as decided, and if the connection adds it.
    mutating func why(_ field: HeaderField) -> String? {
        if let same = left.firstIndex(where: { $0.isNamed(field.name) && $0.valueBytes == field.valueBytes })
        {
            left.remove(at: same)
            return nil
        }
        if let other = left.firstIndex(where: { $0.isNamed(field.name) }) {
            let decided = left.remove(at: other)
            return "edited by hand; originally \(Self.masked(decided))"
        }
        let isOwn =
            Self.added.contains { field.isNamed($0) }
            || field.isNamed("host") && field.value == url.hostAndPort
        return isOwn ? nil : "added by hand"
    }

    /// Returns the edit of the request line; empty if it is as decided.
    func whyRequestLine(_ line: [UInt8]) -> [String] {
        let words = Bytes.text(line).split(separator: " ").map(String.init)
        guard words.count >= 2 else { return [] }
        // Through a proxy it has the absolute address.
        let targets = [original.url.requestTarget, original.url.withoutFragment.withoutCredentials.href]
        guard words[0] != original.method || !targets.contains(words[1]) else { return [] }
        return ["edited by hand; originally \(original.method) \(original.url.requestTarget)"]
    }

    /// The fields of the decided request that were not sent.
    var removed: [String] { left.map(Self.masked) }

    /// The fields that connections add themselves.
    private static let added = [
        "authorization", "connection", "content-length", "content-type", "http2-settings",
        "proxy-authorization",
        "proxy-connection", "transfer-encoding", "upgrade",
    ]

    private static func masked(_ field: HeaderField) -> String {
        "\(field.name): \(Secrets.masked.value(of: field))"
    }
}
