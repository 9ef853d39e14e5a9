/// The values of a request in the fields listed in a response's Vary (RFC 9111 §4.1).
public enum VaryKey: Hashable, Sendable {
    /// Vary is `*` or invalid: no other request is known to match this response.
    case any
    /// The distinct fields, sorted by name; empty for a response without Vary.
    case fields([Field])

    /// A field of the request.
    public struct Field: Hashable, Sendable {
        /// The name in lower case.
        public let name: String
        /// The normalized value; nil if the request does not have the field, which differs from an empty one.
        public let value: String?

        /// Creates a field.
        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }

    /// Reads the fields of `request` that are listed in Vary of `response`.
    public init(response: Headers, request: Headers) {
        let names = Headers.members(of: response.all("vary")).map { $0.lowercased() }
        guard names.allSatisfy({ HeaderField($0, "").isWellFormed && $0 != "*" }) else {
            self = .any
            return
        }
        self = .fields(Set(names).sorted().map { Field(name: $0, value: Self.value(of: $0, in: request)) })
    }

    /// Whether a request with these headers has the same values in those fields. `.any` never matches.
    public func matches(_ request: Headers) -> Bool {
        switch self {
        case .any: false
        case .fields(let fields): fields.allSatisfy { $0.value == Self.value(of: $0.name, in: request) }
        }
    }

    /// Returns the key for requests with exactly this Range, so that a part records the request it satisfied.
    func adding(range: String) -> VaryKey {
        switch self {
        case .any: .any
        case .fields(let fields): .fields(fields + [Field(name: Self.rangeName, value: range)])
        }
    }

    /// The Range added by `adding(range:)`; nil for none.
    var range: String? {
        if case .fields(let fields) = self { fields.first { $0.name == Self.rangeName }?.value } else { nil }
    }

    private static let rangeName = "range"

    /// The names of the fields; nil for `.any`.
    var names: [String]? {
        if case .fields(let fields) = self { fields.map(\.name) } else { nil }
    }

    /// The fields that are not lists, in which a comma is an ordinary character (RFC 9110 §5.5). Unknown fields count
    /// as lists: most fields with commas are.
    private static let singletons: Set = [
        "authorization", "content-disposition", "content-location", "content-type", "cookie", "date", "from",
        "host", "if-modified-since", "if-range", "if-unmodified-since", "origin", "proxy-authorization",
        "range", "referer", "user-agent",
    ]
    /// The lists whose members have no order (RFC 9110 §12.4.2: only the weight distinguishes them).
    private static let unordered: Set = ["accept", "accept-charset", "accept-encoding", "accept-language"]
    /// Of these, the case-insensitive ones (§12.5.2, §12.5.3, RFC 4647 §2).
    private static let caseless: Set = ["accept-charset", "accept-encoding", "accept-language"]

    /// Returns the normalized value of a field (RFC 9111 §4.1): without its division into lines and blanks around
    /// commas and, if the definition of the field allows it, without case and order. Values that are not lists are not
    /// normalized.
    private static func value(of name: String, in request: Headers) -> String? {
        let lines = exactLines(of: name, in: request)
        guard !lines.isEmpty else { return nil }
        guard !singletons.contains(name) else { return lines.joined(separator: "\n") }
        var parts = lines.flatMap(Headers.parts)
        guard unordered.contains(name) else { return parts.joined(separator: ",") }
        parts = parts.filter { !$0.isEmpty }.map { part in
            Headers.split(part, at: UInt8(ascii: ";")).map { Bytes.text(Bytes.trimmed($0)) }
                .joined(separator: ";")
        }
        if caseless.contains(name) { parts = parts.map { $0.lowercased() } }
        return parts.sorted().joined(separator: ",")
    }

    /// Returns the lines of a field with one character per byte, so that different bytes are different text.
    private static func exactLines(of name: String, in request: Headers) -> [String] {
        request.fields.filter { $0.isNamed(name) }.map { field in
            String(String.UnicodeScalarView(field.valueBytes.map { Unicode.Scalar($0) }))
        }
    }
}
