import SonicProtocol

/// What a reader wants done with requests for some addresses, as one line: `PATTERN => ACTION`
/// (docs/reference/connections.md#rules).
public struct ConnectionRule: Hashable, Sendable {
    /// The addresses it is for.
    public let pattern: URLPattern
    /// What is done.
    public let action: Action
    /// The line as it was written, blanks around it removed.
    public let text: String

    /// What a rule does with a request. In texts for URLs and paths the n-th `*` stands for what the n-th star of
    /// the pattern stands for.
    public enum Action: Hashable, Sendable {
        /// Send it to this address.
        case mapToURL(String)
        /// Answer it with the file at this path.
        case mapToFile(String)
        /// Answer nothing.
        case block
        /// Put this header in place of those of its name.
        case setHeader(HeaderField)
        /// Add this header beside those of its name.
        case addHeader(HeaderField)
        /// Remove the headers of this name.
        case removeHeader(String)
    }

    /// A line that is no rule, in words that say how one is written.
    public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// A sentence.
        public let description: String
    }

    /// Reads a line.
    public init(_ line: String) throws(Mistake) {
        text = Self.trimmed(line[...])
        guard let arrow = text.firstRange(of: "=>"),
            let pattern = URLPattern(Self.trimmed(text[..<arrow.lowerBound]))
        else { throw Mistake(description: "“\(text)” is not a valid rule; use PATTERN => ACTION.") }
        self.pattern = pattern
        action = try Self.action(Self.trimmed(text[arrow.upperBound...]), pattern)
    }

    /// The line without the value of a header that is a secret.
    func text(masking secrets: SecretHeaders) -> String {
        switch action {
        case .setHeader(let field) where secrets.contains(field):
            "\(pattern.text) => set \(field.name): \(SecretHeaders.mask)"
        case .addHeader(let field) where secrets.contains(field):
            "\(pattern.text) => add \(field.name): \(SecretHeaders.mask)"
        case .setHeader, .addHeader, .mapToURL, .mapToFile, .block, .removeHeader: text
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

    /// A host stands for a host with all its paths.
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

    private static func trimmed(_ text: Substring) -> String {
        String(decoding: Bytes.trimmed(Array(text.utf8)), as: UTF8.self)
    }
}
