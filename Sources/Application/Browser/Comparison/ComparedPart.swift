import CellGrid
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
