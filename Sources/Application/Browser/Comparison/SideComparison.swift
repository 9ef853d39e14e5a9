import CellGrid
import Exchanges
import SonicProtocol
import Workbench

/// The form in which a part of two exchanges is compared.
package enum ComparisonForm: String, Sendable {
    /// Byte by byte, with signs for invisible bytes.
    case source
    /// As readable text: headers by name, pages by their text.
    case text
}

/// A comparison of two exchanges part by part.
struct SideComparison: Sendable {
    /// The older or first exchange.
    let old: ExchangeSide
    /// The newer or second exchange.
    let new: ExchangeSide

    /// A part of an exchange, in the order of their numbers on the screen.
    enum Part: String, CaseIterable, Sendable {
        /// The headers of request and response.
        case headers
        /// The body of the response.
        case body
        /// The page without its blocks.
        case template
        /// The blocks of the page.
        case blocks
        /// The page.
        case page
    }

    /// The part to show first: the first of page and body that differs, otherwise the headers. Linear where they are
    /// equal.
    var firstDifferent: Part {
        if old.page != new.page { return .page }
        return old.body != new.body ? .body : .headers
    }

    /// Returns the forms in which a part can be compared, the default first.
    func forms(of part: Part) -> [ComparisonForm] {
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

    /// Returns the bytes of a part of both exchanges; nil if one has none.
    func bytes(of part: Part) -> BlockPairs.Sides? {
        let (old, new) = contents(of: part)
        guard let before = old.bytes, let after = new.bytes else { return nil }
        return (before, after)
    }

    private static func template(_ page: ExchangeSide.Content) -> ExchangeSide.Content {
        guard let bytes = page.bytes else { return page }
        return .bytes(PageSplit(html: bytes).templateBytes(of: bytes))
    }

    /// Returns the comparison of the headers by name.
    func headers(_ secrets: Secrets, width: Column) -> MarkedLines {
        var marked = MarkedLines()
        func add(_ title: String, _ old: ExchangeSide.Content, _ new: ExchangeSide.Content) {
            if !marked.lines.isEmpty { marked.lines.append(StyledLine()) }
            marked.lines.append(StyledLine(" " + title, .heading))
            guard let before = old.bytes, let after = new.bytes else {
                marked.lines += missing(old, new, width: width).lines
                return
            }
            for case (let side, .text) in [(self.old, old), (self.new, new)] {
                let words = "\(side.title): raw bytes not captured; reconstructed from the parsed message."
                marked.lines += MarkedLines.words(words, .dimmed, width: width)
            }
            let lines = HeaderComparison(old: before, new: after, secrets: secrets).lines(width: width)
            var wasDifferent = false
            for line in lines {
                let isDifferent = line.isDifferent
                if isDifferent, !wasDifferent { marked.differences.append(marked.lines.count) }
                wasDifferent = isDifferent
                marked.lines.append(line)
            }
        }
        add("Request", old.request, new.request)
        add("Response", old.response, new.response)
        return marked
    }

    /// Returns the lines that explain why there is nothing to compare.
    func missing(
        _ before: ExchangeSide.Content, _ after: ExchangeSide.Content, width: Column
    ) -> MarkedLines {
        var marked = MarkedLines()
        for (sign, side, content) in [("-", old, before), ("+", new, after)] {
            let words: String
            switch content {
            case .missing(let why): words = "\(sign) \(side.title): \(why)"
            case .bytes(let bytes), .text(let bytes):
                words = "\(sign) \(side.title): \(bytes.count.bytes)"
            }
            marked.lines += MarkedLines.words(words, .dimmed, width: width)
        }
        return marked
    }
}

/// The blocks of two pages, including the title, matched by name.
struct BlockPairs: Sendable {
    /// The bytes of both sides.
    typealias Sides = (old: [UInt8], new: [UInt8])

    /// A block of one page or of both.
    struct Pair: Equatable, Sendable {
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

    /// Returns the bytes of a block in both pages; none where it is absent.
    static func bytes(of pair: Pair, in both: Sides) -> Sides {
        (pair.old.map { Array(both.old[$0]) } ?? [], pair.new.map { Array(both.new[$0]) } ?? [])
    }

    /// The indices of those that differ.
    var different: [Int] { pairs.indices.filter { !pairs[$0].isSame } }

    /// One line for each block: whether it is unchanged, and its size.
    var lines: MarkedLines {
        var marked = MarkedLines()
        if pairs.isEmpty {
            marked.lines = [StyledLine(" Neither page has a block.", .dimmed)]
        }
        for pair in pairs {
            if !pair.isSame { marked.differences.append(marked.lines.count) }
            let (mark, size) = Self.state(of: pair)
            marked.lines.append(
                StyledLine([
                    .init(text: " \(mark) ", role: pair.isSame ? .dimmed : .changeMark),
                    .init(text: VisibleText.line(pair.name), role: .name),
                    .init(text: "  " + size, role: pair.isSame ? .dimmed : .text),
                ]))
        }
        return marked
    }

    private static func state(of pair: Pair) -> (mark: String, size: String) {
        switch (pair.old, pair.new) {
        case (let old?, let new?):
            pair.isSame
                ? ("=", "the same, \(new.count.bytes)") : ("~", "\(old.count.bytes) → \(new.count.bytes)")
        case (nil, let new?): ("+", "only in the second, \(new.count.bytes)")
        case (let old?, nil): ("-", "only in the first, \(old.count.bytes)")
        case (nil, nil): ("=", "")
        }
    }
}

/// The lines of a comparison, and the indices at which differences begin.
struct MarkedLines {
    var lines: [StyledLine] = []
    /// The indices at which differences begin.
    var differences: [Int] = []

    /// Returns text wrapped at a width.
    static func words(_ words: String, _ role: Role, width: Column) -> [StyledLine] {
        StyledLine.wrapped(
            VisibleText.line(words), role, to: max(1, width - 1), first: " ", indent: "   ")
    }

    /// Returns the lines of the changes in a text.
    static func changes(_ changes: [PageChange], width: Column) -> MarkedLines {
        var marked = MarkedLines()
        if changes.isEmpty { marked.lines = words("The text is the same.", .dimmed, width: width) }
        for change in changes {
            marked.differences.append(marked.lines.count)
            marked.lines += ChangeLines(changes: [change], width: width).lines
        }
        return marked
    }
}

extension StyledLine {
    /// Whether the line belongs to a difference.
    fileprivate var isDifferent: Bool {
        guard let sign = runs.first?.text else { return false }
        return [DiffMark.added, .removed, .movedHere].contains { sign == " \($0.sign) " }
    }
}
