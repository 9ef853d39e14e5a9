import BrowserValues
import CellGrid
import Exchanges
import HTML
import SonicProtocol
import SonicSession
import Workbench

/// A part of an exchange that can be compared without a screen.
package enum ComparedPart: Equatable, Sendable {
    /// The headers of request and response.
    case headers
    /// The body of the response.
    case body
    /// The page without its blocks.
    case template
    /// The block with this name.
    case block(String)
    /// The page.
    case page

    /// Creates the part that a word names, such as `body` or `block=news`; nil for another word.
    package init?(named word: String) {
        switch word {
        case "headers": self = .headers
        case "body": self = .body
        case "template": self = .template
        case "page": self = .page
        default:
            guard word.hasPrefix("block="), word.utf8.count > 6 else { return nil }
            self = .block(String(word.dropFirst(6)))
        }
    }

    /// The words that name parts; that of a block lacks its name.
    package static let words = ["headers", "body", "template", "block=", "page"]

    /// The reason why there is nothing to compare.
    package struct Missing: Error {
        /// The reason as a sentence without its full stop.
        package let words: String
    }

    /// Returns the difference between two exchanges in this part as lines of plain text; empty if nothing differs. They
    /// contain no control characters that a terminal would interpret. Linear where the exchanges are equal, bounded
    /// where they differ.
    ///
    /// - Parameters:
    ///   - old: The first exchange.
    ///   - new: The second exchange.
    ///   - form: The form of the comparison.
    ///   - secrets: How secrets in headers are handled.
    ///   - charsets: The system's character tables.
    /// - Throws: `Missing` if there is nothing to compare.
    package func difference(
        from old: ExchangeSide, to new: ExchangeSide, as form: ComparisonForm, _ secrets: Secrets,
        charsets: CharacterConversion
    ) throws(Missing) -> [String] {
        let sides = SideComparison(old: old, new: new)
        switch self {
        case .headers where form == .text:
            let headers = sides.headers(secrets, width: Self.width)
            return headers.differences.isEmpty ? [] : headers.lines.map(\.text)
        case .headers:
            return Self.source(
                (HeadMask.head(old.heads, secrets), HeadMask.head(new.heads, secrets)))
        case .template:
            return Self.source(try Self.bytes(.template, sides))
        case .body where form == .source: return Self.source(try Self.bytes(.body, sides))
        case .page where form == .source: return Self.source(try Self.bytes(.page, sides))
        case .body, .page:
            let both = try Self.bytes(self == .body ? .body : .page, sides)
            let pages = [(old, both.old), (new, both.new)].map { side, bytes in
                ShownPage(
                    url: new.url, html: bytes, split: PageSplit(html: bytes), headers: side.headers)
            }
            return ChangeText(from: pages[0], to: pages[1], charsets: charsets).lines
        case .block(let name):
            let both = try Self.bytes(.page, sides)
            guard let pair = BlockPairs(both.old, both.new).pairs.first(where: { $0.name == name }) else {
                throw Missing(words: "neither page has a block “\(name)”")
            }
            return Self.source(BlockPairs.bytes(of: pair, in: both))
        }
    }

    /// A width at which no line is wrapped.
    private static let width: Column = 1_000_000

    private static func bytes(
        _ part: SideComparison.Part, _ sides: SideComparison
    ) throws(Missing) -> BlockPairs.Sides {
        let (old, new) = sides.contents(of: part)
        for (side, content) in [(sides.old, old), (sides.new, new)] {
            if case .missing(let why) = content {
                throw Missing(words: VisibleText.line("\(side.title): \(why)"))
            }
        }
        return (old.bytes ?? [], new.bytes ?? [])
    }

    private static func source(_ both: BlockPairs.Sides) -> [String] {
        var diff = SourceDiff(from: both.old, to: both.new)
        diff.finish()
        let text = SourceDiffText(diff: diff, width: width, isUnified: true)
        let changes = diff.changes.indices.flatMap { index in
            let lines = text.lines(ofChange: index)
            return lines.around + lines.change + lines.behind
        }
        return changes.isEmpty ? [] : (changes + text.ending).map(\.text)
    }
}
