/// One header field as it stands on the wire: the bytes of its name and of its value.
///
/// Values are trimmed of leading and trailing spaces and tabs (RFC 9110 §5.5); everything else is kept,
/// bytes outside ASCII included.
public struct HeaderField: Hashable, Sendable {
    /// The name's bytes, in the sender's case.
    public let nameBytes: [UInt8]
    /// The value's bytes, trimmed.
    public let valueBytes: [UInt8]

    /// A field from raw bytes; the value is trimmed here.
    public init(nameBytes: some Sequence<UInt8>, valueBytes: some BidirectionalCollection<UInt8>) {
        self.nameBytes = Array(nameBytes)
        self.valueBytes = Array(Bytes.trimmed(valueBytes))
    }

    /// A field from raw bytes as they lie in memory; the value is trimmed here. A server reads some ten at each
    /// request, and the general way costs three times as much from another module.
    package init(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        nameBytes = Array(name)
        valueBytes = Array(Bytes.trimmed(value))
    }

    /// A field from text, encoded as UTF-8.
    public init(_ name: String, _ value: String) {
        nameBytes = Array(name.utf8)
        let bytes = Array(value.utf8)
        let trimmed = Bytes.trimmed(bytes)
        // Most need no trimming, and so no second copy.
        valueBytes = trimmed.count == bytes.count ? bytes : Array(trimmed)
    }

    /// A field of this value, byte for byte.
    public init(_ name: String, _ value: HeaderValue) {
        self.init(nameBytes: name.utf8, valueBytes: value.bytes)
    }

    /// The name as text, in the sender's case; bytes that are not UTF-8 are read as Latin-1.
    public var name: String { Bytes.text(nameBytes) }

    /// The value as text; bytes that are not UTF-8 are read as Latin-1.
    public var value: String { Bytes.text(valueBytes) }

    /// Whether the name equals `name` without regard to ASCII case (RFC 9110 §5.1).
    public func isNamed(_ name: String) -> Bool {
        // Most names differ in length already, which is told without a call.
        nameBytes.count == name.utf8.count && Bytes.equalIgnoringCase(nameBytes, name.utf8)
    }

    /// Whether the name is that of another field, by their bytes: one that is no UTF-8 is another one as text.
    func hasName(of other: HeaderField) -> Bool {
        nameBytes.count == other.nameBytes.count && Bytes.equalIgnoringCase(nameBytes, other.nameBytes)
    }
}

/// Header fields in the order they were sent or received, doubled ones kept apart.
public struct Headers: Hashable, Sendable {
    /// The fields in wire order.
    public private(set) var fields: [HeaderField]

    /// Headers from fields in wire order.
    public init(_ fields: [HeaderField] = []) {
        self.fields = fields
    }

    /// The first value under `name`, without regard to case; nil when there is none. Linear in the fields.
    public func first(_ name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }

    /// The bytes of that value, for what has to go back as it came. Linear in the fields.
    public func firstBytes(_ name: String) -> [UInt8]? {
        fields.first { $0.isNamed(name) }?.valueBytes
    }

    /// The same of every value under `name`, in wire order. Linear in the fields.
    public func values(_ name: String) -> [HeaderValue] {
        var values: [HeaderValue] = []
        for field in fields where field.isNamed(name) { values.append(HeaderValue(field.valueBytes)) }
        return values
    }

    /// Every value under `name` in wire order. Linear in the fields.
    public func all(_ name: String) -> [String] {
        var values: [String] = []
        for field in fields where field.isNamed(name) { values.append(field.value) }
        return values
    }

    /// Whether a field of this name is present.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.isNamed(name) }
    }

    /// Whether If-None-Match brings a page's tag. Compressing proxies weaken and quote what they forward, so it is read
    /// as the bare tag (docs/reference/protocol.md#etag). Linear in the fields.
    package func hasValidator(_ tag: String) -> Bool {
        fields.contains { field in
            field.isNamed("If-None-Match")
                && field.valueBytes.split(separator: UInt8(ascii: ",")).contains { validator in
                    Bytes.equalIgnoringCase(ResponseTags.bare(Bytes.trimmed(validator)), tag.utf8)
                }
        }
    }

    /// Adds a field at the end, beside any others of its name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(HeaderField(name, value))
    }

    /// Adds a field at the end, beside any others of its name.
    public mutating func append(_ field: HeaderField) {
        fields.append(field)
    }

    /// Puts `value` in place of the first field of this name and removes the others; appends when there is none.
    public mutating func replace(_ name: String, _ value: String) {
        guard let index = fields.firstIndex(where: { $0.isNamed(name) }) else {
            return append(name, value)
        }
        let kept = fields[index]
        fields[index] = HeaderField(nameBytes: kept.nameBytes, valueBytes: Array(value.utf8))
        let tail = fields[(index + 1)...].filter { !$0.isNamed(name) }
        fields = fields[...index] + tail
    }

    /// Puts these fields at the end in place of all others of their names, each as a line of its own. One
    /// without a value only removes.
    public mutating func overlay(_ fields: [HeaderField]) {
        for field in fields { remove(field.name) }
        self.fields += fields.filter { !$0.valueBytes.isEmpty }
    }

    /// Removes every field of this name.
    public mutating func remove(_ name: String) {
        fields.removeAll { $0.isNamed(name) }
    }
}

extension Headers {
    /// The names of what describes the stored body, or a connection.
    private static let keptByRenewal = [
        "content-length", "content-encoding", "content-type", "content-range", "transfer-encoding",
        "connection", "keep-alive", "upgrade", "trailer", "te", "proxy-connection", "etag",
        "sonic-etag-key", "template-tag", "template-change", "cache-offline", "set-cookie",
    ].map { HeaderField($0, "") }

    /// These headers after a 304 brought others (RFC 9111 §3.2): each field of the 304 stands in place of the
    /// stored ones of its name, except those that describe the stored body or the connection. Nothing is erased but
    /// the Age, which is the confirmation's; a Date that came becomes the confirmation's, or when that was received.
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
}

extension HeaderField {
    /// Whether the name is a token and the value holds no control characters but tabs (RFC 9110 §5.1, §5.5), so
    /// that the field can be sent.
    public var isWellFormed: Bool {
        !nameBytes.isEmpty && nameBytes.allSatisfy(Self.isTokenByte)
            && valueBytes.allSatisfy(Bytes.isSendable)
    }

    /// Whether a byte may be in a token (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A: true
        // The other marks: !#$%&'*+-.|~
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }
}
