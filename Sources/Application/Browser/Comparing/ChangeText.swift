import CellGrid
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// What changed from one version of a page to the next as lines of plain text, for programs and files: what the diff
/// pane shows, without a screen.
///
/// A stretch begins with its name and a colon; its lines begin with `- ` where they are gone, `+ ` where they are
/// new, `~ ` where only numbers and times changed and those do not count, and two blanks where they stand around a change. What is ruled
/// out, and under rules what the text does not show, is left out.
public struct ChangeText: Sendable {
    /// The lines; empty where nothing changed that counts. No character in them can command a terminal.
    public let lines: [String]
    /// What changed, as the diff pane draws it.
    let changes: [PageChange]
    /// What the versions differ in.
    public enum Extent: Sendable {
        /// Nothing: the bytes are the same, or say the same in another order.
        case nothing
        /// Their source alone: the text reads the same.
        case source
        /// What the text says.
        case text
    }

    /// What they differ in; nothing where what differs is ruled out.
    public let extent: Extent

    /// Compares two versions. Lays both out, as far as they differ.
    ///
    /// - Parameters:
    ///   - old: The version before.
    ///   - new: The version now.
    ///   - rules: What counts.
    ///   - charsets: The system's tables of characters.
    ///   - chosen: The encoding that both are read in; nil lets them say so.
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
        // Figures that do not count are told beside what does.
        if counts == false, !lines.isEmpty, change.extent == .exact { return [] }
        if change.extent == .whole { lines = ["  (too many changes to list line by line)"] }
        if lines.isEmpty {
            // Under rules it is not known whether they made the text the same.
            guard rules == .everything else { return [] }
            lines = ["  (its text is the same)"] + (change.source.map { ["  source " + $0.words] } ?? [])
        }
        return ([change.name + ":"] + lines).map(VisibleText.line)
    }
}
