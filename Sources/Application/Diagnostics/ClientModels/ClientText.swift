import SonicProtocol

/// A body as text in UTF-8, which both phones make of it before they do anything else.
enum ClientText: Equatable {
    /// The text.
    case text([UInt8])
    /// The phone makes no text of it.
    case none
    /// The phone may know this encoding; this model does not.
    case unknown(encoding: String)

    /// What the phone makes of a body that came with these headers. Linear.
    init(_ body: [UInt8], _ headers: ClientHeaders, on phone: ClientModel) {
        let name = Self.encoding(headers["content-type"])
        switch name {
        case "utf-8", "utf8": self = Self.utf8(body, on: phone)
        case "iso-8859-1", "latin1", "us-ascii", "ascii":
            self = .text(body.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] })
        default:
            self = body.allSatisfy { $0 < 0x80 } ? .text(body) : .unknown(encoding: name)
        }
    }

    private static func utf8(_ body: [UInt8], on phone: ClientModel) -> ClientText {
        if isValid(body) { return .text(body) }
        switch phone {
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

    /// The encoding that Content-Type names, in lower case; UTF-8 where it names none.
    private static func encoding(_ type: String?) -> String {
        let type = (type ?? "").lowercased()
        guard let found = type.firstRange(of: "charset=") else { return "utf-8" }
        let name = type[found.upperBound...].prefix { $0 != ";" }.filter { $0 != " " && $0 != "\"" }
        return name.isEmpty ? "utf-8" : String(name)
    }
}
