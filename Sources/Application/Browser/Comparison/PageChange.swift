import BrowserValues
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// A change of a part of a page, as readers see it: the old and new text, and the position of the new lines.
public struct PageChange: Equatable, Sendable {
    /// The kind of part.
    enum Kind: Equatable, Sendable {
        /// A block of Sonic's, or the title; the name says which.
        case block
        /// A region of a page without blocks, found by comparing its versions.
        case region
        /// The page as a whole.
        case page
    }

    /// A line of the diff.
    enum Line: Equatable, Sendable {
        /// Unchanged.
        case kept(String)
        /// Removed, with the ranges of the removed words in UTF-8 bytes.
        case removed(String, words: [Range<Int>])
        /// Added, with the ranges of the added words in UTF-8 bytes.
        case added(String, words: [Range<Int>])
        /// A line in which only numbers and times changed, if those do not count.
        case figures(old: String, new: String)

        /// Whether it is a change that counts.
        var counts: Bool { change != nil }

        /// The text that was removed or added, with its changed words; nil for other lines.
        var change: (text: String, words: [Range<Int>])? {
            switch self {
            case .removed(let text, let words), .added(let text, let words): (text, words)
            case .kept, .figures: nil
            }
        }
    }

    /// A changed range of the page's source.
    struct Mark: Equatable, Sendable {
        /// The weight of a change.
        enum Weight: Equatable, Sendable {
            /// It counts.
            case change
            /// Only numbers and times changed, and those do not count.
            case figures
        }

        /// The bytes of the lines; empty where lines were removed.
        var range: Range<Int>
        var weight = Weight.change
    }

    /// The block's name; `title` for the title.
    var name: String
    /// The kind of part that changed.
    var kind = Kind.block
    /// The diff of the text, without most of the unchanged lines; nil until it is compared.
    var lines: [Line]?
    /// The ranges of the page's source that changed, in ascending order.
    var marks: [Mark]
    /// The first difference in the source; nil if it is not known, or excluded by the rules.
    var source: SourceDifference?
    /// How closely the lines were compared.
    var extent = ShortestEdits.Extent.exact

    /// Whether the source differs but the text does not, as far as it was compared.
    var isUnseen: Bool { extent == .exact && lines?.isEmpty == true }

    /// Compares two versions of a page, as the diff pane draws them. Linear in both, and lays out the differences: not
    /// to be called on the main actor.
    /// - Parameter chosen: The encoding of both; nil for the declared ones.
    public static func changes(
        of versions: (old: PageVersion, new: PageVersion), _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) -> [PageChange] {
        let pages = [versions.old, versions.new].map { version in
            ShownPage(
                url: versions.new.url, html: version.html, split: PageSplit(html: version.html),
                headers: version.headers)
        }
        return Document.changes(from: pages[0], to: pages[1], rules, charsets: charsets, chosen: chosen)
    }

    /// The maximum number of lines of a change in the diff pane.
    static let lineLimit = 2000
}
