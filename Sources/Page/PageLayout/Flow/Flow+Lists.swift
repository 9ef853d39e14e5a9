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
        var count = 0
        var child = document.firstChild(of: node)
        while let item = child {
            if document.tag(of: item) == .li { count += 1 }
            child = document.nextSibling(of: item)
        }
        frame.counter = count
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
}
