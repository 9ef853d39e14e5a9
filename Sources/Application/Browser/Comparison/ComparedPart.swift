import BrowserValues
import CellGrid
import Exchanges
import HTML
import SonicProtocol

/// The form in which a part of two exchanges is compared.
package enum ComparisonForm: String, Sendable {
    /// Byte by byte, with signs for invisible bytes.
    case source
    /// As readable text: headers by name, pages by their text.
    case text
}

/// A part of an exchange that can be compared.
package enum ComparedPart: Hashable, Sendable {
    /// The headers of request and response.
    case headers
    /// The body of the response.
    case body
    /// The page without its blocks.
    case template
    /// All blocks of the page, as a list.
    case blocks
    /// The block with this name.
    case block(String)
    /// The page.
    case page

    /// The parts in the order of their numbers on the screen; a single block belongs to the list of blocks.
    static let numbered: [ComparedPart] = [.headers, .body, .template, .blocks, .page]

    /// Creates the part that a word names, such as `body` or `block=news`; nil for another word.
    package init?(named word: String) {
        if word.hasPrefix("block="), word.utf8.count > 6 {
            self = .block(String(word.dropFirst(6)))
        } else if let part = Self.numbered.first(where: { $0.words == word && $0 != .blocks }) {
            self = part
        } else {
            return nil
        }
    }

    /// The words that name parts; that of a block lacks its name.
    package static let words = ["headers", "body", "template", "block=", "page"]

    /// The name.
    var words: String {
        switch self {
        case .headers: "headers"
        case .body: "body"
        case .template: "template"
        case .blocks: "blocks"
        case .block(let name): "block \(VisibleText.line(name))"
        case .page: "page"
        }
    }

    /// The part among the numbered ones.
    var numbered: ComparedPart { if case .block = self { .blocks } else { self } }

    /// The forms in which it can be compared, the default first.
    var forms: [ComparisonForm] {
        switch self {
        case .headers: [.text, .source]
        case .template, .blocks, .block: [.source]
        case .body, .page: [.source, .text]
        }
    }

    /// The reason why there is nothing to compare.
    package struct Missing: Error {
        /// The reason in words, without control characters.
        package let words: String
    }
}

/// A comparison without a screen.
extension SideComparison {
    /// Returns the difference in a part as lines of plain text; empty if nothing differs. They contain no control
    /// characters that a terminal would interpret. Linear where the exchanges are equal, bounded where they differ.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - form: The form of the comparison; it applies to parts that have several.
    ///   - secrets: How secrets in headers are handled.
    ///   - charsets: The system's character tables.
    /// - Throws: `Missing` if there is nothing to compare.
    package func difference(
        in part: ComparedPart, as form: ComparisonForm, _ secrets: Secrets, charsets: CharacterConversion
    ) throws(ComparedPart.Missing) -> [String] {
        if part == .headers, form == .text {
            let headers = headers(secrets, width: Self.unwrapped)
            return headers.differences.isEmpty ? [] : headers.lines.map(\.text)
        }
        let both = try bytes(of: part, secrets).get()
        guard form == .text, part.forms.contains(.text) else {
            return Self.source(both, width: Self.unwrapped, isUnified: true, atMost: .max).map(\.text)
        }
        let pages = pages(both, of: part)
        return ChangeText(from: pages.old, to: pages.new, charsets: charsets).lines
    }

    /// A width at which no line is wrapped.
    private static let unwrapped: Column = 1_000_000

    /// The differences of the responses as `diff -u` prints them: first the headers, then the bodies. Headers that differ
    /// only in `Date` count as equal; empty if nothing else differs.
    package var responses: [UInt8] {
        let heads = [old, new].map { ($0.response.bytes ?? []).filter { $0 != 0x0D } }
        func undated(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
            head.split(separator: 0x0A).filter { !Bytes.equalIgnoringCase($0.prefix(5), Array("date:".utf8)) }
        }
        func difference(_ old: [UInt8], _ new: [UInt8], _ part: String) -> [UInt8] {
            ShortestEdits.unifiedDiff(
                from: old, to: new, names: ("\(self.old.title) \(part)", "\(self.new.title) \(part)"))
        }
        return (undated(heads[0]) == undated(heads[1]) ? [] : difference(heads[0], heads[1], "headers"))
            + difference(old.body.bytes ?? [], new.body.bytes ?? [], "body")
    }

    /// Returns what is said of equal bytes.
    static func same(_ bytes: [UInt8]) -> String { "Byte for byte the same, \(bytes.count.bytes)." }

    /// Returns the lines of a comparison of source; empty if nothing differs.
    /// - Parameter most: The number of lines at which it ends.
    static func source(
        _ both: BlockPairs.Sides, width: Column, isUnified: Bool, atMost most: Int
    ) -> [StyledLine] {
        var diff = SourceDiff(from: both.old, to: both.new)
        diff.finish()
        let text = SourceDiffText(diff: diff, width: width, isUnified: isUnified)
        var lines: [StyledLine] = []
        for index in diff.changes.indices {
            guard lines.count < most else { return lines + [StyledLine(" … and more differences", .dimmed)] }
            let change = text.lines(ofChange: index)
            lines += change.around + change.change + change.behind
        }
        return lines + text.ending
    }
}
