/// A part that text or a line plays on the screen; a theme gives each one a style.
public enum Role: Int, CaseIterable, Sendable {
    /// The page's ordinary text, and whatever has no role of its own.
    case text
    /// Headings of the page.
    case heading
    /// Links.
    case link
    /// The link or field that Enter is for.
    case chosenLink
    /// The number of a link, while links are numbered.
    case linkNumber
    /// Code and preformatted text.
    case code
    /// Quotations.
    case quote
    /// Text that steps back: rules, small print, times not yet known.
    case dimmed
    /// List markers and other signs the page itself does not contain.
    case marker
    /// Form fields.
    case field
    /// The words that stand for an image.
    case image
    /// Highlighted text.
    case highlight
    /// Where what is looked for stands.
    case match
    /// Where of all those places the reader was led to.
    case chosenMatch
    /// The mark beside lines that changed.
    case changeMark
    /// Borders of panes.
    case border
    /// The border of the pane in focus.
    case focusedBorder
    /// Titles in borders.
    case paneTitle
    /// The title line.
    case titleLine
    /// The outcome in the title line.
    case outcome
    /// Warnings that must not be overlooked, such as an unverified server.
    case warning
    /// Words about failures.
    case failure
    /// A step of the session that is done.
    case stepDone
    /// The step under way.
    case stepActive
    /// A step not reached or not needed.
    case stepPending
    /// The outcome taken, in the state pane.
    case outcomeTaken
    /// Outcomes not taken.
    case outcomeOpen
    /// An outcome that cost nothing: the stored page is up to date.
    case outcomeCached
    /// A data update.
    case outcomeUpdated
    /// An outcome for which the full page was received.
    case outcomeWhole
    /// An outcome without Sonic, or without a server.
    case outcomePlain
    /// A failure, among outcomes.
    case outcomeFailed
    /// Lines that came in.
    case added
    /// Lines that went away.
    case removed
    /// The words of a line that came in.
    case addedWord
    /// The words of a line that went away.
    case removedWord
    /// Names of blocks and headers.
    case name
    /// The hint line.
    case hint
    /// Keys in the hint line and in help.
    case key
    /// News in the status line.
    case notice
    /// A line being typed.
    case prompt

    /// The name, as themes have it.
    public var name: String { "\(self)" }
}
