import SonicProtocol

/// A header field in JSON in the format of HAR. Bytes that are not UTF-8 are added in Base64.
package enum HeaderRecord {
    private static let nameBytes = "_nameBytes"
    private static let valueBytes = "_valueBytes"

    /// Returns `name` and `value`, and their bytes if they are needed. The bytes of a secret are masked with it.
    static func value(_ field: HeaderField, _ secrets: Secrets) -> JSONValue {
        let shown = secrets.value(of: field)
        let bytes = shown == field.value ? HeaderValue(field.valueBytes) : nil
        return .record([
            .init("name", .string(field.name)), .init("value", .string(shown)),
            .init(nameBytes, .bytes(unlessText: HeaderValue(field.nameBytes))),
            .init(valueBytes, .bytes(unlessText: bytes)),
        ])
    }

    /// Returns a list of fields.
    package static func values(_ headers: Headers, _ secrets: Secrets) -> JSONValue {
        .array(headers.fields.map { value($0, secrets) })
    }

    /// Returns the headers of a request that Sonic uses, as one object.
    package static func tagsSent(_ headers: Headers) -> JSONValue {
        tags(["If-None-Match", "template-tag", "accept-diff"], in: headers)
    }

    /// Returns the headers of a response that Sonic uses, as one object.
    package static func tagsReceived(_ headers: Headers) -> JSONValue {
        tags(["sonic-etag-key", "ETag", "template-tag", "template-change", "cache-offline"], in: headers)
    }

    private static func tags(_ names: [String], in headers: Headers) -> JSONValue {
        .object(
            names.compactMap { name in
                headers.first(name).map { JSONValue.Member(name, .string($0)) }
            })
    }

    /// Returns the field of an object. If a text does not match the bytes next to it, it was edited, and takes
    /// precedence.
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
