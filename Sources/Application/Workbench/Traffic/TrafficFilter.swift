import Exchanges
import SonicProtocol
import SonicSession

/// A filter for the rows of the traffic, as a line of words: `outcome:template-change client:iphone -status:3xx`
/// (docs/guide/debugging.md#traffic). All words must match; of values separated by commas, one must.
public struct TrafficFilter: Equatable, Sendable {
    /// The line as written.
    public let text: String
    private let terms: [Term]

    fileprivate struct Term: Equatable, Sendable {
        let condition: Condition
        /// Whether the condition is negated.
        let isNegated: Bool
    }

    fileprivate enum Condition: Equatable, Sendable {
        case outcome(Set<Outcome.Kind>)
        case client([ByteFinder])
        case method(Set<String>)
        case status([StatusPattern])
        case path([[UInt8]])
        case header(name: String, value: ByteFinder?)
        case body(ByteFinder)
        case has(Set<Feature>)
        case size(SizeBound)
        case address(ByteFinder)
    }

    /// A property of a row.
    fileprivate enum Feature: String, CaseIterable {
        case error, finding, body, redirect, cookie, update

        func holds(of row: TrafficRow) -> Bool {
            let exchange = row.exchange
            return switch self {
            case .error: row.hasError
            case .finding: !row.findings.isEmpty
            case .body: exchange?.content.bytes?.isEmpty == false
            case .redirect: (300...399).contains(exchange?.head?.status ?? 0) && exchange?.head?.status != 304
            case .cookie:
                exchange?.requestHeaders.contains("cookie") ?? false
                    || exchange?.head?.headers.contains("set-cookie") ?? false
            case .update: ["false", "0"].contains(exchange?.head?.headers.first("template-change"))
            }
        }
    }

    /// A lower or upper limit of a size in bytes.
    fileprivate struct SizeBound: Equatable, Sendable {
        let isMore: Bool
        let bytes: Int

        /// Parses `>10k`, `<1m`, `>500`.
        init?(_ text: String) {
            guard let sign = text.first, sign == ">" || sign == "<" else { return nil }
            var digits = text.dropFirst()
            var unit = 1
            if let last = digits.last?.lowercased(), let factor = ["k": 1_000, "m": 1_000_000][last] {
                unit = factor
                digits = digits.dropLast()
            }
            guard let number = Int(digits), number >= 0, number <= 1 << 40 else { return nil }
            isMore = sign == ">"
            bytes = number * unit
        }

        func holds(_ count: Int) -> Bool { isMore ? count > bytes : count < bytes }
    }

    /// The error of a line that is not a valid filter, with the syntax.
    public typealias Mistake = InterceptFilter.Mistake

    /// A word of the language with its meaning, for completion and help.
    public typealias Word = InterceptFilter.Word

    fileprivate enum Subject: String {
        case outcome, client, status, path, header, body, has, size, method
    }

    /// The language.
    public static let words: [Word] = [
        Word(
            "outcome:", "sessions with these outcomes: outcome:template-change,plain",
            Outcome.Kind.allCases.map(\.rawValue)),
        Word("client:", "of clients with this in their name: client:iphone"),
        Word("status:", "responses with these statuses: status:304,5xx"),
        Word("path:", "at these paths, query included: path:/news*"),
        Word("header:", "with this header, in request or response: header:etag, header:\"vary: cookie\""),
        Word("body:", "with this text in the body: body:sonicdiff"),
        Word(
            "has:", "with one of: " + Feature.allCases.map(\.rawValue).joined(separator: ", "),
            Feature.allCases.map(\.rawValue)),
        Word("size:", "of which more or fewer bytes were received: size:>10k, size:<500"),
        Word("method:", "with these methods: method:POST"),
    ]

    /// Parses a line. An empty one selects all rows. Total: any line is parsed or refused. Linear.
    public init(_ line: String) throws(Mistake) {
        text = Self.trimmed(line)
        var terms: [Term] = []
        for word in try Self.split(line) { terms.append(try Self.term(word)) }
        self.terms = terms
    }

    /// Whether all rows are selected.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether bodies are searched.
    public var readsBodies: Bool {
        terms.contains { if case .body = $0.condition { true } else { false } }
    }

    /// Whether a row is selected. Linear in the searched parts; the body is searched only for terms about bodies.
    public func matches(_ row: TrafficRow) -> Bool {
        // The most expensive search comes last.
        terms.allSatisfy { term in term.isBody || holds(term, of: row) }
            && terms.allSatisfy { term in !term.isBody || holds(term, of: row) }
    }

    private func holds(_ term: Term, of row: TrafficRow) -> Bool {
        term.condition.holds(of: row) != term.isNegated
    }

    // MARK: Parsing

    /// Returns the words of a line, separated by spaces outside quotes.
    private static func split(_ line: String) throws(Mistake) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var hasWord = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
                hasWord = true
            } else if !isQuoted, character == " " || character == "\t" {
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            } else {
                word.append(character)
                hasWord = true
            }
        }
        guard !isQuoted else { throw Mistake(words: "A quote \" is missing at the end.") }
        return hasWord ? words + [word] : words
    }

    private static func term(_ word: String) throws(Mistake) -> Term {
        let isNegated = word.count > 1 && word.hasPrefix("-")
        let plain = isNegated ? String(word.dropFirst()) : word
        guard let colon = plain.firstIndex(of: ":"),
            let subject = Subject(rawValue: plain[..<colon].lowercased()),
            let known = words.first(where: { $0.text.dropLast() == subject.rawValue })
        else { return Term(condition: .address(finder(plain)), isNegated: isNegated) }
        let value = String(plain[plain.index(after: colon)...])
        guard !value.isEmpty else {
            throw Mistake(words: "\(known.text) requires a value: \(known.help).")
        }
        return Term(condition: try condition(subject, known, value), isNegated: isNegated)
    }

    private static func condition(_ subject: Subject, _ word: Word, _ value: String) throws(Mistake)
        -> Condition
    {
        let values = value.split(separator: ",").map(String.init)
        switch subject {
        case .outcome:
            var kinds: Set<Outcome.Kind> = []
            for value in values {
                guard let kind = Outcome.Kind(spelled: value) else { throw unknown(value, word) }
                kinds.insert(kind)
            }
            return .outcome(kinds)
        case .client: return .client(values.map(finder))
        case .method: return .method(Set(values.map { $0.uppercased() }))
        case .path: return .path(values.map { Array($0.utf8) })
        case .body: return .body(ByteFinder(Array(value.utf8)))
        case .status: return .status(try StatusPattern.all(values))
        case .has:
            var features: Set<Feature> = []
            for value in values {
                guard let feature = Feature(rawValue: value.lowercased()) else { throw unknown(value, word) }
                features.insert(feature)
            }
            return .has(features)
        case .size:
            guard let bound = SizeBound(value) else {
                throw Mistake(words: "“\(value)” is not a size: write size:>10k or size:<500.")
            }
            return .size(bound)
        case .header:
            let parts = value.split(separator: ":", maxSplits: 1).map { trimmed($0) }
            let sought = parts.count > 1 && !parts[1].isEmpty ? finder(parts[1]) : nil
            return .header(name: parts.first ?? "", value: sought)
        }
    }

    private static func unknown(_ value: String, _ word: Word) -> Mistake {
        Mistake(words: "\(word.text) does not know “\(value)”: use \(word.values.joined(separator: ", ")).")
    }

    private static func finder(_ text: String) -> ByteFinder { ByteFinder(Array(text.utf8), foldsCase: true) }

    private static func trimmed(_ text: some StringProtocol) -> String {
        Bytes.text(Bytes.trimmed(Array(text.utf8)))
    }
}

extension TrafficFilter.Term {
    fileprivate var isBody: Bool { if case .body = condition { true } else { false } }
}

extension TrafficFilter.Condition {
    fileprivate func holds(of row: TrafficRow) -> Bool {
        func isIn(_ text: String, _ finder: ByteFinder) -> Bool {
            finder.first(in: Array(text.utf8).span) != nil
        }
        guard let exchange = row.exchange else {
            if case .has(let features) = self { return features.contains(.error) }
            return false
        }
        switch self {
        case .outcome(let kinds): return row.outcome.map(kinds.contains) ?? false
        case .client(let names):
            let name = exchange.client?.name ?? ""
            return names.contains { isIn(name, $0) || isIn(exchange.client?.userAgent ?? "", $0) }
        case .method(let methods): return methods.contains(exchange.method)
        case .status(let patterns):
            return exchange.head.map { head in patterns.contains { $0.fits(head.status) } } ?? false
        case .path(let patterns):
            let target = Array(exchange.url.requestTarget.utf8)
            return patterns.contains { Wildcards.fit($0, target) }
        case .header(let name, let value):
            let fields = exchange.requestHeaders.fields + (exchange.head?.headers.fields ?? [])
            return fields.contains { field in
                field.isNamed(name) && value.map { isIn(field.value, $0) } ?? true
            }
        case .body(let finder):
            return exchange.content.bytes.map { finder.first(in: $0.span) != nil } ?? false
        case .has(let features): return features.contains { $0.holds(of: row) }
        case .size(let bound): return bound.holds(row.received)
        case .address(let finder): return isIn(exchange.url.href, finder)
        }
    }
}
