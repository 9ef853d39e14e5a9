/// One `name=value` of a query, raw and decoded.
struct QueryParameter: Sendable, Equatable {
    let rawName: String
    let rawValue: String

    var decodedName: String { Self.decode(rawName) }
    var decodedValue: String { Self.decode(rawValue.replacing("+", with: " ")) }

    /// Returns the parameters of a query in order, without empty ones.
    static func list(_ query: String?) -> [QueryParameter] {
        (query ?? "").split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return QueryParameter(
                rawName: String(halves[0]), rawValue: halves.count > 1 ? String(halves[1]) : "")
        }
    }

    /// Returns the text with each `%XX` replaced by its byte; other percent signs are kept.
    static func decode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
