import Markup

/// The rows and columns of a table, spans resolved.
struct TableGrid {
    /// The columns between two cells.
    static let gap = 2

    struct Cell {
        var node: NodeID
        /// Its first column, and how many it covers.
        var column: Int
        var columns: Int
        /// The last row it reaches into.
        var lastRow: Int
    }

    struct Row {
        var cells: [Cell] = []
        /// Whether all its cells are headings.
        var isHeader = false
        var source = 0
    }

    /// The narrowest and the widest that a column can use.
    struct Size {
        var smallest = 0
        var largest = 0

        mutating func grow(to other: Size) {
            smallest = max(smallest, other.smallest)
            largest = max(largest, other.largest)
        }
    }

    /// The most columns told apart; cells beyond share the last.
    private static let columnLimit = 64

    private(set) var rows: [Row] = []
    private(set) var columnCount = 0
    private(set) var caption: NodeID?

    init(of table: NodeID, _ document: Document) {
        // For each column the last row that a cell from above covers.
        var covered = [Int](repeating: -1, count: Self.columnLimit)
        var section = document.firstChild(of: table)
        while let part = section {
            switch document.tag(of: part) {
            case .caption: caption = part
            case .tr: addRow(part, document, &covered)
            case .tbody, .thead, .tfoot:
                var row = document.firstChild(of: part)
                while let node = row {
                    if document.tag(of: node) == .tr { addRow(node, document, &covered) }
                    row = document.nextSibling(of: node)
                }
            default: break
            }
            section = document.nextSibling(of: part)
        }
    }

    private mutating func addRow(_ node: NodeID, _ document: Document, _ covered: inout [Int]) {
        if document.hasAttribute("hidden", of: node) { return }
        if let style = document.attribute("style", of: node), InlineStyle.hides(style) { return }
        var row = Row(source: document.sourceRange(of: node).lowerBound)
        var column = 0
        var headings = 0
        var child = document.firstChild(of: node)
        while let cell = child {
            child = document.nextSibling(of: cell)
            let tag = document.tag(of: cell)
            guard tag == .td || tag == .th else { continue }
            if tag == .th { headings += 1 }
            while column < Self.columnLimit - 1, covered[column] >= rows.count { column += 1 }
            let span = max(1, document.attribute("colspan", of: cell).flatMap(ListNumber.parse) ?? 1)
            let depth = max(1, document.attribute("rowspan", of: cell).flatMap(ListNumber.parse) ?? 1)
            let columns = min(span, Self.columnLimit - column)
            let last = rows.count + depth - 1
            for index in column..<(column + columns) { covered[index] = max(covered[index], last) }
            row.cells.append(Cell(node: cell, column: column, columns: columns, lastRow: last))
            column = min(column + columns, Self.columnLimit - 1)
            columnCount = max(columnCount, row.cells.last.map { $0.column + $0.columns } ?? 0)
        }
        row.isHeader = headings > 0 && headings == row.cells.count
        rows.append(row)
    }

    /// Lets columns grow so that a cell that covers several fits.
    static func spread(_ size: Size, over cell: Cell, _ sizes: inout [Size]) {
        let range = cell.column..<(cell.column + cell.columns)
        let gaps = gap * (cell.columns - 1)
        let missing = size.smallest - gaps - sizes[range].reduce(0) { $0 + $1.smallest }
        let more = size.largest - gaps - sizes[range].reduce(0) { $0 + $1.largest }
        for (position, index) in range.enumerated() {
            let share: (Int) -> Int = {
                max(0, $0) / cell.columns + (position < max(0, $0) % cell.columns ? 1 : 0)
            }
            sizes[index].smallest += share(missing)
            sizes[index].largest += share(more)
            sizes[index].largest = max(sizes[index].largest, sizes[index].smallest)
        }
    }

    /// The widths of the columns; nil if they do not fit however narrow.
    static func fit(_ sizes: [Size], room: Int) -> [Int]? {
        let gaps = gap * (sizes.count - 1)
        let largest = sizes.reduce(gaps) { $0 + max(1, $1.largest) }
        if largest <= room { return sizes.map { max(1, $0.largest) } }
        // Long words may be folded, but a column keeps some of its width.
        var widths = sizes.map { max(1, min($0.smallest, 24)) }
        let smallest = widths.reduce(gaps, +)
        guard smallest <= room else { return nil }
        // What is left goes to the columns in need, the same share of each one's need.
        let needs = zip(sizes, widths).map { max(0, $0.largest - $1) }
        let total = needs.reduce(0, +)
        let spare = room - smallest
        guard total > 0 else { return widths }
        for index in widths.indices { widths[index] += needs[index] * spare / total }
        return widths
    }
}
