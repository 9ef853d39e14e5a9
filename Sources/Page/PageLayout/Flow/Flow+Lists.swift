import CSS
import CellGrid
import HTML

extension Flow {
    enum ListKind: Hashable, Sendable {
        case none, bullets
        /// Numbers: the step is -1 in a reversed list; the form is a digit or letter as in the `type` attribute.
        case numbers(form: UInt8, step: Int8)
    }

    /// Begins a list: its indentation, and the number of its first item. Returns the number of indents added.
    mutating func beginList(_ tag: Tag, _ frame: inout Frame, _ node: NodeID, _ document: Document) -> Int {
        if tag == .ol {
            beginNumbers(&frame, node, document)
        } else {
            frame.list = .bullets
            frame.counter = 1
        }
        frame.listDepth += 1
        // Items in a row have no markers that would need space.
        if frame.children == .inRow { return 0 }
        return indent(.spaces(4))
    }

    private func beginNumbers(_ frame: inout Frame, _ node: NodeID, _ document: Document) {
        let isReversed = document.hasAttribute("reversed", of: node)
        let form = document.attribute("type", of: node)?.first ?? 0x31
        frame.list = .numbers(form: form, step: isReversed ? -1 : 1)
        if let start = document.attribute("start", of: node).flatMap(ListNumber.parse) {
            frame.counter = start
            return
        }
        frame.counter = 1
        guard isReversed else { return }
        frame.counter = document.children(of: node).count { document.tag(of: $0) == .li }
    }

    /// Begins an item: its marker, and an indent if no list provides one or the marker is long. Returns the number of
    /// indents added.
    mutating func beginItem(_ item: Frame, _ document: Document) -> Int {
        let (number, list) = countItem(item.node, document)
        guard item.look.isVisible,
            let (text, width) = Self.marker(of: item, number, in: list.map { frames[$0] }, document),
            !text.isEmpty
        else { return 0 }
        // Outside a list, there is no space for the marker.
        let room = list == nil ? 0 : 4
        let added = width > room ? indent(.spaces(max(4, width) - room)) : 0
        addMarker(text, width: width)
        return added
    }

    // List items: their numbers and markers.

    /// Counts a list item.
    /// - Returns: The number of the item, and the index of its list's frame; nil for an item outside a list.
    @discardableResult
    mutating func countItem(_ node: NodeID, _ document: Document) -> (number: Int, list: Int?) {
        guard
            let index = frames.lastIndex(where: { if case .none = $0.list { false } else { true } })
        else { return (1, nil) }
        var number = frames[index].counter
        if let value = document.attribute("value", of: node).flatMap(ListNumber.parse) { number = value }
        var step = 1
        if case .numbers(_, let other) = frames[index].list { step = Int(other) }
        frames[index].counter = number &+ step
        return (number, index)
    }

    /// The markers of unordered items, each two columns wide.
    private static let bullets = ["• ", "◦ ", "▪ "].map { Array($0.utf8) }

    /// Returns the marker of an item, with the space after it, and its width; nil if there is none.
    static func marker(
        of item: Frame, _ number: Int, in list: Frame?, _ document: Document
    ) -> (text: [UInt8], width: Int)? {
        let text: String
        switch item.look.listStyle {
        case nil:
            guard let list else { return (bullets[0], 2) }
            guard case .numbers(let form, _) = list.list else {
                return (bullets[max(0, Int(list.listDepth) - 1) % 3], 2)
            }
            let own = document.attribute("type", of: item.node)?.first
            text = ListNumber.text(number, form: own ?? form) + ". "
        case ListStyle.none?: return nil
        case .disc: return (bullets[0], 2)
        case .circle: return (bullets[1], 2)
        case .square: return (bullets[2], 2)
        case .text(let bits):
            let bytes = (0..<7).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }.prefix { $0 != 0 }
            text = visible(Array(bytes))
        case .ideographic: text = ListNumber.ideographs(number) + "、"
        case .decimal, .decimalLeadingZero, .lowerAlpha, .upperAlpha, .lowerRoman, .upperRoman, .lowerGreek:
            text = ListNumber.text(number, item.look.listStyle ?? .decimal) + ". "
        }
        return (Array(text.utf8), TextWidth.columns(of: text).value)
    }

    /// Returns a marker that the page provides, made safe for the terminal.
    private static func visible(_ text: [UInt8]) -> String {
        var shown: [UInt8] = []
        var index = 0
        while index < text.count {
            let length = max(1, TextWidth.cluster(in: text.span, at: index).length)
            shown += UTF8Text.visible(text[index..<(index + length)])
            index += length
        }
        return String(decoding: shown, as: UTF8.self)
    }
}
