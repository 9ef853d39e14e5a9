import HTML

/// The rows and columns of a table, with spans resolved.
struct TableGrid {
    struct Cell {
        let node: NodeID
        private var firstColumn: UInt8
        private var columnCount: UInt8
        private var last: Int32

        init(node: NodeID, column: Int, columns: Int, lastRow: Int) {
            self.node = node
            firstColumn = UInt8(column)
            columnCount = UInt8(columns)
            last = Int32(clamping: lastRow)
        }

        /// The first column.
        var column: Int {
            get { Int(firstColumn) }
            set { firstColumn = UInt8(newValue) }
        }
        /// The number of columns it spans.
        var columns: Int {
            get { Int(columnCount) }
            set { columnCount = UInt8(newValue) }
        }
        /// The last row it spans.
        var lastRow: Int {
            get { Int(last) }
            set { last = Int32(clamping: newValue) }
        }
        var range: Range<Int> { column..<(column + columns) }
    }

    struct Row {
        var cells: [Cell] = []
        var kind = Kind.body
        /// The alignment of its cells, unless they have one themselves.
        var alignment: Flow.Alignment?
        var source = 0
        /// The row's element.
        let node: NodeID
    }

    enum Kind { case heading, body, foot }

    /// The maximum number of columns.
    private static let columnLimit = 64

    /// The rows in display order: the head first, the foot last.
    private(set) var rows: [Row] = []
    private(set) var columnCount = 0
    private(set) var captions: [NodeID] = []
    /// Whether a cell begins after the maximum number of columns; such cells are dropped.
    private(set) var isTooWide = false
    private var hasHead = false
    /// The alignments of columns, from `col` and `colgroup`.
    private(set) var alignments = [Flow.Alignment?](repeating: nil, count: columnLimit)

    /// The number of rows at the top that are headings.
    private(set) var headingCount = 0

    /// - Parameter isHidden: Whether a section, row or cell is not part of the table.
    init(of table: NodeID, _ document: Document, isHidden: (NodeID) -> Bool) {
        var head: NodeID?
        var foot: NodeID?
        var sections: [NodeID] = []
        var column = 0
        var child = document.firstChild(of: table)
        while let part = child {
            child = document.nextSibling(of: part)
            let tag = document.tag(of: part)
            if tag != .colgroup, isHidden(part) { continue }
            switch tag {
            case .caption: captions.append(part)
            case .colgroup: noteColumns(part, document, &column)
            case .thead where head == nil: head = part
            case .tfoot where foot == nil: foot = part
            case .tbody, .thead, .tfoot: sections.append(part)
            default: break
            }
        }
        // For each column, the last row that is covered by a cell from above.
        var covered = [Int](repeating: -1, count: Self.columnLimit)
        if let head { addSection(head, .heading, document, &covered, isHidden) }
        hasHead = !rows.isEmpty
        for section in sections { addSection(section, .body, document, &covered, isHidden) }
        if let foot { addSection(foot, .foot, document, &covered, isHidden) }
        headingCount = rows.firstIndex { $0.kind != .heading } ?? rows.count
        joinColumns()
    }

    private mutating func noteColumns(_ group: NodeID, _ document: Document, _ column: inout Int) {
        func note(_ node: NodeID, _ inherited: Flow.Alignment?) {
            let span = max(1, document.attribute("span", of: node).flatMap(ListNumber.parse) ?? 1)
            let own = document.attribute("align", of: node).flatMap(Flow.alignment) ?? inherited
            for _ in 0..<min(span, Self.columnLimit - column) {
                alignments[column] = own
                column += 1
            }
        }
        let inherited = document.attribute("align", of: group).flatMap(Flow.alignment)
        var hasColumns = false
        for node in document.children(of: group) where document.tag(of: node) == .col {
            hasColumns = true
            note(node, inherited)
        }
        if !hasColumns { note(group, nil) }
    }

    /// Adds the rows of a section. No cell extends beyond it.
    private mutating func addSection(
        _ section: NodeID, _ kind: Kind, _ document: Document, _ covered: inout [Int],
        _ isHidden: (NodeID) -> Bool
    ) {
        let first = rows.count
        let alignment = document.attribute("align", of: section).flatMap(Flow.alignment)
        var child = document.firstChild(of: section)
        while let node = child {
            if document.tag(of: node) == .tr, !isHidden(node) {
                addRow(node, kind, alignment, document, &covered, isHidden)
            }
            child = document.nextSibling(of: node)
        }
        let last = rows.count - 1
        for column in covered.indices { covered[column] = min(covered[column], last) }
        for row in first..<rows.count {
            for index in rows[row].cells.indices where rows[row].cells[index].lastRow > last {
                rows[row].cells[index].lastRow = last
            }
        }
    }

    private mutating func addRow(
        _ node: NodeID, _ kind: Kind, _ alignment: Flow.Alignment?, _ document: Document,
        _ covered: inout [Int], _ isHidden: (NodeID) -> Bool
    ) {
        var row = Row(kind: kind, source: document.sourceRange(of: node).lowerBound, node: node)
        row.alignment = document.attribute("align", of: node).flatMap(Flow.alignment) ?? alignment
        var column = 0
        var isHeading = true
        var child = document.firstChild(of: node)
        while let cell = child {
            child = document.nextSibling(of: cell)
            let tag = document.tag(of: cell)
            guard tag == .td || tag == .th, !isHidden(cell) else { continue }
            if tag == .td { isHeading = false }
            while column < Self.columnLimit, covered[column] >= rows.count { column += 1 }
            guard column < Self.columnLimit else {
                isTooWide = true
                break
            }
            let span = max(1, document.attribute("colspan", of: cell).flatMap(ListNumber.parse) ?? 1)
            var depth = document.attribute("rowspan", of: cell).flatMap(ListNumber.parse) ?? 1
            // A rowspan of 0 means all remaining rows of the section.
            if depth == 0 { depth = 1_000_000_000 }
            // A cell ends where one from above is in the way: otherwise the two would overlap.
            var columns = 1
            while columns < min(span, Self.columnLimit - column), covered[column + columns] < rows.count {
                columns += 1
            }
            let last = rows.count + max(1, depth) - 1
            for index in column..<(column + columns) { covered[index] = last }
            row.cells.append(Cell(node: cell, column: column, columns: columns, lastRow: last))
            column += columns
        }
        // Without a head, rows that contain only headings form one.
        if kind == .body, isHeading, !hasHead, !row.cells.isEmpty { row.kind = .heading }
        rows.append(row)
    }

    /// Merges columns in which no cell begins into those before them.
    private mutating func joinColumns() {
        var begins = [Bool](repeating: false, count: Self.columnLimit)
        begins[0] = true
        for row in rows { for cell in row.cells { begins[cell.column] = true } }
        var numbers: [Int] = []
        for column in begins.indices {
            numbers.append((numbers.last ?? -1) + (begins[column] ? 1 : 0))
            if begins[column] { alignments[numbers[column]] = alignments[column] }
        }
        for row in rows.indices {
            for index in rows[row].cells.indices {
                let range = rows[row].cells[index].range
                let first = numbers[range.lowerBound]
                let count = numbers[range.upperBound - 1] - first + 1
                rows[row].cells[index].column = first
                rows[row].cells[index].columns = count
                columnCount = max(columnCount, first + count)
            }
        }
    }
}
