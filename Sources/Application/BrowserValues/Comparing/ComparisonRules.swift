import Configuration
import SonicProtocol

/// The parts of a site's pages that are compared between versions: noise can be excluded.
public struct ComparisonRules: Equatable, Sendable {
    /// A part of a page.
    public enum Part: Equatable, Sendable {
        /// The elements that match a CSS selector.
        case elements(selector: String)
        /// The text that matches a pattern.
        case text(TextPattern)

        /// Parses a part: a pattern between slashes, such as `/Updated * ago/`, or a selector.
        public init(_ words: String) {
            let isPattern = words.count >= 3 && words.hasPrefix("/") && words.hasSuffix("/")
            self =
                isPattern
                ? .text(TextPattern(String(words.dropFirst().dropLast()))) : .elements(selector: words)
        }
    }

    /// The only parts that are compared; if empty, everything is.
    public var only: [Part] = []
    /// The parts that are not compared.
    public var ignore: [Part] = []
    /// Whether changes of numbers only count.
    package var numbers = NumbersChoice.count

    /// No rules: everything counts.
    public static let everything = ComparisonRules()
}

extension ComparisonRules {
    /// Creates the rules that the settings of a page choose.
    package init(_ choices: Choices) {
        self.init(
            only: choices[Settings.comparedParts].map(Part.init),
            ignore: choices[Settings.ignoredParts].map(Part.init),
            numbers: choices[Settings.numbers])
    }

    /// The selectors among the parts that alone are compared.
    package var onlySelectors: [String] { only.compactMap(\.selector) }
    /// The selectors among the parts that are not compared.
    package var ignoredSelectors: [String] { ignore.compactMap(\.selector) }
    /// Whether text is excluded by its content, so that a difference of the source may be in such text.
    package var ignoresText: Bool { ignore.contains { $0.pattern != nil } }

    /// Whether selectors are used, so that elements must be found.
    package var namesElements: Bool { !onlySelectors.isEmpty || !ignoredSelectors.isEmpty }

    /// Returns a line of text without the excluded parts.
    package func reduced(_ line: String) -> String {
        ignore.reduce(line) { line, part in part.pattern?.removed(from: line) ?? line }
    }

    /// Whether a line of text matches a pattern of those that alone are compared.
    package func names(_ line: String) -> Bool { only.contains { $0.pattern?.matches(line) ?? false } }
}

extension ComparisonRules.Part {
    fileprivate var selector: String? {
        if case .elements(let selector) = self { selector } else { nil }
    }

    fileprivate var pattern: TextPattern? {
        if case .text(let pattern) = self { pattern } else { nil }
    }
}

/// A pattern to find within a line: text, and `*` for any characters in between.
public struct TextPattern: Equatable, Sendable {
    /// The parts between the stars, in order.
    private let parts: [ByteFinder]

    /// Creates a pattern from its text, without slashes. A star at the beginning or end extends the match to that of
    /// the line.
    public init(_ pattern: String) {
        let words = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        // Adjacent stars are one.
        parts = words.indices.filter { !words[$0].isEmpty || $0 == 0 || $0 == words.count - 1 }
            .map { ByteFinder(Array(words[$0])) }
    }

    /// Whether a line contains a match.
    package func matches(_ line: String) -> Bool { range(in: Array(line.utf8), from: 0) != nil }

    /// Returns the line without matches. Linear.
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

    /// Returns the first match after a position; it is never empty.
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

/// The changes between two versions of a page as lines of plain text, for programs and files: the contents of the diff
/// pane, without a screen.
///
/// A hunk begins with its name and a colon. Its lines begin with `- ` if removed, `+ ` if added, `~ ` if only numbers
/// and times changed and those do not count, and two spaces for context. Parts that the rules exclude are left out, and
/// under rules so are changes that the text does not show.
package struct ChangeText: Sendable {
    /// How the versions differ.
    package enum Extent: Sendable {
        /// Not at all: the bytes are equal, or equivalent in another order.
        case nothing
        /// In their source only: the text is the same.
        case source
        /// In their text.
        case text
    }

    /// The lines; empty if nothing that counts changed. They contain no control characters that a terminal would
    /// interpret.
    package let lines: [String]
    /// How they differ; `nothing` if the rules exclude all differences.
    package let extent: Extent

    package init(lines: [String], extent: Extent) {
        self.lines = lines
        self.extent = extent
    }
}
