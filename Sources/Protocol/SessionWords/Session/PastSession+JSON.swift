import SonicProtocol
import SonicSession

// A session of the history as a JSON object on one line, for files and for `sonic history --json`.
extension PastSession {
    /// The session as an object.
    public var json: JSONValue {
        [
            "time": .string(CalendarTime.timestamp(began)), "began": .integer(began.milliseconds),
            "milliseconds": .integer(took.wholeMilliseconds), "requested": .string(requested.href),
            "url": .string(url.href), "page": .string(pageID.digest), "outcome": .string(outcome),
            "code": .integer(orNull: code), "status": .integer(orNull: status),
            "reason": .string(reason.words),
            "changedBlocks": .array(changedBlocks.map { .string($0) }),
            "bytesReceived": .integer(bytesReceived), "bytesSent": .integer(bytesSent),
            "pageBytes": .integer(orNull: pageBytes),
            "found": .integer(orNull: found), "left": .integer(orNull: left),
            "exception": .string(orNull: exception),
        ]
    }
}
