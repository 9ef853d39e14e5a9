import SonicProtocol

/// The headers of a response as a client looks them up: by case-insensitive names, with repeated ones joined.
struct ClientHeaders {
    private let headers: Headers
    private let client: ClientModel

    init(_ headers: Headers, on client: ClientModel) {
        self.headers = headers
        self.client = client
    }

    /// The value of a name; nil for none. Repeated headers are joined to one text, which then equals none of the words
    /// that a client recognizes.
    subscript(name: String) -> String? {
        let values = headers.all(name)
        guard !values.isEmpty else { return nil }
        switch client {
        case .android: return values.joined(separator: ",")
        case .ios: return values.joined(separator: ", ")
        }
    }

    /// Returns the value of a name; nil if it is missing or empty.
    func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The name of the header with the validator.
    var etagName: String { filled("sonic-etag-key") ?? "eTag" }

    /// The same in its usual spelling.
    var etagTitle: String { etagName == "eTag" ? "ETag" : etagName }

    /// The validator as the client stores and sends it; nil for none.
    var etag: String? {
        guard let value = filled(etagName) else { return nil }
        switch client {
        case .android: return Self.androidETag(value)
        // With another header name, the unquoted value is stored under a name that is never read.
        case .ios: return ["eTag", "etag"].contains(etagName) ? Self.iosETag(value) : value
        }
    }

    /// Returns a weak validator in lower case, without its prefix and any quotes; a strong one unchanged.
    private static func androidETag(_ value: String) -> String {
        let lowered = value.lowercased()
        guard lowered.hasPrefix("w/") else { return value }
        return String(lowered.replacing("w/", with: "").filter { $0 != "\"" })
    }

    /// Returns a weak validator without its prefix and the outer quotes; a strong one unchanged.
    private static func iosETag(_ value: String) -> String {
        guard value.hasPrefix("W/"), value.count > 3 else { return value }
        let tag = value.dropFirst(2)
        let isQuoted = tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 3
        return String(isQuoted ? tag.dropFirst().dropLast() : tag)
    }
}

extension String {
    /// The Boolean value of the text in Apple's libraries: whether, after whitespace, a sign and zeros, a Y, a T or a
    /// digit follows.
    var appleTruth: Bool {
        var text = Substring(self).drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
        if text.first == "-" || text.first == "+" { text.removeFirst() }
        text = text.drop { $0 == "0" }
        return text.first.map { "YyTt123456789".contains($0) } ?? false
    }
}
