import SonicProtocol

/// Parses a filter: conditions side by side, `and`, `or`, `not` and brackets.
struct FilterParser {
    /// The halves of exchanges that the filter names.
    private(set) var stages: Set<InterceptedExchange.Stage> = []
    /// Whether the filter names resources.
    private(set) var includesResources = false
    private let use: ExchangeFilter.Use
    private let line: [Character]
    private var index = 0
    /// The conditions, with their places.
    private(set) var conditions: [(index: Int, name: String, test: FilterWord.Test)] = []

    private typealias Mistake = ExchangeFilter.Mistake
    private typealias Node = ExchangeFilter.Node

    /// The maximum length of a line in characters.
    static let maxLength = 4096
    /// The maximum depth of brackets.
    static let maxDepth = 32

    /// Words of which an exchange has one each: in interception filters, which were written with `=`, several side by
    /// side are alternatives.
    private static let alternatives = ["host", "path", "status", "outcome"]

    init(_ line: String, for use: ExchangeFilter.Use) { (self.line, self.use) = (Array(line), use) }

    /// Returns the whole filter.
    mutating func filter() throws(ExchangeFilter.Mistake) -> ExchangeFilter.Node {
        guard line.count <= Self.maxLength else {
            throw Mistake(
                "The filter is too long", at: Self.maxLength, "up to \(Self.maxLength) characters are read")
        }
        let node = try alternatives(0)
        guard index == line.count else { throw Mistake("Unexpected )", at: index, "no ( comes before it") }
        let request = RequestFacts(method: "", url: nil, headers: Headers(), client: nil)
        for stage in known {
            let message =
                stage == .request
                ? MessageFacts(request, body: [])
                : MessageFacts(200, Headers(), .plain, body: [], to: request)
            if let condition = conditions.first(where: { $0.test(message) == nil }) {
                throw Mistake(
                    "“\(condition.name)”", at: condition.index,
                    "this is not known yet when a \(stage) is \(use == .request ? "sent" : "intercepted")")
            }
        }
        return node
    }

    /// The messages of which the filter can only ask what is known of them.
    private var known: Set<InterceptedExchange.Stage> {
        switch use {
        case .selection: []
        case .request: [.request]
        case .interception: stages.isEmpty ? [.response] : stages
        }
    }

    // MARK: Grammar

    private mutating func alternatives(_ depth: Int) throws(Mistake) -> Node {
        guard depth <= Self.maxDepth else {
            throw Mistake("Too many brackets", at: index, "up to \(Self.maxDepth) may be within each other")
        }
        var nodes: [Node] = []
        repeat {
            let count = conditions.count
            nodes.append(try sequence(depth))
            if conditions.count == count, nodes.count > 1 || depth > 0 || isNext("or") { throw missing }
        } while accept("or")
        return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func sequence(_ depth: Int) throws(Mistake) -> Node {
        // The most expensive search comes last.
        var (nodes, searches) = ([Node](), [Node]())
        var alternatives: [String: [Node]] = [:]
        var isFirst = true
        while true {
            skipSpaces()
            let isJoined = !isFirst && accept("and")
            guard isJoined || index < line.count && line[index] != ")" && !isNext("or") else { break }
            isFirst = false
            let count = conditions.count
            switch try term(depth) {
            case (let node?, let name?): alternatives[name, default: []].append(node)
            case (let node?, nil) where conditions[count...].contains { $0.name == "body" }:
                searches.append(node)
            case (let node?, nil): nodes.append(node)
            case (nil, _): break
            }
        }
        nodes += alternatives.values.map { $0.count == 1 ? $0[0] : .any($0) } + searches
        return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    /// Returns a condition, nil for a word about what is intercepted; with the name of an old condition to which others
    /// beside it are alternatives.
    private mutating func term(_ depth: Int) throws(Mistake) -> (Node?, alternatives: String?) {
        var isNegated = false
        while acceptMinus() || accept("not") { isNegated.toggle() }
        skipSpaces()
        let start = index
        guard start < line.count, line[start] != ")", !isNext("and"), !isNext("or") else { throw missing }
        if line[start] == "(" {
            index += 1
            let node = try alternatives(depth + 1)
            guard index < line.count else { throw Mistake("Unclosed (", at: start, "add a )") }
            index += 1
            return (isNegated ? .not(node) : node, nil)
        }
        let parts = try word()
        if use == .interception, ExchangeFilter.interceptionWords.contains(where: { [$0.name] == parts }) {
            guard depth == 0, !isNegated else {
                throw Mistake(
                    "“\(parts[0])”", at: start, "this is about the whole filter; write it at the beginning")
            }
            if parts[0] == "resources" {
                includesResources = true
            } else {
                stages.insert(parts[0] == "requests" ? .request : .response)
            }
            return (nil, nil)
        }
        let (node, name) = try condition(parts, at: start)
        return isNegated ? (.not(node), nil) : (node, name)
    }

    private mutating func condition(_ parts: [String], at start: Int) throws(Mistake) -> (Node, String?) {
        let sign = parts[0].firstIndex { ":=".contains($0) }
        guard let sign, let word = FilterWord.named(parts[0][..<sign]) else {
            return try condition(["address:" + parts.joined(separator: ",")], at: start)
        }
        let isWhole = parts[0][sign] == "="
        var values = [String(parts[0][sign...].dropFirst())] + parts.dropFirst()
        if !word.isList { values = [values.joined(separator: ",")] }
        if values.count > 1 { values.removeAll(where: \.isEmpty) }
        var nodes: [Node] = []
        for value in values {
            guard let test = value.isEmpty && word.name != "address" ? nil : word.read(value, isWhole) else {
                let valid =
                    word.values.isEmpty
                    ? "write \(word.example)" : "use " + word.values.joined(separator: ", ")
                throw Mistake("“\(value)” is not a valid \(word.name)", at: start, valid)
            }
            conditions.append((start, word.name, test))
            nodes.append(.condition(test))
        }
        let name = isWhole && Self.alternatives.contains(word.name) ? word.name : nil
        return (nodes.count == 1 ? nodes[0] : .any(nodes), name)
    }

    private var missing: Mistake {
        Mistake("A condition is missing", at: index, "write one such as status:304")
    }

    // MARK: Words

    private mutating func skipSpaces() {
        while index < line.count, Self.isSpace(line[index]) { index += 1 }
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// Whether the next word is this one.
    private func isNext(_ word: String) -> Bool {
        let end = index + word.count
        guard end <= line.count, String(line[index..<end]).lowercased() == word else { return false }
        return end == line.count || " \t()".contains(line[end])
    }

    private mutating func accept(_ word: String) -> Bool {
        skipSpaces()
        guard isNext(word) else { return false }
        index += word.count
        return true
    }

    /// Skips a minus in front of a word.
    private mutating func acceptMinus() -> Bool {
        skipSpaces()
        guard index + 1 < line.count, line[index] == "-", !Self.isSpace(line[index + 1]) else { return false }
        index += 1
        return true
    }

    /// Returns the parts of the next word between commas, without quotes. Brackets within a word belong to it.
    private mutating func word() throws(Mistake) -> [String] {
        var parts = [""]
        var depth = 0
        var quote: Int?
        while index < line.count {
            let character = line[index]
            let isDoubled = character == "\"" && index + 1 < line.count && line[index + 1] == "\""
            if quote != nil, character != "\"" || isDoubled {
                // Two quotes within quotes are one.
                if isDoubled { index += 1 }
                parts[parts.count - 1].append(character)
            } else if character == "\"" {
                quote = quote == nil ? index : nil
            } else if Self.isSpace(character) || character == ")" && depth == 0 {
                break
            } else if character == "," {
                parts.append("")
            } else {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                parts[parts.count - 1].append(character)
            }
            index += 1
        }
        if let quote { throw Mistake("Unclosed quotes", at: quote, "add a \"") }
        return parts
    }
}
