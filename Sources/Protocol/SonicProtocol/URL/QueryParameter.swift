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
        String(decoding: PercentEncodeSet.decoded(Array(text.utf8)[...]), as: UTF8.self)
    }
}
