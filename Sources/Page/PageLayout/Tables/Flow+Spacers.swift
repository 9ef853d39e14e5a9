import HTML

// Spacers: images that show nothing, and only position other content by their size.
extension Flow {
    /// The number of CSS pixels per column (CSS Values §6.1.1 has `ch` at half an `em` of 16).
    static let pixelsOfColumn = 8
    /// The maximum number of columns of one image.
    private static let widestSpacing = 64
    /// The maximum number of nodes examined before a cell, or in it.
    private static let nodesOfCell = 4

    /// Whether an image is at most one pixel wide or high: a tracking pixel or a spacer.
    func isPoint(_ node: NodeID, _ document: Document) -> Bool {
        func isTiny(_ name: StaticString) -> Bool { pixels(name, node, document).map { $0 <= 1 } ?? false }
        return isTiny("width") || isTiny("height")
    }

    /// Returns the columns by which the cells after the first one of a row are indented: the width of a flat image that
    /// is all of the first one's content; otherwise 0.
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

    /// Returns the columns by which a table without text in its first column is indented.
    func spacing(before grid: TableGrid, _ document: Document) -> Int {
        grid.rows.prefix(Self.rowsForSpacing).reduce(0) { widest, row in
            guard let first = row.cells.first, first.column == 0 else { return widest }
            return max(widest, spacing(of: first.node, document))
        }
    }

    private static let rowsForSpacing = 256

    /// Returns the columns of a cell that contains only a flat image with a width; otherwise 0.
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

    /// Returns a length of an image in pixels, from its style or its attribute; nil if neither has it.
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
