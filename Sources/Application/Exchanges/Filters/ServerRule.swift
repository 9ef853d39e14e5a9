import SonicProtocol

/// A rule for the exchanges of other clients that a server is to intercept, as a line of words: `responses path=/news*
/// client=192.0.2.*` (docs/server/sonic-server-faults.md#intercept). All conditions must match.
public struct ServerRule: Equatable, Sendable {
    /// The half of an exchange to intercept.
    public let stage: InterceptedExchange.Stage
    /// The conditions, ordered by name, with the names that the server uses.
    public let conditions: [Condition]

    /// A condition, such as `path` and `/news*`.
    public struct Condition: Equatable, Sendable {
        /// The name of the property.
        public let name: String
        /// The required value; `*` matches anything, except in `body`.
        public let value: String
    }

    /// The language.
    public static let words: [InterceptFilter.Word] = [
        .init("responses", "responses, before they reach the client; the default"),
        .init("requests", "requests, before they get a response"),
        .init("path=", "at this path, without the query: path=/news*"),
        .init("client=", "of clients at this address: client=192.0.2.*"),
        .init("method=", "with this method: method=POST"),
        .init("header=", "with this header: header=User-Agent:*Android*"),
        .init("body=", "with this text in the body: body=price"),
    ]

    private static let names = ["client", "method", "path", "header", "body"]

    /// Parses a line. An empty one is a rule for all responses.
    public init(_ line: String) throws(InterceptFilter.Mistake) {
        var stage: InterceptedExchange.Stage?
        var conditions: [Condition] = []
        for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init) {
            if let named = Self.stages[word] {
                guard stage ?? named == named else {
                    throw .init(words: "A rule is for requests or for responses: set two rules for both.")
                }
                stage = named
                continue
            }
            let condition = try Self.condition(word)
            guard !conditions.contains(where: { $0.name == condition.name }) else {
                throw .init(words: "Duplicate \(condition.name)=: set two rules for both.")
            }
            conditions.append(condition)
        }
        self.stage = stage ?? .response
        self.conditions = Self.names.compactMap { name in conditions.first { $0.name == name } }
    }

    private static let stages: [String: InterceptedExchange.Stage] = [
        "requests": .request, "responses": .response,
    ]

    private static func condition(_ word: String) throws(InterceptFilter.Mistake) -> Condition {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 2, let example = examples[parts[0]] else {
            let known = words.map(\.text).joined(separator: ", ")
            throw .init(words: "Unknown word “\(word)”: use \(known).")
        }
        guard !parts[1].isEmpty else { throw .init(words: "\(word) requires a value, such as \(example).") }
        guard parts[0] != "header" || parts[1].dropFirst().contains(":") else {
            throw .init(words: "header= is NAME:VALUE, such as \(example).")
        }
        return Condition(name: parts[0], value: parts[1])
    }

    /// Parses a rule from a line of a server's stream; nil if it is not one.
    init?(_ node: JSONNode) {
        guard let stage = node["stage"]?.string.flatMap(InterceptedExchange.Stage.init) else { return nil }
        self.stage = stage
        conditions = Self.names.compactMap { name in
            node[name]?.string.map { value in
                // A server reports a header as in a message.
                let isSpaced = name == "header" && !value.isEmpty
                return Condition(
                    name: name, value: isSpaced ? value.replacing(": ", with: ":", maxReplacements: 1) : value
                )
            }
        }
    }

    private static let examples = [
        "client": "client=192.0.2.*", "method": "method=POST", "path": "path=/news*",
        "header": "header=User-Agent:*Android*", "body": "body=price",
    ]

    /// The rule as a line.
    public var text: String {
        ([stage == .request ? "requests" : "responses"] + conditions.map { "\($0.name)=\($0.value)" })
            .joined(separator: " ")
    }
}
