import CellGrid
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// The changes between two versions of a page as lines of plain text, for programs and files: the contents of the diff
/// pane, without a screen.
///
/// A hunk begins with its name and a colon. Its lines begin with `- ` if removed, `+ ` if added, `~ ` if only numbers
/// and times changed and those do not count, and two spaces for context. Parts that the rules exclude are left out, and
/// under rules so are changes that the text does not show.
public struct ChangeText: Sendable {
    /// The lines; empty if nothing that counts changed. They contain no control characters that a terminal would
    /// interpret.
    public let lines: [String]
    /// The changes, as the diff pane draws them.
    let changes: [PageChange]
    /// How the versions differ.
    public enum Extent: Sendable {
        /// Not at all: the bytes are equal, or equivalent in another order.
        case nothing
        /// In their source only: the text is the same.
        case source
        /// In their text.
        case text
    }

    /// How they differ; `nothing` if the rules exclude all differences.
    public let extent: Extent

    /// Compares two versions. Lays both out as far as they differ.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - rules: The rules of comparison.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
    public init(
        from old: ShownPage, to new: ShownPage, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        if old.html == new.html {
            (lines, extent) = ([], .nothing)
            changes = []
            return
        }
        var comparison = TextComparison(from: old, to: new, rules, charsets: charsets, chosen: chosen)
        while !comparison.isDone { comparison.advance() }
        changes = comparison.changes
        lines = comparison.changes.flatMap { Self.lines(of: $0, rules) }
        let isRead = comparison.changes.contains {
            $0.extent == .whole || ($0.lines ?? []).contains(where: \.counts)
        }
        extent = lines.isEmpty ? .nothing : isRead ? .text : .source
    }

    private static func lines(of change: PageChange, _ rules: ComparisonRules) -> [String] {
        var lines: [String] = []
        for line in change.lines ?? [] {
            switch line {
            case .kept(let text): lines.append("  " + text)
            case .removed(let text, _): lines.append("- " + text)
            case .added(let text, _): lines.append("+ " + text)
            case .figures(let old, let new): lines.append("~ " + Figures.change(from: old, to: new))
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
