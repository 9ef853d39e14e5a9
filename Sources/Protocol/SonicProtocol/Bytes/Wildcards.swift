/// Patterns in which `*` matches any bytes, including none.
public enum Wildcards {
    /// Whether a pattern matches a whole text. Each literal between two wildcards matches at its first occurrence,
    /// without backtracking further: at worst the product of both lengths.
    public static func fit(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (place, index) = (0, 0)
        /// The positions after the last wildcard: in the pattern, and the end of its match in the text.
        var retry: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == star {
                place += 1
                retry = (place, index)
            } else if place < pattern.count, pattern[place] == text[index] {
                place += 1
                index += 1
            } else if let (behind, start) = retry {
                retry = (behind, start + 1)
                (place, index) = (behind, start + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == star }
    }

    /// Whether a text matches one of the patterns.
    public static func fit(any patterns: [String], _ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return patterns.contains { fit(Array($0.utf8), bytes) }
    }

    private static let star = UInt8(ascii: "*")
}
