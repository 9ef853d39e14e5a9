import SonicProtocol

/// A header field in JSON as HAR has it. What its texts do not say, since the bytes are no UTF-8, stands beside them in
/// Base64.
enum HeaderRecord {
    private static let nameBytes = "_nameBytes"
    private static let valueBytes = "_valueBytes"

    /// `name` and `value`, and their bytes where they are needed. The bytes of a secret are masked with it.
    static func value(_ field: HeaderField, _ secrets: Secrets) -> JSONValue {
        let shown = secrets.value(of: field)
        let bytes = shown == field.value ? HeaderValue(field.valueBytes) : nil
        return .record([
            .init("name", .string(field.name)), .init("value", .string(shown)),
            .init(nameBytes, .bytes(unlessText: HeaderValue(field.nameBytes))),
            .init(valueBytes, .bytes(unlessText: bytes)),
        ])
    }

    /// A list of fields.
    static func values(_ headers: Headers, _ secrets: Secrets) -> JSONValue {
        .array(headers.fields.map { value($0, secrets) })
    }

    /// The field that an object says. Where a text is not that of the bytes beside it, somebody changed the text, and it
    /// counts.
    static func field(_ node: JSONNode) throws(RecordingMistake) -> HeaderField {
        HeaderField(
            nameBytes: bytes(try text("name", of: node), node[nameBytes]),
            valueBytes: bytes(try text("value", of: node), node[valueBytes]))
    }

    private static func text(_ name: String, of node: JSONNode) throws(RecordingMistake) -> String {
        guard let text = node[name]?.string else {
            throw (node[name] ?? node).mistake("Expected “\(name)”, a string.")
        }
        return text
    }

    private static func bytes(_ text: String, _ exact: JSONNode?) -> [UInt8] {
        guard let exact = exact?.string.flatMap({ Base64.bytes($0.utf8) }), Bytes.text(exact) == text else {
            return Array(text.utf8)
        }
        return exact
    }
}
