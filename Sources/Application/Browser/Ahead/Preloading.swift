/// What is loaded ahead of time without a key.
public enum Preloading: Equatable, Sendable {
    /// Nothing.
    case off
    /// The page behind a link that stays chosen for a moment.
    case chosen
    /// The same, and the page that the one on the screen names as the next.
    case next
}
