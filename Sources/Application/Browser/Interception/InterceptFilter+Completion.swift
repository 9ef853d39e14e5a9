import Exchanges

// The completion of the last word of an interception filter, or of one in the language of a server.
extension InterceptFilter {
    /// Returns the line with the common prefix of all completions of the last word, and these completions; nil for
    /// none.
    static func complete(_ line: String, of language: [Word] = words) -> (line: String, words: [String])? {
        let start = line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex
        let last = String(line[start...])
        let candidates = completions(of: last, language)
        guard let first = candidates.first else { return nil }
        let common = candidates.dropFirst().reduce(first) { common, word in
            String(zip(common, word).prefix { $0 == $1 }.map(\.0))
        }
        return (line[..<start] + common, candidates)
    }

    /// Returns the completions of the last word, each with its help; all words of the language if there are none.
    static func completions(_ line: String, of language: [Word]) -> Shortlist<String> {
        let last = String(line[(line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex)...])
        let fitting = completions(of: last, language)
        guard !fitting.isEmpty, last.contains("=") else {
            let known = language.map { (text: $0.text, help: $0.help) } + [off]
            let shown = known.filter { fitting.isEmpty || fitting.contains($0.text) }
            return Shortlist(shown.map { .init($0.text, name: $0.text, detail: $0.help) })
        }
        return Shortlist(fitting.map { .init($0, name: $0) })
    }

    /// The word that turns interception off.
    private static let off = (text: "off", help: "intercept nothing")

    /// Returns the completions of a word. After `outcome=`, several outcomes may be separated by commas.
    private static func completions(of last: String, _ language: [Word]) -> [String] {
        guard let equals = last.firstIndex(of: "=") else {
            return (language.map(\.text) + [off.text]).filter { $0.hasPrefix(last) }
        }
        guard last[..<equals] == "outcome", language == words else { return [] }
        let start = last.lastIndex(of: ",") ?? equals
        let (before, part) = (last[...start], last[last.index(after: start)...])
        return ForeseenOutcome.allCases.map(\.rawValue).filter { $0.hasPrefix(part) }.map { before + $0 }
    }
}
