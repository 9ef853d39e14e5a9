/// What is kept of what a page calls itself: no page fills a file with its name.
package enum StoredTitle {
    /// The most characters.
    private static let characters = 200
    /// The most bytes: one character may have any number of marks.
    private static let bytes = 1000

    /// The beginning of a title, up to the end of a character, or of a scalar where the first character alone is too
    /// long. Linear in what is kept and one character more.
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
