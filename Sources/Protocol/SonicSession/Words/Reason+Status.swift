import SonicProtocol

/// What sentences say of a status that brings no page.
extension Reason {
    /// - Parameter identified: Whom the request told who asks.
    static func errorStatus(
        _ head: ResponseHead, _ attempt: Attempt, identified: Set<Ledger.Identified>
    ) -> String {
        let phrase = head.reason.isEmpty ? "" : " " + head.reason
        let who = head.status == 407 ? "the proxy" : "the server"
        return "\(who) answered \(head.status)\(phrase) for \(attempt.url.href)\(again(attempt))"
            + asked(head, identified) + stays(attempt)
    }

    /// What a server or a proxy asks for that requires authentication.
    private static func asked(_ head: ResponseHead, _ identified: Set<Ledger.Identified>) -> String {
        let isProxy = head.status == 407
        guard head.status == 401 || isProxy else { return "" }
        let name = isProxy ? "Proxy-Authenticate" : "WWW-Authenticate"
        let challenges = head.headers.all(name)
        guard !challenges.isEmpty else {
            return "; it names no authentication scheme: \(name) is missing"
        }
        let schemes = AuthenticationSchemes(challenges).names
        let isRefused = identified.contains(isProxy ? .proxy : .server)
        let told = " (\(name): \(challenges.joined(separator: ", ")))"
        if schemes.contains(where: ["basic", "digest"].contains) {
            guard !isRefused else {
                return "; it rejected the user name or password that was sent" + told
            }
            return isProxy
                ? "; it requires a user name and password; put them into its address: http://NAME:PASSWORD@HOST:PORT"
                    + told
                : "; it requires a user name and password; give them with --user" + told
        }
        if schemes.contains("bearer") {
            guard !isRefused else { return "; it rejected the token that was sent" + told }
            let header = isProxy ? "Proxy-Authorization" : "Authorization"
            return "; it requires a token; give it with -H '\(header): Bearer TOKEN'" + told
        }
        return isRefused
            ? "; it rejected the credentials that were sent" + told
            : "; it requires an authentication scheme that this program does not support" + told
    }

    /// A moment as `2026-11-25 20:13:05 UTC`.
    static func time(_ moment: Instant) -> String {
        let text = CalendarTime.timestamp(moment)
        let (day, rest) = (text.prefix(10), text.dropFirst(11).prefix(8))
        return "\(day) \(rest) UTC"
    }
}

/// The authentication schemes of challenges (RFC 9110 §11.3), in lower case.
struct AuthenticationSchemes: Equatable {
    /// Their names, in order.
    let names: [String]

    /// Reads the values of WWW-Authenticate or Proxy-Authenticate: several challenges may stand in one, and commas stand
    /// within them as well. Linear.
    init(_ values: [String]) {
        names = values.flatMap { value in
            Self.parts(value).compactMap { part in
                let words = part.split(whereSeparator: { $0 == " " || $0 == "\t" })
                // A part that begins with `name=` goes on with the challenge before it.
                guard let first = words.first, !first.contains("="),
                    words.count < 2 || !words[1].hasPrefix("=")
                else { return nil }
                return first.lowercased()
            }
        }
    }

    /// What stands between commas outside of quotes.
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
