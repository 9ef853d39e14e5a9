import BrowserValues
import CellGrid
import Exchanges
import HTML
import SonicProtocol
import SonicSession
import Workbench

/// The difference between two exchanges in one part, as lines of plain text for programs and files.
public struct PartDifference: Sendable {
    /// A part of an exchange.
    public enum Part: Equatable, Sendable {
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
        public init?(named word: String) {
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
        public static let words = ["headers", "body", "template", "block=", "page"]
    }

    /// The form of a comparison.
    public enum Form: Sendable {
        /// Headers by name, pages by their text, everything else as source.
        case text
        /// Byte by byte, with signs for invisible bytes.
        case source
    }

    /// The reason why there is nothing to compare.
    public struct Missing: Error {
        /// The reason as a sentence without its full stop.
        public let words: String
    }

    /// The lines; empty if nothing differs. They contain no control characters that a terminal would interpret.
    public let lines: [String]

    /// Compares a part of two exchanges. Linear where they are equal, bounded where they differ.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - old: The first exchange.
    ///   - new: The second exchange.
    ///   - form: The form of the comparison.
    ///   - secrets: How secrets in headers are handled.
    ///   - charsets: The system's character tables.
    /// - Throws: `Missing` if there is nothing to compare.
    public init(
        _ part: Part, of old: ExchangeSide, and new: ExchangeSide, as form: Form, _ secrets: Secrets,
        charsets: CharacterConversion
    ) throws(Missing) {
        let sides = SideComparison(old: old, new: new)
        switch part {
        case .headers where form == .text:
            let headers = sides.headers(secrets, width: Self.width)
            lines = headers.differences.isEmpty ? [] : headers.lines.map(\.text)
        case .headers:
            lines = Self.source(
                (HeadMask.head(old.heads, secrets), HeadMask.head(new.heads, secrets)))
        case .template:
            lines = Self.source(try Self.bytes(.template, sides))
        case .body where form == .source: lines = Self.source(try Self.bytes(.body, sides))
        case .page where form == .source: lines = Self.source(try Self.bytes(.page, sides))
        case .body, .page:
            let both = try Self.bytes(part == .body ? .body : .page, sides)
            let pages = [(old, both.old), (new, both.new)].map { side, bytes in
                ShownPage(
                    url: new.url, html: bytes, split: PageSplit(html: bytes), headers: side.headers)
            }
            lines = ChangeText(from: pages[0], to: pages[1], charsets: charsets).lines
        case .block(let name):
            let both = try Self.bytes(.page, sides)
            guard let pair = BlockPairs(both.old, both.new).pairs.first(where: { $0.name == name }) else {
                throw Missing(words: "neither page has a block “\(name)”")
            }
            lines = Self.source(
                (pair.old.map { Array(both.old[$0]) } ?? [], pair.new.map { Array(both.new[$0]) } ?? []))
        }
    }

    /// A width at which no line is wrapped.
    private static let width: Column = 1_000_000

    private static func bytes(
        _ part: SideComparison.Part, _ sides: SideComparison
    ) throws(Missing) -> (old: [UInt8], new: [UInt8]) {
        let (old, new) = sides.contents(of: part)
        for (side, content) in [(sides.old, old), (sides.new, new)] {
            if case .missing(let why) = content {
                throw Missing(words: VisibleText.line("\(side.title): \(why)"))
            }
        }
        return (old.bytes ?? [], new.bytes ?? [])
    }

    private static func source(_ both: (old: [UInt8], new: [UInt8])) -> [String] {
        var diff = SourceDiff(from: both.old, to: both.new)
        diff.finish()
        let text = SourceDiffText(diff: diff, width: width, order: .below)
        let changes = diff.changes.indices.flatMap { index in
            let lines = text.lines(ofChange: index)
            return lines.around + lines.change + lines.behind
        }
        return changes.isEmpty ? [] : (changes + text.ending).map(\.text)
    }
}
