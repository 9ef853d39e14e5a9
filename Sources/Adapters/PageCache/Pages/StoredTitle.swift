/// The part of a page's title that is stored: the length is limited, so that no page fills a file with it.
package enum StoredTitle {
    /// The maximum number of characters.
    private static let characters = 200
    /// The maximum number of bytes: one character may have any number of combining marks.
    private static let bytes = 1000

    /// Returns the beginning of a title, up to the end of a character, or of a scalar if the first character alone is
    /// too long.
    /// - Complexity: Linear in the length of the result and one more character.
    package static func of(_ title: String) -> String {
        var room = bytes
        let whole = title.prefix(characters).prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        if let first = title.first, whole.isEmpty {
            room = bytes
            return String(
                String.UnicodeScalarView(
                    first.unicodeScalars.prefix { scalar in
                        room -= UTF8.width(scalar)
                        return room >= 0
                    }))
        }
        return String(whole)
    }
}
