import CSS

/// A part of a page as users specify it: a CSS selector, or a pattern between slashes.
public enum PagePart {
    /// Returns the error in such a text, as a sentence; nil if it is valid.
    public static func mistake(in part: String) -> String? {
        if part.count >= 3, part.hasPrefix("/"), part.hasSuffix("/") { return nil }
        switch SelectorParseResult(part) {
        case .whole: return nil
        case .partial:
            return
                "“\(part)” is not supported: a selector may use elements, their attributes and their ancestors."
        case .malformed:
            return "“\(part)” is not a valid CSS selector; write a pattern between slashes: “/\(part)/”."
        }
    }
}
