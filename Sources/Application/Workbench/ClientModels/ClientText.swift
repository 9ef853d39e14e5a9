import SonicProtocol

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
        default:
            self = body.allSatisfy { $0 < 0x80 } ? .text(body) : .unknown(encoding: name)
        }
    }

    private static func utf8(_ body: [UInt8], on client: ClientModel) -> ClientText {
        if isValid(body) { return .text(body) }
        switch client {
        case .android: return .text(Array(String(decoding: body, as: UTF8.self).utf8))
        case .ios: return .none
        }
    }

    static func isValid(_ bytes: [UInt8]) -> Bool {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }

    /// Returns the encoding declared by Content-Type, in lower case; UTF-8 by default.
    private static func encoding(_ type: String?) -> String {
        let type = (type ?? "").lowercased()
        guard let found = type.firstRange(of: "charset=") else { return "utf-8" }
        let name = type[found.upperBound...].prefix { $0 != ";" }.filter { $0 != " " && $0 != "\"" }
        return name.isEmpty ? "utf-8" : String(name)
    }
}
