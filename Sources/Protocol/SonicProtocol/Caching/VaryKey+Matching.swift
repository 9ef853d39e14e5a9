extension VaryKey {
    /// What `request` has in the fields that Vary of `response` names.
    public init(response: Headers, request: Headers) {
        let names = FieldList.members(of: response.all("vary")).map { $0.lowercased() }
        guard names.allSatisfy({ HeaderField($0, "").isWellFormed && $0 != "*" }) else {
            self = .any
            return
        }
        self = .fields(Set(names).sorted().map { Field(name: $0, value: Self.value(of: $0, in: request)) })
    }

    /// Whether a request with these headers has the same in those fields. Nothing matches `.any`.
    public func matches(_ request: Headers) -> Bool {
        switch self {
        case .any: false
        case .fields(let fields): fields.allSatisfy { $0.value == Self.value(of: $0.name, in: request) }
        }
    }

    /// The same for a request that asked for this range, and for no other: so a part keeps what it answered.
    func adding(range: String) -> VaryKey {
        switch self {
        case .any: .any
        case .fields(let fields): .fields(fields + [Field(name: Self.rangeName, value: range)])
        }
    }

    /// The range of `adding(range:)`; nil for none.
    var range: String? {
        switch self {
        case .any: nil
        case .fields(let fields): fields.first { $0.name == Self.rangeName }?.value
        }
    }

    private static let rangeName = "range"

    /// The names that count; nil for `.any`.
    var names: [String]? {
        switch self {
        case .any: nil
        case .fields(let fields): fields.map(\.name)
        }
    }

    /// Fields known to be no lists, so that a comma in them is a character like any other (RFC 9110 §5.5). What is not
    /// known counts as a list: fields that have commas mostly are.
    private static let singletons: Set = [
        "authorization", "content-disposition", "content-location", "content-type", "cookie", "date", "from",
        "host", "if-modified-since", "if-range", "if-unmodified-since", "origin", "proxy-authorization",
        "range", "referer", "user-agent",
    ]
    /// Lists whose members are the same in any order (RFC 9110 §12.4.2: what tells them apart is their
    /// weight).
    private static let unordered: Set = ["accept", "accept-charset", "accept-encoding", "accept-language"]
    /// Those of these that are the same in any case (§12.5.2, §12.5.3, RFC 4647 §2).
    private static let caseless: Set = ["accept-charset", "accept-encoding", "accept-language"]

    /// The value of a field with what carries no meaning taken out (RFC 9111 §4.1): its division into lines and
    /// the blanks around commas, and for those whose definition says so, case and order. Of what is no list nothing is
    /// taken out.
    private static func value(of name: String, in request: Headers) -> String? {
        let lines = exactLines(of: name, in: request)
        guard !lines.isEmpty else { return nil }
        guard !singletons.contains(name) else { return lines.joined(separator: "\n") }
        var parts = lines.flatMap(FieldList.parts)
        guard unordered.contains(name) else { return parts.joined(separator: ",") }
        parts = parts.filter { !$0.isEmpty }.map { part in
            FieldList.split(part, at: UInt8(ascii: ";")).map { Bytes.text(Bytes.trimmed($0)) }
                .joined(separator: ";")
        }
        if caseless.contains(name) { parts = parts.map { $0.lowercased() } }
        return parts.sorted().joined(separator: ",")
    }

    /// The lines of a field, one character a byte, so that other bytes are another text.
    private static func exactLines(of name: String, in request: Headers) -> [String] {
        request.fields.filter { $0.isNamed(name) }.map { field in
            String(String.UnicodeScalarView(field.valueBytes.map { Unicode.Scalar($0) }))
        }
    }
}
