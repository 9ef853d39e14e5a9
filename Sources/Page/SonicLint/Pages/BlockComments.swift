import SonicProtocol

/// The comments of a page that are meant to mark blocks, spelt correctly or not.
struct BlockComments {
    /// One comment.
    struct Comment: Equatable {
        /// The spelling of a comment.
        enum Spelling: Equatable {
            /// `<!--sonicdiff-NAME-->`, with its name, which may be empty.
            case start(name: String)
            /// `<!--sonicdiff-NAME-end-->`, with its name.
            case end(name: String)
            /// A misspelling of either, with the problem.
            case wrong(String)
        }

        /// The range from `<!--` to `-->` in the page.
        let range: Range<Int>
        let spelling: Spelling
    }

    /// The comments in page order.
    let comments: [Comment]

    /// The maximum length of a comment with a plausible block name.
    private static let longest = 200
    private static let opening = ByteFinder("<!--")
    private static let closing = ByteFinder("-->")

    /// Finds the comments in a page. Linear.
    init(_ html: [UInt8]) {
        var comments: [Comment] = []
        var place = 0
        var end = 0
        while let start = Self.opening.first(in: html.span, from: place) {
            // One end applies to all starts before it, so that no byte is searched twice.
            if end < start + 4 {
                guard let next = Self.closing.first(in: html.span, from: start + 4) else { break }
                end = next
            }
            // Servers search for text, not for comments, so one that begins within another counts too.
            let inner = Self.opening.first(in: html.span, from: start + 4, before: end)
            if inner == nil, end - start < Self.longest, let spelling = Self.spelling(html[(start + 4)..<end])
            {
                comments.append(Comment(range: start..<(end + 3), spelling: spelling))
            }
            place = inner ?? end + 3
        }
        self.comments = comments
    }

    /// Returns the spelling of a comment; nil for one that is not about blocks.
    private static func spelling(_ text: ArraySlice<UInt8>) -> Comment.Spelling? {
        let word = "sonicdiff"
        let lowered = String(decoding: text, as: UTF8.self).lowercased()
        guard lowered.hasPrefix(word) else { return meant(lowered) }
        let rest = text.dropFirst(word.count)
        // Without a name, an end comment equals a start comment named “end”; if it can close a block, it does.
        if rest.elementsEqual("-end".utf8) { return .end(name: "") }
        let name = rest.first == UInt8(ascii: "-") ? rest.dropFirst() : rest
        if name.allSatisfy(isWord) { return .start(name: String(decoding: name, as: UTF8.self)) }
        let beginning = name.dropLast(4)
        if lowered.hasSuffix("-end"), beginning.allSatisfy(isWord) {
            return .end(name: String(decoding: beginning, as: UTF8.self))
        }
        let odd = (lowered.hasSuffix("-end") ? beginning : name).filter { !isWord($0) }
        if odd.contains(where: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
            return .wrong("it has spaces")
        }
        if odd.contains(where: { $0 >= 0x80 }) { return .wrong("its name has characters beyond ASCII") }
        let signs = String(decoding: Set(odd).sorted(), as: UTF8.self)
        return .wrong("its name has “\(signs)”: only letters, digits and underscores are allowed")
    }

    /// Returns the spelling of a comment that does not begin correctly but is about blocks.
    private static func meant(_ lowered: String) -> Comment.Spelling? {
        let letters = lowered.unicodeScalars.filter { ("a"..."z").contains($0) }
        let bare = String(String.UnicodeScalarView(letters))
        guard bare.hasPrefix("sonicdif") || bare.hasPrefix("endsonicdif") else { return nil }
        if lowered.first?.isWhitespace ?? false { return .wrong("spaces precede “sonicdiff”") }
        return .wrong("it does not begin with “sonicdiff”")
    }

    /// The servers' `\w`: ASCII letters, digits and the underscore.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
