import CellGrid
import Diagnostics
import HTML
import SonicProtocol
import SonicSession

/// What a part of two exchanges differs in, as lines of plain text for programs and files.
public struct PartDifference: Sendable {
    /// A part of an exchange.
    public enum Part: Equatable, Sendable {
        /// The heads of request and response.
        case headers
        /// The body of the response.
        case body
        /// The page without its blocks.
        case template
        /// The block of a name.
        case block(String)
        /// The page.
        case page

        /// The part that a word names, such as `body` or `block=news`; nil for another word.
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

        /// The words that name parts, that of a block without its name.
        public static let words = ["headers", "body", "template", "block=", "page"]
    }

    /// How a part is compared.
    public enum Form: Sendable {
        /// Headers by name, pages by their text, all else as source.
        case text
        /// To the byte, with a sign for every byte that could not be seen.
        case source
    }

    /// Why there is nothing to compare, as a sentence without its stop.
    public struct Missing: Error {
        /// The sentence.
        public let words: String
    }

    /// The lines; empty where nothing differs. No character in them can command a terminal.
    public let lines: [String]

    /// Compares a part of two exchanges. Linear in both, and bounded where they differ.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - old: The first.
    ///   - new: The second.
    ///   - form: How it is compared.
    ///   - secrets: What becomes of secrets in headers.
    ///   - charsets: The system's tables of characters.
    /// - Throws: Why there is nothing to compare.
    public init(
        _ part: Part, of old: ExchangeSide, and new: ExchangeSide, as form: Form, _ secrets: Secrets,
        charsets: CharacterConversion
    ) throws(Missing) {
        let sides = SideComparison(old: old, new: new)
        switch part {
        case .headers where form == .text:
            let told = sides.headers(secrets, width: Self.width)
            lines = told.differences.isEmpty ? [] : told.lines.map(\.text)
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

    /// As wide as a line may be: nothing is broken.
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
