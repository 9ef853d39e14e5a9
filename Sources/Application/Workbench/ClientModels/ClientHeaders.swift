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
        let sender = client == .android ? RequestClient.android : .ios
        return filled(etagName).map { sender.stored($0, named: etagName) }
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
