import SonicProtocol

/// An answer's headers as a phone looks them up: by names in any case, doubled ones joined.
struct ClientHeaders {
    private let headers: Headers
    private let phone: ClientModel

    init(_ headers: Headers, on phone: ClientModel) {
        self.headers = headers
        self.phone = phone
    }

    /// The value under a name; nil for none. Doubled ones become one text, which then equals none of the words a
    /// phone knows.
    subscript(name: String) -> String? {
        let values = headers.all(name)
        guard !values.isEmpty else { return nil }
        switch phone {
        case .android: return values.joined(separator: ",")
        case .ios: return values.joined(separator: ", ")
        }
    }

    /// The value under a name, nil where it is missing or empty.
    func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The name of the header that holds the validator.
    var etagName: String { filled("sonic-etag-key") ?? "eTag" }

    /// The same, as people write it.
    var etagTitle: String { etagName == "eTag" ? "ETag" : etagName }

    /// The validator as the phone stores and sends it; nil for none.
    var etag: String? {
        guard let value = filled(etagName) else { return nil }
        switch phone {
        case .android: return Self.androidETag(value)
        // Where another name is given, what was unquoted is stored under a name that nobody reads.
        case .ios: return ["eTag", "etag"].contains(etagName) ? Self.iosETag(value) : value
        }
    }

    /// A weak validator in lower case, without its mark and any quotes; a strong one as it is.
    private static func androidETag(_ value: String) -> String {
        let lowered = value.lowercased()
        guard lowered.hasPrefix("w/") else { return value }
        return String(lowered.replacing("w/", with: "").filter { $0 != "\"" })
    }

    /// A weak validator without its mark and the outer quotes; a strong one as it is.
    private static func iosETag(_ value: String) -> String {
        guard value.hasPrefix("W/"), value.count > 3 else { return value }
        let tag = value.dropFirst(2)
        let isQuoted = tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 3
        return String(isQuoted ? tag.dropFirst().dropLast() : tag)
    }
}

extension String {
    /// The truth in a text as Apple's libraries see it: behind blanks, a sign and zeros, whether a Y, a T or a digit
    /// follows.
    var appleTruth: Bool {
        var text = Substring(self).drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
        if text.first == "-" || text.first == "+" { text.removeFirst() }
        text = text.drop { $0 == "0" }
        return text.first.map { "YyTt123456789".contains($0) } ?? false
    }
}
