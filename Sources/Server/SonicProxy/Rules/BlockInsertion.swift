import HTML
import SonicProtocol

/// A page with Sonic block comments inserted around elements, start tags and comments; no other byte is changed.
public struct BlockInsertion: Equatable, Sendable {
    /// The page.
    public let html: [UInt8]
    /// The names of the inserted blocks, in page order.
    public let inserted: [String]
    /// The blocks that were not inserted, in the order of the file.
    public let skipped: [Skipped]

    /// A block that was not inserted, and why.
    public struct Skipped: Equatable, Sendable {
        /// Its name.
        public let name: String
        /// The reason.
        public let reason: Reason
    }

    /// The reason why a block is not inserted.
    public enum Reason: Error, Equatable, Sendable {
        /// The page already contains blocks of its author.
        case authored
        /// No element matches the selector.
        case missing
        /// The number of matching elements, of which a block needs exactly one.
        case several(Int)
        /// The element has no end tag, or its end tag is misplaced.
        case unclosed
        /// The element and another one overlap in the source: `<b><p></b></p>`.
        case unbalanced
        /// It overlaps this block, which precedes it in the file.
        case overlaps(String)
        /// It contains the page's title, which is separate data.
        case holdsTitle
        /// It is inside an element of this name, whose content is not always parsed as elements.
        case inside(String)
        /// The number of matching comments, of which a block needs exactly one.
        case comments(Int)
        /// The element has no attribute of this name.
        case noAttribute(String)
        /// The content of an element of this name is text, or a line break after its start tag is significant.
        case readsText(String)
        /// The page contains text that looks like a block's comment.
        case unclear

        /// A short description.
        var text: String {
            switch self {
            case .authored: "the page already has blocks"
            case .missing: "no element"
            case .several(let count): "\(count) elements"
            case .unclosed: "not closed"
            case .unbalanced: "not balanced"
            case .overlaps(let name): "overlaps \(name)"
            case .holdsTitle: "contains the title"
            case .inside(let name): "inside \(name)"
            case .comments(let count): count == 0 ? "no comment" : "\(count) comments"
            case .noAttribute(let name): "no attribute \(name)"
            case .readsText(let name): "what follows <\(name)> is text"
            case .unclear: "the page contains text like a block's comment"
            }
        }
    }
}

extension BlockInsertion {
    /// Inserts blocks into a page, which is parsed once. Linear in the page for each block.
    public init(of blocks: [BlocksFile.Block], into html: [UInt8]) {
        let split = PageSplit(html: html)
        guard !blocks.isEmpty, split.blocks.isEmpty else {
            self.init(unchanged: html, blocks, split.blocks.isEmpty ? .unclear : .authored)
            return
        }
        var parser = HTMLParser()
        parser.append(html)
        parser.finish()
        let finder = ElementFinder(parser.document, html, title: split.title)
        var found: [(name: String, range: Range<Int>)] = []
        var skipped: [Skipped] = []
        for block in blocks {
            do throws(Reason) {
                let range = try finder.range(of: block.source)
                if let other = found.first(where: { $0.range.overlaps(range) }) {
                    throw Reason.overlaps(other.name)
                }
                found.append((block.name, range))
            } catch {
                skipped.append(Skipped(name: block.name, reason: error))
            }
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        let (result, ranges) = Self.mark(found, in: html)
        let blocksThere = PageSplit(html: result).blocks
        // Servers and clients split the page by text, so the split must yield exactly these blocks.
        guard blocksThere.map(\.name) == found.map(\.name), blocksThere.map(\.range) == ranges else {
            self.init(unchanged: html, blocks, .unclear)
            return
        }
        self.init(html: result, inserted: found.map(\.name), skipped: skipped)
    }

    private init(unchanged html: [UInt8], _ blocks: [BlocksFile.Block], _ reason: Reason) {
        self.init(
            html: html, inserted: [], skipped: blocks.map { Skipped(name: $0.name, reason: reason) })
    }

    /// Returns the page with comments around these ranges, which are in order, and the resulting block ranges.
    private static func mark(
        _ found: [(name: String, range: Range<Int>)], in html: [UInt8]
    ) -> (html: [UInt8], ranges: [Range<Int>]) {
        var result: [UInt8] = []
        result.reserveCapacity(html.count + found.count * 64)
        var ranges: [Range<Int>] = []
        var copied = 0
        for (name, range) in found {
            result += html[copied..<range.lowerBound]
            let start = result.count
            result += "<!--sonicdiff-\(name)-->".utf8
            result += html[range]
            result += "<!--sonicdiff-\(name)-end-->".utf8
            ranges.append(start..<result.count)
            copied = range.upperBound
        }
        result += html[copied...]
        return (result, ranges)
    }
}
