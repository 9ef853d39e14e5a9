import HTML

// Images that keep things apart: they show nothing, and their size says where other things stand.
extension Flow {
    /// The pixels of the screen that a column stands for (CSS Values §6.1.1 has `ch` at half an `em` of 16).
    static let pixelsOfColumn = 8
    /// The most columns of one image.
    private static let widestSpacing = 64
    /// The most nodes in front of a cell, or in it, that are looked through.
    private static let nodesOfCell = 4

    /// Whether an image is a point, a line or nothing: it counts the visits of a page, or keeps things apart.
    func isPoint(_ node: NodeID, _ document: Document) -> Bool {
        func isTiny(_ name: StaticString) -> Bool { pixels(name, node, document).map { $0 <= 1 } ?? false }
        return isTiny("width") || isTiny("height")
    }

    /// The columns that the cells behind the first one of a row stand further in: those of a flat image that is all that
    /// the first one holds. None for other cells.
    func spacing(before cell: NodeID, _ document: Document) -> Int {
        guard let row = document.parent(of: cell) else { return 0 }
        var next = document.firstChild(of: row)
        for _ in 0..<Self.nodesOfCell {
            guard let place = next, place != cell else { return 0 }
            if document.kind(of: place) == .element { return spacing(of: place, document) }
            next = document.nextSibling(of: place)
        }
        return 0
    }

    /// The columns that a table without text in its first column stands further in.
    func spacing(before grid: TableGrid, _ document: Document) -> Int {
        grid.rows.prefix(Self.rowsForSpacing).reduce(0) { widest, row in
            guard let first = row.cells.first, first.column == 0 else { return widest }
            return max(widest, spacing(of: first.node, document))
        }
    }

    private static let rowsForSpacing = 256

    /// The columns of a cell that holds a flat image of some width and nothing else; 0 for any other.
    private func spacing(of cell: NodeID, _ document: Document) -> Int {
        var image: NodeID?
        var next = document.firstChild(of: cell)
        for _ in 0..<Self.nodesOfCell {
            guard let place = next else { break }
            switch document.kind(of: place) {
            case .text: if !isBlank(place, document) { return 0 }
            case .element:
                guard image == nil, document.tag(of: place) == .img else { return 0 }
                image = place
            case .comment, .document, .doctype: break
            }
            next = document.nextSibling(of: place)
        }
        guard next == nil, let image, let height = pixels("height", image, document), height <= 1,
            let width = pixels("width", image, document), width > 0
        else { return 0 }
        return min((width + Self.pixelsOfColumn / 2) / Self.pixelsOfColumn, Self.widestSpacing)
    }

    /// A length of an image in pixels, by its style or its attribute; nil where neither says it.
    private func pixels(_ name: StaticString, _ node: NodeID, _ document: Document) -> Int? {
        if document.knownAttributes(of: node).contains(.style),
            let style = document.attribute("style", of: node),
            let declared = Self.pixels(name, in: style)
        {
            return declared
        }
        return number(name, node, document)
    }

    private static func pixels(_ name: StaticString, in style: ArraySlice<UInt8>) -> Int? {
        for declaration in style.split(separator: 0x3B) {
            let parts = declaration.split(separator: 0x3A, maxSplits: 1)
            guard parts.count == 2, let property = parts[0].split(whereSeparator: ASCII.isBlank).first,
                ASCII.equal(property, name), let value = ListNumber.parse(parts[1])
            else { continue }
            let unit = parts[1].drop { ASCII.isBlank($0) || ASCII.isDigit($0) }.prefix { !ASCII.isBlank($0) }
            if ASCII.equal(unit, "px") || unit.isEmpty && value == 0 { return value }
        }
        return nil
    }
}
