import Configuration
import SonicProtocol

/// Which parts of a site's pages count when versions are compared: noise can be left out.
public struct ComparisonRules: Equatable, Sendable {
    /// A part of a page.
    public enum Part: Equatable, Sendable {
        /// The elements that a CSS selector is for.
        case elements(selector: String)
        /// The text that a pattern is like.
        case text(TextPattern)

        /// Reads a part as people write it: a pattern between slashes, `/Updated * ago/`, or a selector.
        public init(_ words: String) {
            let isPattern = words.count >= 3 && words.hasPrefix("/") && words.hasSuffix("/")
            self =
                isPattern
                ? .text(TextPattern(String(words.dropFirst().dropLast()))) : .elements(selector: words)
        }
    }

    /// What alone counts; everything where it is empty.
    public var only: [Part]
    /// What does not count.
    public var ignore: [Part]
    /// What a change of numbers only is worth.
    var numbers: NumbersChoice

    /// Rules; by default everything counts.
    public init(only: [Part] = [], ignore: [Part] = [], numbers: NumbersChoice = .count) {
        self.only = only
        self.ignore = ignore
        self.numbers = numbers
    }

    /// No rules: everything counts.
    public static let everything = ComparisonRules()
}

extension ComparisonRules {
    /// The selectors among the parts that alone count.
    var onlySelectors: [String] { only.compactMap(\.selector) }
    /// The selectors among the parts that do not count.
    var ignoredSelectors: [String] { ignore.compactMap(\.selector) }
    /// Whether elements must be looked for.
    /// Whether text is left out by what it says, so that a place of the source may be of such text.
    var ignoresText: Bool { ignore.contains { $0.pattern != nil } }

    var namesElements: Bool { !onlySelectors.isEmpty || !ignoredSelectors.isEmpty }

    /// A line of text without what does not count.
    func reduced(_ line: String) -> String {
        ignore.reduce(line) { line, part in part.pattern?.removed(from: line) ?? line }
    }

    /// Whether a line of text is one of those that alone count, as far as its words tell.
    func names(_ line: String) -> Bool {
        only.contains { $0.pattern?.matches(line) ?? false }
    }
}

extension ComparisonRules.Part {
    fileprivate var selector: String? {
        switch self {
        case .elements(let selector): selector
        case .text: nil
        }
    }

    fileprivate var pattern: TextPattern? {
        switch self {
        case .elements: nil
        case .text(let pattern): pattern
        }
    }
}

/// Text to be found within a line: words, and `*` for any characters between them.
public struct TextPattern: Equatable, Sendable {
    /// What stands between the stars, in order.
    private let parts: [ByteFinder]

    /// A pattern as people write it, without slashes. At its beginning and end a star reaches to that of the
    /// line.
    public init(_ pattern: String) {
        let words = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        // Stars side by side are one.
        parts = words.indices.filter { !words[$0].isEmpty || $0 == 0 || $0 == words.count - 1 }
            .map { ByteFinder(Array(words[$0])) }
    }

    /// Whether a line holds such text.
    func matches(_ line: String) -> Bool { range(in: Array(line.utf8), from: 0) != nil }

    /// The line without such text. Linear.
    public func removed(from line: String) -> String {
        let bytes = Array(line.utf8)
        var kept: [UInt8] = []
        var place = 0
        while let found = range(in: bytes, from: place) {
            kept += bytes[place..<found.lowerBound]
            place = found.upperBound
        }
        if place == 0 { return line }
        return String(decoding: kept + bytes[place...], as: UTF8.self)
    }

    /// The first such text behind a place; never empty.
    private func range(in line: [UInt8], from start: Int) -> Range<Int>? {
        guard start < line.count else { return nil }
        var (first, end) = (start, start)
        for (index, part) in parts.enumerated() {
            guard let found = part.first(in: line.span, from: end) else { return nil }
            if index == 0 { first = found }
            end = found + part.count
        }
        if parts.count > 1, parts.last?.count == 0 { end = line.count }
        return end > first ? first..<end : nil
    }
}
