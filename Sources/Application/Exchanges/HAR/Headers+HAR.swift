import SonicProtocol

/// Header fields in JSON in the format of HAR. Bytes that are not UTF-8 are added in Base64.
extension Headers {
    static let nameBytes = "_nameBytes"
    static let valueBytes = "_valueBytes"

    /// Returns the fields with `name` and `value`, and their bytes if they are needed. The bytes of a secret are masked
    /// with it.
    package func recorded(_ secrets: Secrets) -> JSONValue {
        .array(
            fields.map { field in
                let shown = secrets.value(of: field)
                let bytes = shown == field.value ? HeaderValue(field.valueBytes) : nil
                return .record([
                    .init("name", .string(field.name)), .init("value", .string(shown)),
                    .init(Self.nameBytes, .bytes(unlessText: HeaderValue(field.nameBytes))),
                    .init(Self.valueBytes, .bytes(unlessText: bytes)),
                ])
            })
    }

    /// The headers of a request that Sonic uses, as one object.
    package var tagsSent: JSONValue { tags(["If-None-Match", "template-tag", "accept-diff"]) }

    /// The headers of a response that Sonic uses, as one object.
    package var tagsReceived: JSONValue {
        tags(["sonic-etag-key", "ETag", "template-tag", "template-change", "cache-offline"])
    }

    private func tags(_ names: [String]) -> JSONValue {
        .object(names.compactMap { name in first(name).map { JSONValue.Member(name, .string($0)) } })
    }
}
