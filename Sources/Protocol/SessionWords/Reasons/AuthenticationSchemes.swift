/// The authentication schemes of challenges (RFC 9110 §11.3), in lower case.
struct AuthenticationSchemes: Equatable {
    /// The names of the schemes, in order.
    let names: [String]

    /// Parses the values of WWW-Authenticate or Proxy-Authenticate: a value may contain several challenges, and a
    /// challenge may contain commas.
    /// - Complexity: O(*n*) in the length of the values.
    init(_ values: [String]) {
        names = values.flatMap { value in
            Self.parts(value).compactMap { part in
                let words = part.split(whereSeparator: { $0 == " " || $0 == "\t" })
                // A part that begins with `name=` continues the previous challenge.
                guard let first = words.first, !first.contains("="),
                    words.count < 2 || !words[1].hasPrefix("=")
                else { return nil }
                return first.lowercased()
            }
        }
    }

    /// Returns the parts between commas outside of quotes.
    private static func parts(_ value: String) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            if !isQuoted, character == "," {
                parts.append("")
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            }
            parts[parts.count - 1].append(character)
        }
        return parts
    }
}
