import SonicProtocol

/// A request, its response, and the stored page: everything that determines a client's behaviour.
public struct ClientExchange: Sendable {
    /// The stored page in full; nil for none. The client is assumed to have received it in full, too.
    public var storedPage: CachedPage?
    /// The tags of the request.
    public var asked: RequestConditions
    /// The status of the first redirect; nil for none.
    public var redirectStatus: Int?
    /// The status of the response.
    public var status: Int
    /// The headers of the response.
    public var headers: Headers
    /// The body of the response, content coding removed.
    public var body: [UInt8]

    /// A page and its headers.
    /// A page that the client holds, and the headers that came with it.
    public typealias CachedPage = (html: [UInt8], headers: Headers)

    /// Returns how the client handles this response. Total on any bytes; linear in them, except where data contain each
    /// other's names, and then bounded (`ClientMerge`).
    public func reading(on client: ClientModel, hashes: Hashes) -> ClientOutcome {
        var reader = ClientReader(self, client, hashes)
        guard reader.reading.outcome != .unknown else { return reader.reading }
        switch client {
        case .android: reader.readOnAndroid()
        case .ios: reader.readOnIOS()
        }
        return reader.reading
    }
}

/// One of VasSonic's two clients, whose rules for responses are in docs/reference/protocol.md#phones.
public enum ClientModel: String, Sendable, CaseIterable {
    /// The iOS framework.
    case ios
    /// The Android SDK, in its usual mode.
    case android

    /// The display name.
    public var title: String { self == .ios ? "iOS" : "Android" }
}

/// The headers of a response as a client looks them up: by case-insensitive names, with repeated ones joined.
struct ClientHeaders {
    let headers: Headers
    let client: ClientModel

    /// The value of a name; nil for none. Repeated headers are joined to one text, which then equals none of the words
    /// that a client recognizes.
    subscript(name: String) -> String? {
        let values = headers.all(name)
        return values.isEmpty ? nil : values.joined(separator: client == .android ? "," : ", ")
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

/// A body decoded to UTF-8, as both clients do before anything else.
enum ClientText: Equatable {
    /// The text.
    case text([UInt8])
    /// The client cannot decode it.
    case none
    /// The client may support this encoding, but this model does not.
    case unknown(encoding: String)

    /// Decodes a body with these headers as the client does. Linear.
    init(_ body: [UInt8], _ headers: ClientHeaders, on client: ClientModel) {
        let name = Self.encoding(headers["content-type"])
        switch name {
        case "utf-8", "utf8": self = Self.utf8(body, on: client)
        case "iso-8859-1", "latin1", "us-ascii", "ascii":
            self = .text(body.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] })
        default: self = body.allSatisfy { $0 < 0x80 } ? .text(body) : .unknown(encoding: name)
        }
    }

    private static func utf8(_ body: [UInt8], on client: ClientModel) -> ClientText {
        if isValid(body) { return .text(body) }
        return client == .ios ? .none : .text(Array(String(decoding: body, as: UTF8.self).utf8))
    }

    static func isValid(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// Returns the encoding declared by Content-Type, in lower case; UTF-8 by default.
    private static func encoding(_ type: String?) -> String {
        let type = (type ?? "").lowercased()
        guard let found = type.firstRange(of: "charset=") else { return "utf-8" }
        let name = type[found.upperBound...].prefix { $0 != ";" }.filter { $0 != " " && $0 != "\"" }
        return name.isEmpty ? "utf-8" : String(name)
    }
}
