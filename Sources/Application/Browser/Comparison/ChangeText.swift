import BrowserValues
import CellGrid
import HTML
import SonicSession

extension ChangeText {
    /// Compares two versions. Lays both out as far as they differ.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - rules: The rules of comparison.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
    package init(
        from old: ShownPage, to new: ShownPage, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        let changes = Document.changes(from: old, to: new, rules, charsets: charsets, chosen: chosen)
        let lines = changes.flatMap { Self.lines(of: $0, rules) }
        let isRead = changes.contains { $0.extent == .whole || ($0.lines ?? []).contains(where: \.counts) }
        self.init(lines: lines, extent: lines.isEmpty ? .nothing : isRead ? .text : .source)
    }

    private static func lines(of change: PageChange, _ rules: ComparisonRules) -> [String] {
        var lines: [String] = []
        for line in change.lines ?? [] {
            switch line {
            case .kept(let text): lines.append("  " + text)
            case .removed(let text, _): lines.append("- " + text)
            case .added(let text, _): lines.append("+ " + text)
            case .figures(let old, let new):
                lines.append("~ " + WordDiff.change(from: old, to: new).map(\.text).joined())
            }
        }
        let counts = change.lines?.contains(where: \.counts)
        // Numbers that do not count are listed only next to changes that do.
        if counts == false, !lines.isEmpty, change.extent == .exact { return [] }
        if change.extent == .whole { lines = ["  (too many changes to list line by line)"] }
        if lines.isEmpty {
            // Under rules, the text may be the same only because of them.
            guard rules == .everything else { return [] }
            lines = ["  (its text is the same)"] + (change.source.map { ["  source " + $0.words] } ?? [])
        }
        return ([change.name + ":"] + lines).map(VisibleText.line)
    }
}
