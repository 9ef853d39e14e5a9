import SonicProtocol

/// The record of a request that has ended: its request line, its outcome, and its size.
public struct RequestRecord: Sendable, Equatable {
    /// When its first line was read.
    public var begun: Instant
    /// The client's address without its port; empty if unknown.
    public var client: String
    /// The method as sent.
    public var method: String
    /// The target as sent; it may be any text.
    public var target: String
    /// The status of the response; nil if there was none.
    public var status: Int?
    /// The outcome.
    public var outcome: SonicOutcome
    /// The tags that the client sent.
    public var asked: Tags
    /// The tags that it received.
    public var sent: Tags
    /// The number of body bytes that were sent.
    public var bytes: Int
    /// The number of body bytes that a server without Sonic would have sent.
    public var plainBytes: Int
    /// The time from the first line to the end of the response.
    var duration: Duration
    /// Further notes, a few words each.
    public var notes: [String] = []
    /// The faults applied, in order.
    var faults: [Fault] = []

    /// A page's tags.
    public struct Tags: Sendable, Equatable {
        /// The `ETag`.
        public var etag: String?
        /// The `template-tag`.
        var template: String?
    }

    /// The record as a line for display: time, client, method, target, status, outcome, request and response tags
    /// (eight characters of each), bytes sent and bytes without Sonic, milliseconds; after `#` the notes. No line
    /// contains control characters, and no column before `#` a blank.
    public var line: String {
        [
            CalendarTime.timestamp(begun), client.isEmpty ? "-" : client, LogText.word(method),
            LogText.word(target),
            status.map(String.init) ?? "-", outcome.rawValue, "asked=\(Self.short(asked))",
            "sent=\(Self.short(sent))", "\(bytes)/\(plainBytes)", "\(duration.wholeMilliseconds)ms",
        ].joined(separator: " ") + (notes.isEmpty ? "" : " # \(LogText.line(notes.joined(separator: "; ")))")
    }

    /// The record as a JSON object.
    public var json: JSONValue {
        [
            "time": .string(CalendarTime.timestamp(begun)), "client": .string(client),
            "method": .string(method),
            "target": .string(target), "status": status.map(JSONValue.integer) ?? .null,
            "outcome": .string(outcome.rawValue), "asked": Self.json(asked), "sent": Self.json(sent),
            "bytes": .integer(bytes), "plainBytes": .integer(plainBytes),
            "milliseconds": .integer(duration.wholeMilliseconds),
            "notes": .array(notes.map(JSONValue.string)),
        ]
    }

    /// The same record with parts of client-controlled length shortened.
    public var brief: RequestRecord {
        func first(_ count: Int, of text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
        }
        func short(_ tags: Tags) -> Tags {
            Tags(etag: tags.etag.map { first(40, of: $0) }, template: tags.template.map { first(40, of: $0) })
        }
        var brief = self
        brief.method = first(20, of: method)
        brief.target = first(60, of: target) + "…"
        brief.asked = short(asked)
        brief.sent = short(sent)
        brief.notes = []
        return brief
    }

    private static func json(_ tags: Tags) -> JSONValue {
        ["etag": .string(orNull: tags.etag), "template": .string(orNull: tags.template)]
    }

    private static func short(_ tags: Tags) -> String {
        [tags.etag, tags.template].map { tag in
            tag.map { LogText.word(String($0.prefix(8))) } ?? "-"
        }.joined(separator: ",")
    }
}
