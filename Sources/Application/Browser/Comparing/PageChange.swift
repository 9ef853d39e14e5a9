import PageLayout

/// One stretch that an update changed, as people see it: old and new text, and where the new lines stand.
struct PageChange: Equatable, Sendable {
    /// What the stretch is.
    enum Kind: Equatable, Sendable {
        /// A block of Sonic's, or the title; its name says which.
        case block
        /// A stretch of a page without blocks that was found by comparing its versions.
        case region
        /// The page as a whole.
        case page
    }

    /// A line of the diff.
    enum Line: Equatable, Sendable {
        /// The same before and after.
        case kept(String)
        /// Gone, with the words that stand no more, as ranges of its UTF-8 bytes.
        case removed(String, words: [Range<Int>])
        /// New, with the words that are new.
        case added(String, words: [Range<Int>])
        /// A line of which only numbers and times changed, where those do not count.
        case figures(old: String, new: String)

        /// Whether it is a change that counts.
        var counts: Bool {
            switch self {
            case .removed, .added: true
            case .kept, .figures: false
            }
        }
    }

    /// A changed place of the page's source.
    struct Mark: Equatable, Sendable {
        /// What the change is worth.
        enum Weight: Equatable, Sendable {
            /// It counts.
            case change
            /// Only numbers and times changed, and those do not count.
            case figures
        }

        /// The lines' bytes; empty at a place from which lines went away.
        var range: Range<Int>
        /// What the change is worth.
        var weight = Weight.change
    }

    /// The block's name; `title` for the title.
    var name: String
    /// What changed.
    var kind = Kind.block
    /// The stretch's text before and after, line by line, without most of what stayed the same; nil as long as
    /// it is not compared.
    var lines: [Line]?
    /// The places of the page's source that changed, in ascending order.
    var marks: [Mark]
    /// The first place of the source that differs; nil where that is not known, or ruled out.
    var source: SourceDifference?
    /// How closely the lines were compared.
    var extent = ShortestEdits.Extent.exact

    /// The lines as they are told where what they were compared with came later: what is gone was new then. Linear.
    var turned: [Line]? {
        guard let lines else { return nil }
        var turned: [Line] = []
        var added: [Line] = []
        for line in lines {
            switch line {
            case .removed(let text, let words): added.append(.added(text, words: words))
            case .added(let text, let words): turned.append(.removed(text, words: words))
            case .figures(let old, let new):
                turned += added + [.figures(old: new, new: old)]
                added = []
            case .kept:
                turned += added + [line]
                added = []
            }
        }
        return turned + added
    }

    /// Whether the source differs and the text does not, as far as it was compared.
    var isUnseen: Bool { extent == .exact && lines?.isEmpty == true }

    /// The most lines of a stretch that are kept for the diff pane.
    static let lineLimit = 2000
}

extension Document {
    /// The first place of the source that changed where the text reads the same; nil for none.
    var unseenChange: SourceDifference? {
        changes.lazy.filter(\.isUnseen).compactMap(\.source).first
    }
}
