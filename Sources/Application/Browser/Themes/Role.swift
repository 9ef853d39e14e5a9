import CellGrid
import SonicLint
import SonicProtocol

/// The role of text or a line on the screen; a theme has a style for each one.
public enum Role: Int, CaseIterable, Sendable {
    /// The page's ordinary text, and whatever has no role of its own.
    case text
    /// Headings of the page.
    case heading
    /// Links.
    case link
    /// The link or field that Enter activates.
    case chosenLink
    /// The number of a link, while links are numbered.
    case linkNumber
    /// Code and preformatted text.
    case code
    /// Quotations.
    case quote
    /// Dimmed text: rules, small print, times not yet known.
    case dimmed
    /// List markers and other signs that are not part of the page.
    case marker
    /// Form fields.
    case field
    /// The alternative text of an image.
    case image
    /// Highlighted text.
    case highlight
    /// Search matches.
    case match
    /// The current search match.
    case chosenMatch
    /// The mark next to changed lines.
    case changeMark
    /// Borders of panes.
    case border
    /// The border of the focused pane.
    case focusedBorder
    /// Titles in borders.
    case paneTitle
    /// The title line.
    case titleLine
    /// What stands out in the title line: modes in force, and the version shown.
    case outcome
    /// Warnings that must not be overlooked, such as an unverified server.
    case warning
    /// Text about failures.
    case failure
    /// Text about what may cause a failure.
    case caution
    /// A step of the session that is done.
    case stepDone
    /// The current step.
    case stepActive
    /// The step at which the session failed.
    case stepFailed
    /// A step not reached, or not needed.
    case stepPending
    /// An outcome that cost nothing: the stored page is up to date.
    case outcomeCached
    /// A data update.
    case outcomeUpdated
    /// An outcome for which the full page was received.
    case outcomeWhole
    /// An outcome without Sonic, or without a page.
    case outcomePlain
    /// The stored page without a response.
    case outcomeOffline
    /// A failure, among outcomes.
    case outcomeFailed
    /// Added lines.
    case added
    /// Removed lines.
    case removed
    /// The changed words of an added line.
    case addedWord
    /// The changed words of a removed line.
    case removedWord
    /// Names of blocks and headers.
    case name
    /// The hint line.
    case hint
    /// Keys in the hint line and in help.
    case key
    /// A notice in the bottom line.
    case notice
    /// The prompt.
    case prompt

    /// The name, as themes spell it.
    public var name: String { "\(self)" }

    /// Creates the role of an ending's sign and words, wherever they appear.
    init(_ ending: Plot.Ending?) {
        switch ending {
        case .same: self = .outcomeCached
        case .data: self = .outcomeUpdated
        case .whole: self = .outcomeWhole
        case .plain, .noPage, nil: self = .outcomePlain
        case .offline: self = .outcomeOffline
        case .failed: self = .outcomeFailed
        }
    }

    /// Creates the role of findings, of which this is the worst.
    init(_ severity: Finding.Severity?) {
        switch severity {
        case .error: self = .failure
        case .warning: self = .caution
        case .note, nil: self = .dimmed
        }
    }
}

/// The styles of roles, stored by role index, since drawing looks up several for each row of the screen.
public struct RoleStyles: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    private var styles: [Style?]

    /// Creates a table of these styles; the last one of a role applies.
    public init(dictionaryLiteral elements: (Role, Style)...) {
        styles = Array(repeating: nil, count: Role.allCases.count)
        for (role, style) in elements { self[role] = style }
    }

    /// The style of a role; nil if it has none.
    public subscript(role: Role) -> Style? {
        get { styles[role.rawValue] }
        set { styles[role.rawValue] = newValue }
    }

    /// Returns the same roles with other styles.
    func mapped(_ change: (Style) -> Style) -> RoleStyles {
        var result = self
        for place in styles.indices { result.styles[place] = styles[place].map(change) }
        return result
    }

    /// Returns these styles, with some of them replaced.
    func overlaid(by others: RoleStyles) -> RoleStyles {
        var result = self
        for (place, style) in others.styles.enumerated() where style != nil { result.styles[place] = style }
        return result
    }
}
