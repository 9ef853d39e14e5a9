/// How lines of preformatted text are laid out that are longer than the page is wide.
public enum PreformattedLines: Hashable, Sendable {
    /// They go on in the next line.
    case folded
    /// They are as long as the page has them, but for those in tables, which are folded.
    case whole
}
