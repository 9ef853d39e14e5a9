import CellGrid
import SonicProtocol
import Workbench

/// A comparison of two exchanges part by part.
struct SideComparison: Sendable {
    /// The older or first exchange.
    let old: ExchangeSide
    /// The newer or second exchange.
    let new: ExchangeSide

    /// A part of an exchange, by its number on the screen.
    enum Part: Int, CaseIterable, Sendable {
        /// The headers of request and response.
        case headers = 1
        /// The body of the response.
        case body
        /// The page without its blocks.
        case template
        /// The blocks of the page.
        case blocks
        /// The page.
        case page

        /// Its name.
        var name: String {
            switch self {
            case .headers: "headers"
            case .body: "body"
            case .template: "template"
            case .blocks: "blocks"
            case .page: "page"
            }
        }
    }

    /// The form in which a part is compared.
    enum Form: String, Sendable {
        /// Byte by byte.
        case source
        /// As readable text: headers by name, pages by their text.
        case text
    }

    /// The part to show first: the first of page and body that differs, otherwise the headers. Linear where they are
    /// equal.
    var firstDifferent: Part {
        if old.page != new.page { return .page }
        return old.body != new.body ? .body : .headers
    }

    /// Returns the forms in which a part can be compared, the default first.
    func forms(of part: Part) -> [Form] {
        switch part {
        case .headers: [.text, .source]
        case .template, .blocks: [.source]
        case .body, .page: [.source, .text]
        }
    }

    /// Returns a part of both exchanges; for blocks it is the page.
    func contents(of part: Part) -> (old: ExchangeSide.Content, new: ExchangeSide.Content) {
        switch part {
        case .headers: (old.response, new.response)
        case .body: (old.body, new.body)
        case .template: (Self.template(old.page), Self.template(new.page))
        case .blocks, .page: (old.page, new.page)
        }
    }

    private static func template(_ page: ExchangeSide.Content) -> ExchangeSide.Content {
        guard let bytes = page.bytes else { return page }
        return .bytes(PageSplit(html: bytes).templateBytes(of: bytes))
    }
}

/// The blocks of two pages, including the title, matched by name.
struct BlockPairs: Sendable {
    /// A block of one page or of both.
    struct Pair: Equatable, Sendable {
        /// Its name.
        let name: String
        /// Its bytes in the old page; nil if it is absent there.
        let old: Range<Int>?
        /// Its bytes in the new page; nil if it is absent there.
        let new: Range<Int>?
        /// Whether both have the same bytes.
        let isSame: Bool
    }

    /// All of them, in the order of the new page; removed ones come last.
    let pairs: [Pair]

    /// Matches the blocks of two pages. Linear in both.
    init(_ old: [UInt8], _ new: [UInt8]) {
        let (before, after) = (Self.slots(old), Self.slots(new))
        var known: [String: Range<Int>] = [:]
        for slot in before where known[slot.name] == nil { known[slot.name] = slot.range }
        var seen: Set<String> = []
        var pairs: [Pair] = []
        for slot in after where seen.insert(slot.name).inserted {
            let partner = known[slot.name]
            let isSame = partner.map { old[$0].elementsEqual(new[slot.range]) } ?? false
            pairs.append(Pair(name: slot.name, old: partner, new: slot.range, isSame: isSame))
        }
        for slot in before where seen.insert(slot.name).inserted {
            pairs.append(Pair(name: slot.name, old: slot.range, new: nil, isSame: false))
        }
        self.pairs = pairs
    }

    private static func slots(_ page: [UInt8]) -> [(name: String, range: Range<Int>)] {
        let split = PageSplit(html: page)
        return split.slots.map { (split.displayName(of: $0.slot), $0.range) }
    }

    /// The indices of those that differ.
    var different: [Int] { pairs.indices.filter { !pairs[$0].isSame } }
}
