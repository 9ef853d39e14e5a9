/// Values that a server expects back but that cannot be sent.
///
/// Headers must not contain control characters other than the tab (RFC 9110 §5.5), but some are received from the
/// network or read from damaged files. A validator or tag that contains one counts as missing.
extension Headers {
    /// Returns the first value of a header that is not empty and can be sent, byte for byte; nil if there is none.
    public func sendable(_ name: String) -> HeaderValue? {
        values(name).first { !$0.isEmpty && $0.isSendable }
    }

    /// Returns the finding about a value of this header that cannot be sent; nil if there is none.
    public func unsendable(_ name: String) -> Finding? {
        let bytes = values(name).lazy.compactMap { $0.bytes.first { !Bytes.isSendable($0) } }
        return bytes.first.map { byte in
            Finding(
                .validatorUnsendable,
                "\(name) contains the control character 0x\(Bytes.hexadecimal([byte])) and cannot be sent back: "
                    + "it counts as missing")
        }
    }

    /// Returns the fields that can be added to these headers: those whose name is not present and may be added.
    public func taking(_ fields: [HeaderField]) -> [HeaderField] {
        fields.filter { $0.mayBeAdded && !contains($0.name) }
    }

    /// Returns these headers with further fields at the end.
    public func adding(_ fields: [HeaderField]) -> Headers {
        fields.isEmpty ? self : Headers(self.fields + fields)
    }

    /// The headers of one connection, which are not stored (RFC 9111 §3.1, RFC 9110 §7.6.1).
    private static let ofConnection: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The headers that Connection cannot remove, since they are for all recipients (RFC 9110 §7.6.1): without them, a
    /// response would be stored longer, or for more users, than its server allows.
    private static let forAll: Set = [
        "age", "cache-control", "content-encoding", "content-length", "content-range", "content-type", "date",
        "etag", "expires", "last-modified", "location", "vary",
    ]

    /// The headers that describe the stored bytes rather than the resource and are not changed by validation
    /// (RFC 9111 §3.2); the entity tag is the one by which the response was selected.
    private static let ofStoredBytes: Set = [
        "content-encoding", "content-length", "content-range", "etag",
    ]

    /// Returns the headers of a response that are stored: all except those of the connection, with a valid Date
    /// (RFC 9110 §6.6.1).
    func storable(received: Instant) -> Headers {
        var kept = withoutConnectionFields
        if kept.first("date").flatMap({ HTTPDate.parse($0, now: received) }) == nil {
            kept.remove("date")
            kept.append("Date", HTTPDate.text(received))
        }
        return kept
    }

    /// The headers without connection headers and those listed in Connection, as an intermediary forwards them
    /// (RFC 9110 §7.6.1).
    public var withoutConnectionFields: Headers {
        let named = Headers.members(of: all("connection")).map { $0.lowercased() }
        let dropped = Self.ofConnection.union(named.filter { !Self.forAll.contains($0) })
        return Headers(fields.filter { !dropped.contains($0.name.lowercased()) })
    }

    /// The protocol to which a request wants to change its connection; nil for none. HTTP/2 does not count: a server
    /// may ignore that (RFC 9110 §7.8), and other protocols are required by the client.
    package var upgrade: String? {
        guard Headers.members(of: all("connection")).contains(where: { $0.lowercased() == "upgrade" }) else {
            return nil
        }
        return all("upgrade").first { !$0.lowercased().hasPrefix("h2c") }
    }

    /// Returns these stored headers updated by a validation (RFC 9111 §3.2): its fields replace the stored ones of the
    /// same name. Age is taken from it, or removed.
    func confirmed(by confirmation: Headers, received: Instant) -> Headers {
        let news = confirmation.storable(received: received).fields.filter {
            !Self.ofStoredBytes.contains($0.name.lowercased())
        }
        let replaced = Set(news.map { $0.name.lowercased() }).union(["age"])
        return Headers(fields.filter { !replaced.contains($0.name.lowercased()) } + news)
    }

    // Headers whose value is a list (RFC 9110 §5.6.1).

    /// Returns the members of all lines of a header, in order, trimmed, without empty ones; commas within quoted
    /// strings do not separate. An unclosed quoted string ends with its line. Linear.
    package static func members(of lines: [String]) -> [String] {
        lines.flatMap { memberBytes(of: $0).map { Bytes.text($0) } }
    }

    /// Returns the members of one line as bytes.
    static func memberBytes(of line: String) -> [ArraySlice<UInt8>] {
        split(line, at: UInt8(ascii: ",")).map { Bytes.trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Returns the parts of one line between commas, trimmed.
    package static func parts(of line: String) -> [String] {
        split(line, at: UInt8(ascii: ",")).map { Bytes.text(Bytes.trimmed($0)) }
    }

    /// Splits a line at `separator`, except within quoted strings.
    static func split(_ line: String, at separator: UInt8) -> [ArraySlice<UInt8>] {
        let bytes = Array(line.utf8)
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            // An escaped character neither ends the string nor separates.
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case separator where !isQuoted:
                parts.append(bytes[start..<index])
                start = index + 1
            default: break
            }
            index += 1
        }
        parts.append(bytes[start...])
        return parts
    }

    /// Returns the seconds after which a server requests a retry, given by `Retry-After` (RFC 9110 §10.2.3) as a number
    /// or as a date; 0 for a date in the past. Nil if the header is missing or invalid.
    /// - Parameter now: The time from which a date is counted.
    public func retryAfter(now: Instant) -> Int64? {
        guard let text = first("retry-after") else { return nil }
        if let seconds = DeltaSeconds.parse(text) { return seconds }
        guard let date = HTTPDate.parse(text, now: now) else { return nil }
        let (left, isTooLarge) = date.milliseconds.subtractingReportingOverflow(now.milliseconds)
        guard !isTooLarge, left > 0 else { return isTooLarge ? nil : 0 }
        return left / 1000 + (left % 1000 > 0 ? 1 : 0)
    }
}
