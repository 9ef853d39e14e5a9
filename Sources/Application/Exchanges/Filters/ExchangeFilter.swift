import SonicProtocol
import SonicSession

/// A filter of exchanges, as one line: `outcome:template-change client:iphone and not (status:3xx or body:price)`
/// (docs/guide/filters.md). It may be undecided about an exchange of which not everything is known yet.
public struct ExchangeFilter: Equatable, Sendable {
    /// The line as written, without surrounding spaces.
    public let text: String
    /// The halves of an exchange to intercept.
    public let stages: Set<InterceptedExchange.Stage>
    /// Whether bodies are searched.
    public let readsBodies: Bool
    private let includesResources: Bool
    private let root: Node

    /// The purpose of a filter.
    public enum Use: Sendable {
        /// It selects exchanges.
        case selection
        /// It selects messages to intercept, and may have the words of `interceptionWords`.
        case interception
        /// It selects requests before they are sent.
        case request
    }

    /// The words about what is intercepted, with their meaning.
    package static let interceptionWords = [
        (name: "responses", help: "responses, once received in full; the default"),
        (name: "requests", help: "requests, before they are sent or answered"),
        (name: "resources", help: "also style sheets and other resources, not only pages"),
    ]

    /// The words that combine conditions, with their meaning.
    package static let operators = [
        (name: "and", help: "both must match, as without a word between them"),
        (name: "or", help: "one of both must match"),
        (name: "not", help: "what follows must not match, as with - in front of it"),
    ]

    /// The error of a line that is not a valid filter.
    public struct Mistake: Error, Equatable, Sendable {
        /// The number of the character where it is, from 1.
        public let column: Int
        private let problem: String
        private let advice: String

        init(_ problem: String, at index: Int, _ advice: String) {
            (self.problem, self.advice) = (problem, advice)
            column = index + 1
        }

        /// The error as a sentence.
        public var words: String { clause + "." }

        /// The error as a clause.
        public var clause: String { "\(problem) at column \(column): \(advice)" }
    }

    /// A condition, or several of them.
    indirect enum Node: Sendable {
        case condition(FilterWord.Test)
        case all([Node])
        case any([Node])
        case not(Node)

        func matches(_ facts: any ExchangeFacts) -> Bool? {
            switch self {
            case .condition(let test): test(facts)
            case .all(let nodes): Truth.all(nodes.lazy.map { $0.matches(facts) })
            case .any(let nodes): Truth.any(nodes.lazy.map { $0.matches(facts) })
            case .not(let node): node.matches(facts).map { !$0 }
            }
        }
    }

    /// Parses a line. An empty one selects everything. Total: any line is parsed or refused. Linear.
    public init(_ line: String, for use: Use = .selection) throws(Mistake) {
        var parser = FilterParser(line, for: use)
        root = try parser.filter()
        let trimmed = Bytes.text(Bytes.trimmed(Array(line.utf8)))
        text = trimmed.isEmpty && use == .interception ? "responses" : trimmed
        stages = parser.stages.isEmpty ? [.response] : parser.stages
        includesResources = parser.includesResources
        readsBodies = parser.conditions.contains { $0.name == "body" }
    }

    /// Whether two filters have the same text.
    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    /// Whether everything is selected.
    public var isEmpty: Bool { text.isEmpty }

    /// Whether an exchange is selected; nil if that is not known yet. Linear in the searched parts; the body is searched
    /// only if the rest does not decide.
    package func matches(_ facts: any ExchangeFacts) -> Bool? { root.matches(facts) }

    /// Whether a message is intercepted; nil if that is not known yet.
    package func intercepts(_ message: MessageFacts, for use: RequestCause.Use = .page) -> Bool? {
        guard stages.contains(message.stage), use == .page || includesResources else { return false }
        return root.matches(message)
    }

    /// Returns the completions of the last word of a line: each the whole line, with the meaning of the word.
    package static func completions(of line: String, for use: Use) -> [(text: String, help: String)] {
        let start = line.lastIndex { " \t(".contains($0) }.map { line.index(after: $0) } ?? line.startIndex
        let last = line[start...].drop { $0 == "-" }
        let before = String(line[..<last.startIndex])
        guard let sign = last.firstIndex(where: { ":=".contains($0) }),
            let word = FilterWord.named(last[..<sign])
        else {
            let words = FilterWord.table.map { ($0.name + ":", "\($0.help): \($0.example)") }
            return ((use == .interception ? interceptionWords : []) + words + operators).map {
                (before + $0, $1)
            }
        }
        guard !word.values.isEmpty else { return [(line, "\(word.help): \(word.example)")] }
        let value = last[sign...].lastIndex(of: ",") ?? sign
        return word.values.map { (line[...value] + $0, "") }
    }
}

extension ConnectionRule {
    /// Parses a line whose condition is a filter of requests (docs/guide/filters.md).
    package init(filtering line: String) throws(Mistake) {
        try self.init(line) { (text) throws(Mistake) in
            do throws(ExchangeFilter.Mistake) {
                let filter = try ExchangeFilter(text, for: .request)
                return { filter.matches(MessageFacts(RequestFacts($0), body: $0.body.bytes)) == true }
            } catch {
                throw Mistake(description: error.words)
            }
        }
    }
}
