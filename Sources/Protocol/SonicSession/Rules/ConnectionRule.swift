import SonicProtocol

/// A user's rule for certain requests, written as one line: `PATTERN [CONDITION] => ACTION`
/// (docs/reference/connections.md#rules).
public struct ConnectionRule: Equatable, Sendable {
    /// The addresses that the rule applies to.
    public let pattern: URLPattern
    /// What a request to such an address must also meet; nil for a rule that applies to all of them.
    let condition: (text: String, holds: Condition)?
    /// What the rule does with matching requests.
    public let action: Action
    /// The line as written, without surrounding whitespace.
    public let text: String

    /// Whether a request meets a condition.
    public typealias Condition = @Sendable (Request) -> Bool

    /// What a rule does with a request. In URLs and paths the n-th `*` is replaced with the text that the n-th `*` of
    /// the pattern matched.
    public enum Action: Hashable, Sendable {
        /// Sends the request to this address.
        case mapToURL(String)
        /// Responds with the file at this path.
        case mapToFile(String)
        /// Blocks the request.
        case block
        /// Sets this header, replacing those with the same name.
        case setHeader(HeaderField)
        /// Adds this header to those with the same name.
        case addHeader(HeaderField)
        /// Removes the headers with this name.
        case removeHeader(String)
    }

    /// An invalid line, with a description of the correct form.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence.
        public let description: String

        /// Creates an error.
        public init(description: String) { self.description = description }
    }

    /// Parses a line.
    /// - Parameters:
    ///   - line: A rule; surrounding whitespace is ignored.
    ///   - readCondition: Parses what follows the pattern.
    public init(
        _ line: String,
        condition readCondition: (String) throws(Mistake) -> Condition = { (text) throws(Mistake) in
            throw Mistake(description: "“\(text)” after the pattern is not understood.")
        }
    ) throws(Mistake) {
        text = Self.trimmed(line[...])
        let sides = text.split(separator: "=>", maxSplits: 1, omittingEmptySubsequences: false)
        let words = sides[0].split(separator: " ", maxSplits: 1)
        guard sides.count == 2, let pattern = words.first.flatMap({ URLPattern(String($0)) }) else {
            throw Mistake(description: "“\(text)” is not a valid rule; use PATTERN => ACTION.")
        }
        self.pattern = pattern
        let condition = Self.trimmed(words.dropFirst().first ?? "")
        self.condition = condition.isEmpty ? nil : (condition, try readCondition(condition))
        action = try Self.action(Self.trimmed(sides[1]), pattern)
    }

    /// The line with the value of a secret header masked, and a condition that may have one.
    func text(masking secrets: SecretHeaders) -> String {
        let mayTellHeader = condition?.text.lowercased().contains("header") ?? false
        let start = "\(pattern.text) " + (condition.map { mayTellHeader ? "… " : $0.text + " " } ?? "") + "=>"
        switch action {
        case .setHeader(let field) where secrets.contains(field):
            return "\(start) set \(field.name): \(SecretHeaders.mask)"
        case .addHeader(let field) where secrets.contains(field):
            return "\(start) add \(field.name): \(SecretHeaders.mask)"
        case .setHeader, .addHeader, .mapToURL, .mapToFile, .block, .removeHeader:
            guard mayTellHeader, let arrow = text.firstRange(of: "=>") else { return text }
            return start + text[arrow.upperBound...]
        }
    }

    private static func action(_ text: String, _ pattern: URLPattern) throws(Mistake) -> Action {
        let word = text.prefix { $0 != " " }
        let rest = trimmed(text[word.endIndex...])
        switch word {
        case "block" where rest.isEmpty: return .block
        case "set": return .setHeader(try field(rest))
        case "add": return .addHeader(try field(rest))
        case "remove":
            guard HeaderField(rest, "").isWellFormed else {
                throw Mistake(description: "“\(rest)” is not a valid header name.")
            }
            return .removeHeader(rest)
        default: break
        }
        let isFile = ["/", "./", "../", "~/"].contains(where: text.hasPrefix)
        guard isFile || text.contains("://") else {
            throw Mistake(
                description:
                    "“\(text)” is not a valid action; use a URL, a path that begins with /, ./ or ~/, block, "
                    + "set NAME: VALUE, add NAME: VALUE or remove NAME.")
        }
        guard text.count(where: { $0 == "*" }) <= pattern.starCount else {
            throw Mistake(description: "“\(text)” has more * than “\(pattern.text)”.")
        }
        return isFile ? .mapToFile(text) : .mapToURL(wholeHost(text, pattern))
    }

    /// Appends `/*` to a template that is only a host, so that it covers all paths of the host.
    private static func wholeHost(_ text: String, _ pattern: URLPattern) -> String {
        guard pattern.isWholeHost, let host = text.firstRange(of: "://")?.upperBound,
            !text[host...].contains("/"), text.count(where: { $0 == "*" }) < pattern.starCount
        else { return text }
        return text + "/*"
    }

    private static func field(_ text: String) throws(Mistake) -> HeaderField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw Mistake(description: "“\(text)” is not a valid header; use NAME: VALUE.")
        }
        let field = HeaderField(nameBytes: Array(parts[0].utf8), valueBytes: Array(parts[1].utf8))
        guard field.isWellFormed else {
            throw Mistake(description: "“\(text)” has characters that are not allowed in headers.")
        }
        return field
    }

    /// Whether two rules have the same text.
    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    private static func trimmed(_ text: Substring) -> String {
        String(decoding: Bytes.trimmed(Array(text.utf8)), as: UTF8.self)
    }
}
