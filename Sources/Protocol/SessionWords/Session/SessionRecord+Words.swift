import SonicProtocol
import SonicSession

extension SessionRecord {
    /// Returns the record as a JSON object on one line.
    /// - Parameter time: When it was made, by the wall clock.
    public func json(at time: Instant) -> JSONValue {
        .object(
            [
                .init("time", .string(CalendarTime.timestamp(time))),
                .init("at", .number(at.millisecondsCutToMicrosecond)),
                .init("event", .string(event.rawValue)),
                .init("url", .string(url.href)),
                .init("message", .string(message)),
            ] + figures)
    }

    /// The text of the record, part of a sentence; never a cookie's value or credentials.
    public var message: String { content.words }
}

extension SessionRecord.Content {
    /// The text of the content, part of a sentence.
    var words: String {
        switch self {
        case .refresh: "page requested again"
        case .joined(.preload, let time): "the page was preloaded \(time.wholeMilliseconds) ms earlier"
        case .joined(.load, let time):
            "another load of the page, which began \(time.wholeMilliseconds) ms earlier, is shared"
        case .entered(let phase): phase.rawValue
        case .storedBeginning(let version, let first, let bytes):
            "stored version \(version), the first \(first) of \(bytes) bytes"
        case .stored(let version, let bytes): "stored version \(version), \(bytes) bytes"
        case .verified: "the page on the screen is what was stored"
        case .withdrawn: "the page on the screen is not what was stored"
        case .cachedRedirect(let to, let version):
            "redirected to \(to.href) when last requested: stored version \(version) of it is shown"
        case .request(let method, let notes): ([method] + notes.map(\.words)).joined(separator: "; ")
        case .sent(let bytes): "request headers sent, \(bytes) bytes"
        case .response(let status, let phrase): "status \(status) \(phrase)"
        case .retry(let retry): "\(retry.words): \(retry.reason)"
        case .redirected(let to, let status): "status \(status) redirects to \(to.href)"
        case .page(let bytes): "shown: a full page of \(bytes) bytes"
        case .blocks(let names): "patched: " + names.joined(separator: ", ")
        case .handedOver: "the response is a file: its transfer continues as a download"
        case .edited(let edit): edit.words
        case .newerCopy: "a newer copy is stored; the screen stays unchanged"
        case .ended(let reason): reason.words
        case .sonicOff: "cache-offline: http turns Sonic off for this page"
        case .saved(let version): "version \(version)"
        case .renewed: "the stored page is marked as checked"
        case .removed: "the stored page is removed"
        case .notStored(let what, let failure): "\(what.words): \(failure.description)"
        case .notAllowed(let ban): "nothing is stored: \(ban.words)"
        case .over: "the session ended"
        case .beside(let words): words
        }
    }
}

// A session of the history as a JSON object on one line, for files and for `sonic history --json`.
extension PastSession {
    /// The session as an object.
    public var json: JSONValue {
        [
            "time": .string(CalendarTime.timestamp(began)), "began": .integer(began.milliseconds),
            "milliseconds": .integer(took.wholeMilliseconds), "requested": .string(requested.href),
            "url": .string(url.href), "page": .string(pageID.digest), "outcome": .string(outcome),
            "code": .integer(orNull: code), "status": .integer(orNull: status),
            "reason": .string(reason.words), "reasonCode": .string(orNull: reason.code),
            "why": .string(orNull: why),
            "changedBlocks": .array(changedBlocks.map { .string($0) }),
            "bytesReceived": .integer(bytesReceived), "bytesSent": .integer(bytesSent),
            "pageBytes": .integer(orNull: pageBytes),
            "found": .integer(orNull: found), "left": .integer(orNull: left),
            "exception": .string(orNull: exception),
        ]
    }
}

extension HashCheck.Source {
    /// The name of the source in words.
    public var words: String {
        switch self {
        case .etag: "ETag"
        case .update: "html-sha1 in the update"
        case .head: "html-sha1 in the headers"
        case .templateTag: "template-tag"
        case .stored(let number): "stored version \(number)"
        case .storedTemplate(let number): "the template of stored version \(number)"
        case .proof: "what the update claims"
        }
    }
}
