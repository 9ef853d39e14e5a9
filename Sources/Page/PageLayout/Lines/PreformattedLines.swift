/// How lines of preformatted text that are wider than the page are laid out.
public enum PreformattedLines: Hashable, Sendable {
    /// They continue on the next line.
    case folded
    /// They keep their full length, except in tables, where they are folded.
    case whole
}
