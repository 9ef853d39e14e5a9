import BrowserValues
import CellGrid
import Exchanges
import HTML
import SonicProtocol
import SonicSession
import Workbench

/// A comparison of two exchanges part by part.
package struct SideComparison: Sendable {
    /// The older or first exchange.
    let old: ExchangeSide
    /// The newer or second exchange.
    let new: ExchangeSide

    /// Creates a comparison.
    package init(old: ExchangeSide, new: ExchangeSide) { (self.old, self.new) = (old, new) }

    /// The part to show first: the first of page and body that differs, otherwise the headers. Linear where they are
    /// equal.
    var firstDifferent: ComparedPart {
        if old.page != new.page { return .page }
        return old.body != new.body ? .body : .headers
    }

    /// Returns the bytes of a part of both exchanges, or the reason why there are none; for the list of blocks they are
    /// the pages. Linear in them.
    func bytes(of part: ComparedPart, _ secrets: Secrets) -> Result<BlockPairs.Sides, ComparedPart.Missing> {
        switch part {
        case .headers: .success((HeadMask.head(old.heads, secrets), HeadMask.head(new.heads, secrets)))
        case .body: both(old.body, new.body)
        case .blocks, .page: both(old.page, new.page)
        case .template: both(old.page, new.page).map { (Self.template($0.old), Self.template($0.new)) }
        case .block(let name):
            both(old.page, new.page).flatMap { both in
                BlockPairs(both.old, both.new).pairs.first { $0.name == name }
                    .map { .success(BlockPairs.bytes(of: $0, in: both)) }
                    ?? .failure(.init(words: "neither page has a block “\(VisibleText.line(name))”"))
            }
        }
    }

    private func both(
        _ old: ExchangeSide.Content, _ new: ExchangeSide.Content
    ) -> Result<BlockPairs.Sides, ComparedPart.Missing> {
        if let before = old.bytes, let after = new.bytes { return .success((before, after)) }
        let reasons = [(self.old, old), (self.new, new)].compactMap { side, content in
            if case .missing(let why) = content { "\(side.title): \(why)" } else { nil }
        }
        return .failure(.init(words: VisibleText.line(reasons.joined(separator: " "))))
    }

    private static func template(_ page: [UInt8]) -> [UInt8] { PageSplit(html: page).templateBytes(of: page) }

    /// Returns the bytes of a part as pages, to compare their text.
    func pages(_ both: BlockPairs.Sides, of part: ComparedPart) -> (old: ShownPage, new: ShownPage) {
        func page(_ bytes: [UInt8], _ side: ExchangeSide) -> ShownPage {
            // An update is JSON, whatever its headers declare; those are about the page.
            let isUpdate = part == .body && bytes.first == UInt8(ascii: "{")
            let headers =
                isUpdate ? Headers([HeaderField("Content-Type", "application/json")]) : side.headers
            return ShownPage(url: new.url, html: bytes, split: PageSplit(html: bytes), headers: headers)
        }
        return (page(both.old, old), page(both.new, new))
    }

    /// Returns the comparison of the headers by name.
    func headers(_ secrets: Secrets, width: Column) -> MarkedLines {
        var marked = MarkedLines()
        func add(_ title: String, _ old: ExchangeSide.Content, _ new: ExchangeSide.Content) {
            if !marked.lines.isEmpty { marked.lines.append(StyledLine()) }
            marked.lines.append(StyledLine(" " + title, .heading))
            let both = self.both(old, new)
            guard case .success((let before, let after)) = both else {
                if case .failure(let missing) = both {
                    marked.lines += StyledLine.paragraph(missing.words, to: width - 1, hanging: 2)
                }
                return
            }
            for case (let side, .text) in [(self.old, old), (self.new, new)] {
                let words = "\(side.title): headers as logged or stored, not byte for byte."
                marked.lines += StyledLine.paragraph(words, to: width - 1, hanging: 2)
            }
            marked.append(HeaderComparison(old: before, new: after, secrets: secrets).lines(width: width))
        }
        add("Request", old.request, new.request)
        add("Response", old.response, new.response)
        return marked
    }

    // A comparison without a screen.

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

    /// Those that differ.
    var different: [ComparedPart] { pairs.filter { !$0.isSame }.map { .block($0.name) } }

    /// One line for each block: whether it is unchanged, and its size.
    var lines: MarkedLines {
        var marked = MarkedLines()
        if pairs.isEmpty { marked.lines = [StyledLine(" Neither page has a block.", .dimmed)] }
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

    mutating func append(_ other: MarkedLines) {
        differences += other.differences.map { $0 + lines.count }
        lines += other.lines
    }

    /// Returns the lines of the changes in a text.
    static func changes(_ changes: [PageChange], width: Column) -> MarkedLines {
        var marked = MarkedLines()
        if changes.isEmpty { marked.lines = StyledLine.paragraph("The text is the same.", to: width) }
        for change in changes {
            marked.differences.append(marked.lines.count)
            marked.lines += ChangeLines(changes: [change], width: width).lines
        }
        return marked
    }
}
