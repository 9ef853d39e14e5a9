import CSS
import HTML

extension Flow {
    // MARK: Generated content

    /// Enters an element, and writes the generated text before its content.
    mutating func addTextBefore(_ frame: inout Frame, _ document: Document) {
        let texts = rules.texts(
            beside: frame.node, in: document, ancestors: frames[frames.count - 1].ancestors)
        frame.hasTextBehind = texts.after != nil
        frames.append(frame)
        let source = document.sourceStart(of: frame.node)
        let text = generated.cut(written(texts.before, frame.node, document), at: source)
        guard let last = text.last else { return }
        add(String(decoding: text, as: UTF8.self), [], source: source)
        // As with the marker of an item, style sheets separate a sign from the text.
        if last >= 0x80, !frame.isPreformatted, !text.ends(inOneOf: Self.openingSigns) {
            open.hasSpace = true
        }
    }

    private static let openingSigns: Set<Unicode.Scalar> = [
        "“", "‘", "«", "„", "‚", "‹", "£", "€", "§", "¿", "¡",
    ]

    /// Writes the generated text after the content of an element that ends.
    mutating func addTextBehind(_ node: NodeID, _ document: Document) {
        guard frames.count > 1 else { return }
        let texts = rules.texts(
            beside: node, in: document, ancestors: frames[frames.count - 2].ancestors)
        let (before, source) = (
            written(texts.before, node, document), document.sourceRange(of: node).upperBound
        )
        let text = generated.cut(written(texts.after, node, document), behind: before.count, at: source)
        if !text.isEmpty { add(String(decoding: text, as: UTF8.self), [], source: source) }
    }

    /// Returns generated text, of which more than an element gets is left out.
    private func written(_ content: GeneratedContent?, _ node: NodeID, _ document: Document) -> [UInt8] {
        var bytes: [UInt8] = []
        let limit = GeneratedTextLimit.ofElement + 1
        for part in content?.parts ?? [] where bytes.count < limit {
            switch part {
            case .text(let text): bytes += text.prefix(limit)
            case .attribute(let name):
                bytes += document.attribute(named: name[...], of: node)?.prefix(limit) ?? []
            case .counter(let name, let style): bytes += ListNumber.text(counters[name] ?? 0, style).utf8
            }
        }
        return bytes
    }

    /// The maximum number of counters of a page: each place where it is cut has a copy of them.
    private static let counterLimit = 1024

    /// Applies the counter changes that style sheets declare for an element.
    mutating func count(_ declared: Declared?) {
        guard let declared, rules.count else { return }
        let changes = rules.counters(declared)
        func isKnown(_ change: CounterChange) -> Bool {
            counters.count < Self.counterLimit || counters[change.name] != nil
        }
        for change in changes.reset where isKnown(change) { counters[change.name] = change.value }
        for change in changes.increment where isKnown(change) {
            counters[change.name] = (counters[change.name] ?? 0) &+ change.value
        }
    }

    /// Whether a link directly follows another in an element other than running text; such links are separated, as
    /// pages do by style sheets.
    func isInMenu(_ node: NodeID, _ document: Document) -> Bool {
        guard let parent = document.parent(of: node), let before = document.previousSibling(of: node),
            document.tag(of: before) == .a
        else { return false }
        return Self.menus.contains(document.tag(of: parent))
    }

    private static let menus: Set<Tag> = [.nav, .div, .header, .footer, .menu, .section, .aside, .main]

    /// Begins an inline quotation. A nested one has the other quotation marks.
    mutating func beginQuote(_ frame: inout Frame, _ source: Int) {
        let isInner = frame.quoteDepth % 2 == 1
        frame.quoteDepth += 1
        add(isInner ? "‘" : "“", [], source: source)
        frame.closing = .text(Ending(isInner ? "’" : "”"))
    }

    /// Begins deleted text, which is put between tildes unless it begins with a block or shows nothing.
    mutating func beginDeletion(_ frame: inout Frame, _ node: NodeID, _ source: Int, _ document: Document) {
        guard let first = document.firstChild(of: node), !showsNothing(node, document) else { return }
        let next = document.kind(of: first) == .text ? document.nextSibling(of: first) ?? first : first
        if document.kind(of: next) == .element, Self.blockMargin(document.tag(of: next)) != nil { return }
        add("~", [], source: source)
        frame.style.insert(.strike)
        frame.closing = .text(Ending("~"))
    }

    /// Whether the page itself puts ruby text in parentheses.
    func hasParentheses(_ node: NodeID, _ document: Document) -> Bool {
        var sibling = document.previousSibling(of: node)
        while let other = sibling {
            if document.kind(of: other) == .element { return document.tag(of: other) == .rp }
            sibling = document.previousSibling(of: other)
        }
        return false
    }

    /// Adds a sign before a superscript or subscript if it is needed: x^2 and x_i, but H2O and 1st.
    mutating func addShift(_ tag: Tag, _ node: NodeID, _ source: Int, _ document: Document) {
        guard open.hasText, !open.hasSpace, !isScanning else { return }
        let start = firstBytes(of: node, document)
        let sign =
            start.starts(with: [0xE2, 0x88, 0x92]) ? 3 : start.first == 0x2D || start.first == 0x2B ? 1 : 0
        let first = start.dropFirst(sign).first ?? 0
        let second = start.dropFirst(sign + 1).first ?? 0
        if tag == .sup {
            let isWord = ASCII.isLetter(first) && ASCII.isLetter(second)
            if ASCII.isDigit(first) || ASCII.isLetter(first) && !isWord { add("^", [], source: source) }
        } else if ASCII.isLetter(first) {
            add("_", [], source: source)
        }
    }

    /// Returns the first bytes of an element's text, at most five; empty if it does not begin with text.
    private func firstBytes(of node: NodeID, _ document: Document) -> [UInt8] {
        var first = document.firstChild(of: node)
        var depth = 0
        while let child = first, document.kind(of: child) == .element, depth < 4 {
            first = document.firstChild(of: child)
            depth += 1
        }
        guard let text = first, document.kind(of: text) == .text else { return [] }
        var start: [UInt8] = []
        document.forEachPiece(of: text) { bytes, _ in start += bytes.prefix(5 - min(5, start.count)) }
        return start
    }

    /// Adds a bar for `meter` and `progress` before the text inside, and the percentage if there is none.
    mutating func addGauge(_ tag: Tag, _ node: NodeID, _ source: Int, _ document: Document) {
        func number(_ name: StaticString) -> Double? {
            document.attribute(name, of: node).flatMap { Double(String(decoding: $0, as: UTF8.self)) }
        }
        let low = tag == .meter ? number("min") ?? 0 : 0
        let high = number("max") ?? 1
        guard let value = number("value"), value.isFinite, high > low else {
            if document.firstChild(of: node) == nil { add("[…]", .field, source: source) }
            return
        }
        let share = max(0, min(1, (value - low) / (high - low)))
        let full = Int((share * 10).rounded())
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
        add("[\(bar)]\u{A0}", .field, source: source)
        if document.firstChild(of: node) == nil {
            add("\(Int((share * 100).rounded()))%", .field, source: source)
        }
    }
}

extension [UInt8] {
    /// Whether the last character, in UTF-8, is one of these or a letter.
    fileprivate func ends(inOneOf scalars: Set<Unicode.Scalar>) -> Bool {
        guard let last = String(decoding: suffix(4), as: UTF8.self).unicodeScalars.last else { return false }
        return scalars.contains(last) || last.properties.isAlphabetic
    }
}

/// Limits the text that style sheets generate: a rule is stated once and applies to any number of elements.
///
/// An element gets at most 1 KiB, and a page as many bytes as it has itself and 64 KiB more
/// (docs/decisions/0540-text-that-applies-to-many-elements-is-limited.md).
struct GeneratedTextLimit: Sendable {
    /// The maximum for one element, before and after its content, in bytes.
    static let ofElement = 1024
    private static let surplusOfPage = 65_536

    /// The bytes of text beyond those of the source read meanwhile.
    private(set) var surplus = 0
    /// The offset in the source up to which it was read.
    private var source = 0

    /// Continues at the start of a chunk, which may have moved.
    mutating func resume(at offset: Int) { source = offset }

    /// Notes that the source was read up to an offset.
    mutating func advance(to offset: Int) {
        surplus = max(0, surplus - max(0, offset - source))
        source = max(source, offset)
    }

    /// Returns the text of an element as far as there is room for it, with a mark if it was cut.
    /// - Parameters:
    ///   - count: The number of bytes that the element already has.
    ///   - offset: The place of the text in the source.
    mutating func cut(_ text: [UInt8], behind count: Int = 0, at offset: Int) -> [UInt8] {
        advance(to: offset)
        let room = max(0, min(Self.ofElement - count, Self.surplusOfPage - surplus))
        var text = text
        if text.count > room {
            let mark = Array("…".utf8)
            let end = room < mark.count ? 0 : UTF8Text.start(of: text.span, before: room - mark.count + 1)
            text.replaceSubrange(end..., with: room < mark.count ? [] : mark)
        }
        surplus += text.count
        return text
    }
}
