import Markup

extension Flow {
    /// Begins a list: its indentation, and the number of its first item.
    mutating func beginList(_ tag: Tag, _ frame: inout Frame, _ node: NodeID, _ document: Document) -> Int {
        if tag == .ol { beginNumbers(&frame, node, document) } else { frame.list = .bullets }
        frame.listDepth += 1
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

    /// Begins an item: its marker, and an indentation where no list gives one or the marker is long.
    mutating func beginItem(_ node: NodeID, _ document: Document) -> Int {
        guard let index = frames.lastIndex(where: { if case .none = $0.list { false } else { true } }) else {
            let added = indent(.spaces(4))
            addMarker("• ", width: 2)
            return added
        }
        let list = frames[index]
        let type = document.attribute("type", of: node)
        switch list.list {
        case .none: return 0
        case .bullets:
            let bullets = ["• ", "◦ ", "▪ "]
            addMarker(bullets[max(0, list.listDepth - 1) % 3], width: 2)
            return 0
        case .numbers(let form, let step):
            var number = list.counter
            if let value = document.attribute("value", of: node).flatMap(ListNumber.parse) { number = value }
            frames[index].counter = number &+ step
            let text = ListNumber.text(number, form: type?.first ?? form) + ". "
            let width = text.utf8.count
            let added = width > 4 ? indent(.spaces(width - 4)) : 0
            addMarker(text, width: width)
            return added
        }
    }
}
