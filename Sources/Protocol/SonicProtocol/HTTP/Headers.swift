/// A header field as sent or received: the bytes of its name and of its value.
///
/// Values are trimmed of leading and trailing spaces and tabs (RFC 9110 §5.5); everything else is kept, including
/// non-ASCII bytes.
public struct HeaderField: Hashable, Sendable {
    /// The name's bytes, in the sender's case.
    public let nameBytes: [UInt8]
    /// The value's bytes, trimmed.
    public let valueBytes: [UInt8]

    /// Creates a field from raw bytes and trims the value.
    public init(nameBytes: some Sequence<UInt8>, valueBytes: some BidirectionalCollection<UInt8>) {
        self.nameBytes = Array(nameBytes)
        self.valueBytes = Array(Bytes.trimmed(valueBytes))
    }

    /// Creates a field from raw memory and trims the value. A server parses about ten per request, and the generic
    /// initializer takes three times as long when called from another module.
    package init(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        nameBytes = Array(name)
        valueBytes = Array(Bytes.trimmed(value))
    }

    /// Creates a field from text, encoded as UTF-8.
    public init(_ name: String, _ value: String) {
        nameBytes = Array(name.utf8)
        let bytes = Array(value.utf8)
        let trimmed = Bytes.trimmed(bytes)
        // Most values require no trimming, and so no second copy.
        valueBytes = trimmed.count == bytes.count ? bytes : Array(trimmed)
    }

    /// Creates a field with this value, byte for byte.
    public init(_ name: String, _ value: HeaderValue) {
        self.init(nameBytes: name.utf8, valueBytes: value.bytes)
    }

    /// The name as text, in the sender's case, decoded as Latin-1 if it is not UTF-8.
    public var name: String { Bytes.text(nameBytes) }

    /// The field as HTTP/1.1 writes it: one line with its end.
    package var line: [UInt8] { nameBytes + Array(": ".utf8) + valueBytes + Array("\r\n".utf8) }

    /// The value as text, decoded as Latin-1 if it is not UTF-8.
    public var value: String { Bytes.text(valueBytes) }

    /// Whether the name equals `name`, ignoring ASCII case (RFC 9110 §5.1).
    public func isNamed(_ name: String) -> Bool {
        // Most names differ in length, which is checked without a call.
        nameBytes.count == name.utf8.count && Bytes.equalIgnoringCase(nameBytes, name.utf8)
    }

    /// Whether both names are equal as bytes, ignoring case: one that is not UTF-8 differs as text.
    func hasName(of other: HeaderField) -> Bool {
        nameBytes.count == other.nameBytes.count && Bytes.equalIgnoringCase(nameBytes, other.nameBytes)
    }

    /// Whether the field can be sent: the name is a token and the value contains no control characters except tabs
    /// (RFC 9110 §5.1, §5.5).
    public var isWellFormed: Bool {
        !nameBytes.isEmpty && nameBytes.allSatisfy(Self.isTokenByte)
            && valueBytes.allSatisfy(Bytes.isSendable)
    }

    /// Whether a byte is allowed in a token (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A: true
        // The other characters: !#$%&'*+-.|~
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Whether the user may add a header of this name to responses that lack it. Headers that frame the body, redirect
    /// or set cookies are excluded, and validators, since only the server can identify the bytes.
    public var mayBeAdded: Bool {
        let own = [
            "connection", "content-encoding", "content-length", "etag", "html-sha1", "keep-alive",
            "last-modified", "location", "proxy-connection", "set-cookie", "sonic-etag-key",
            "sonic-html-sha1", "te", "template-tag", "trailer", "transfer-encoding", "upgrade",
        ]
        return isWellFormed && !valueBytes.isEmpty && !own.contains { isNamed($0) }
    }
}

/// Header fields in the order they were sent or received, with repeated ones kept separate.
public struct Headers: Hashable, Sendable {
    /// The fields in wire order.
    public private(set) var fields: [HeaderField]

    /// Creates headers from fields in wire order.
    public init(_ fields: [HeaderField] = []) { self.fields = fields }

    /// Returns the first value of a header, ignoring the case of its name; nil if there is none. Linear in the fields.
    public func first(_ name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

    /// Returns the bytes of the first value of a header, for values that are sent back as received. Linear in the
    /// fields.
    public func firstBytes(_ name: String) -> [UInt8]? { fields.first { $0.isNamed(name) }?.valueBytes }

    /// Returns the bytes of every value of a header, in wire order. Linear in the fields.
    public func values(_ name: String) -> [HeaderValue] {
        var values: [HeaderValue] = []
        for field in fields where field.isNamed(name) { values.append(HeaderValue(field.valueBytes)) }
        return values
    }

    /// Returns every value of a header, in wire order. Linear in the fields.
    public func all(_ name: String) -> [String] {
        var values: [String] = []
        for field in fields where field.isNamed(name) { values.append(field.value) }
        return values
    }

    /// Whether a field of this name is present.
    public func contains(_ name: String) -> Bool { fields.contains { $0.isNamed(name) } }

    /// Whether If-None-Match contains a page's tag. Compressing proxies weaken and quote the tags that they forward, so
    /// bare tags are compared (docs/reference/protocol.md#etag). Linear in the fields.
    package func hasValidator(_ tag: String) -> Bool {
        fields.contains { field in
            field.isNamed("If-None-Match")
                && field.valueBytes.split(separator: UInt8(ascii: ",")).contains { validator in
                    Bytes.equalIgnoringCase(ResponseTags.bare(Bytes.trimmed(validator)), tag.utf8)
                }
        }
    }

    /// Appends a field, in addition to any others of its name.
    public mutating func append(_ name: String, _ value: String) { fields.append(HeaderField(name, value)) }

    /// Appends a field, in addition to any others of its name.
    public mutating func append(_ field: HeaderField) { fields.append(field) }

    /// Replaces the value of the first field of this name and removes the others; appends a field if there is none.
    public mutating func replace(_ name: String, _ value: String) {
        guard let index = fields.firstIndex(where: { $0.isNamed(name) }) else { return append(name, value) }
        let kept = fields[index]
        fields[index] = HeaderField(nameBytes: kept.nameBytes, valueBytes: Array(value.utf8))
        let tail = fields[(index + 1)...].filter { !$0.isNamed(name) }
        fields = fields[...index] + tail
    }

    /// Removes all fields with the names of these, and appends these, each as a separate line. One without a value is
    /// only removed.
    public mutating func overlay(_ fields: [HeaderField]) {
        for field in fields { remove(field.name) }
        self.fields += fields.filter { !$0.valueBytes.isEmpty }
    }

    /// Removes every field of this name.
    public mutating func remove(_ name: String) { fields.removeAll { $0.isNamed(name) } }

    /// The names of headers that describe the stored body, or a connection.
    private static let keptByRenewal = [
        "content-length", "content-encoding", "content-type", "content-range", "transfer-encoding",
        "connection", "keep-alive", "upgrade", "trailer", "te", "proxy-connection", "etag",
        "sonic-etag-key", "template-tag", "template-change", "cache-offline", "set-cookie",
    ].map { HeaderField($0, "") }

    /// Returns these headers updated by a 304 (RFC 9111 §3.2): its fields replace the stored ones of the same name,
    /// except those that describe the stored body or the connection. No others are removed except Age, which is taken
    /// from the 304. A stored Date becomes that of the 304, or the time when it was received.
    public func renewed(by confirmation: Headers, received: Instant) -> Headers {
        let news = confirmation.fields.filter { field in
            !Self.keptByRenewal.contains(where: field.hasName(of:))
        }
        var renewed = Headers()
        renewed.fields.reserveCapacity(fields.count + news.count)
        for field in fields where !field.isNamed("age") && !news.contains(where: field.hasName(of:)) {
            renewed.append(field)
        }
        if renewed.contains("date") { renewed.replace("Date", HTTPDate.text(received)) }
        renewed.fields += news
        return renewed
    }

    /// Whether Content-Encoding contains a coding other than identity.
    var isCoded: Bool {
        Headers.members(of: all("content-encoding")).contains { $0.lowercased() != "identity" }
    }

    /// Whether the caller set a condition.
    var hasCondition: Bool { CacheMode.default.effective(for: self) != .default }

    /// Whether a raw head contains a field of this name; the first line is skipped. Linear, without parsing the fields.
    package static func has(_ name: String, behindFirstLineOf raw: [UInt8]) -> Bool {
        let length = name.utf8.count
        var rest = raw[...]
        while let end = rest.firstIndex(of: 0x0A) {
            rest = rest[(end + 1)...]
            guard rest.count > length, Bytes.equalIgnoringCase(rest.prefix(length), name.utf8) else {
                continue
            }
            switch rest[rest.startIndex + length] {
            case 0x3A, 0x20, 0x09: return true
            default: continue
            }
        }
        return false
    }

    /// Parses the fields of a request's or response's raw head; the first line is skipped. One field per line, with or
    /// without a space after the colon. Lines without a colon are skipped; a folded line (RFC 9112 §5.2) is joined to
    /// the one before it. Linear.
    public init(behindFirstLineOf raw: [UInt8]) {
        var fields: [HeaderField] = []
        fields.reserveCapacity(16)
        raw.withUnsafeBytes { raw in
            var start = (raw.firstIndex(of: 0x0A) ?? raw.endIndex - 1) + 1
            while start < raw.endIndex {
                let end = raw[start...].firstIndex(of: 0x0A) ?? raw.endIndex
                let last = end > start && raw[end - 1] == 0x0D ? end - 1 : end
                Self.append(UnsafeRawBufferPointer(rebasing: raw[start..<last]), into: &fields)
                start = end + 1
            }
        }
        self.init(fields)
    }

    /// Appends one line of a head, without its line end.
    private static func append(_ line: UnsafeRawBufferPointer, into fields: inout [HeaderField]) {
        guard let first = line.first else { return }
        if first == 0x20 || first == 0x09, let before = fields.popLast() {
            fields.append(
                HeaderField(
                    nameBytes: before.nameBytes,
                    valueBytes: before.valueBytes + [0x20] + Bytes.trimmed(line)))
        } else if let colon = line.firstIndex(of: 0x3A), colon > 0 {
            let name = Bytes.trimmed(UnsafeRawBufferPointer(rebasing: line[..<colon]))
            fields.append(
                HeaderField(
                    name: UnsafeRawBufferPointer(rebasing: name),
                    value: UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])))
        }
    }

    /// Removes the fields whose values are secrets.
    public mutating func remove(_ secrets: SecretHeaders) {
        self = Headers(fields.filter { !secrets.contains($0) })
    }
}

/// A header value that is sent back exactly as received: a validator, a tag, the name or value of a cookie.
///
/// Servers may send any byte from 0x80 (RFC 9110 §5.5, obs-text), so values are not always UTF-8. The text is
/// displayed; the bytes are sent and compared.
public struct HeaderValue: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a value of these bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Creates a value from text, as UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a value from text, as UTF-8.
    public init(stringLiteral text: String) { self.init(text) }

    /// The value as text, decoded as Latin-1 if it is not UTF-8.
    public var text: String { Bytes.text(bytes) }

    /// The text if it represents all bytes; nil if they are not UTF-8.
    public var exactText: String? { Bytes.utf8(bytes) }

    /// Whether the value is empty.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether it can be sent: it contains no control characters except tabs (RFC 9110 §5.5).
    public var isSendable: Bool { bytes.allSatisfy(Bytes.isSendable) }
}

extension HeaderValue: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
