import CSS
import HTML

// The properties that cells inherit from the table, its section and row.
extension Flow {
    /// The frames around the cells of a table, computed once for each row and not for each of its cells.
    struct CellFrames {
        fileprivate struct Level {
            var frame: Frame
            /// The alignment of text; nil if that of the cell's column applies.
            var alignment: Alignment?
        }

        fileprivate let table: Level
        fileprivate var section: Level
        fileprivate var row: Level
    }

    /// - Parameter table: The frame of the table without its declarations.
    func cellFrames(of table: Frame, _ document: Document) -> CellFrames {
        var level = CellFrames.Level(frame: Frame(node: table.node))
        level.frame.style = table.style
        level.frame.look = table.look
        level.frame.ancestors = table.ancestors
        level.frame.direction = table.direction
        level.frame.alignment = table.alignment
        if let declared = declared(for: table.node, frames.last?.ancestors ?? .unknown, document) {
            let parent = frames.last ?? level.frame
            Self.apply(declared, to: &level.frame, below: parent, .table, isBlock: true)
            switch declared.textAlign {
            case .missing: break
            case .inherited, .initial, .set: level.alignment = level.frame.alignment
            }
        }
        return CellFrames(table: level, section: level, row: level)
    }

    /// Returns the frame in which the content of a cell, or of a caption, is laid out.
    func cellFrame(
        _ node: NodeID, _ alignment: Alignment, _ around: inout CellFrames, _ document: Document
    ) -> Frame {
        let level = level(around: node, &around, document)
        var parent = level.frame
        parent.alignment = level.alignment ?? (alignment == .start ? level.frame.alignment : alignment)
        var frame = parent
        let declared = descend(to: node, &frame, document)
        let tag = document.tag(of: node)
        let display = Self.display(tag, declared, within: frames.last?.closing ?? .inline)
        Self.applyStyle(tag, to: &frame, document.knownAttributes(of: node), document)
        if let declared { Self.apply(declared, to: &frame, below: parent, tag, as: display) }
        return frame
    }

    /// Returns the level around a cell or caption: a cell is inside a row, and a row inside a section; a caption is
    /// inside the table itself.
    private func level(
        around node: NodeID, _ around: inout CellFrames, _ document: Document
    ) -> CellFrames.Level {
        let table = around.table.frame.node
        guard let row = document.parent(of: node), row != table else { return around.table }
        if around.row.frame.node == row { return around.row }
        around.row = around.table
        if let section = document.parent(of: row), section != table {
            if around.section.frame.node != section {
                around.section = level(of: section, below: around.table, document)
            }
            around.row = around.section
        }
        around.row = level(of: row, below: around.row, document)
        return around.row
    }

    private func level(
        of node: NodeID, below parent: CellFrames.Level, _ document: Document
    ) -> CellFrames.Level {
        var level = parent
        guard let declared = descend(to: node, &level.frame, document) else { return level }
        Self.apply(declared, to: &level.frame, below: parent.frame, document.tag(of: node), isBlock: true)
        switch declared.textAlign {
        case .missing, .inherited: break
        case .initial, .set: level.alignment = level.frame.alignment
        }
        return level
    }

    /// Turns the frame of an element into that of one inside it.
    /// - Returns: The declarations for that one, which are still to be applied.
    private func descend(to node: NodeID, _ frame: inout Frame, _ document: Document) -> Declared? {
        let above = frame.ancestors
        frame.node = node
        if !rules.isEmpty { frame.ancestors = above.adding(node, of: document) }
        frame.direction = direction(of: node, document) ?? frame.direction
        return declared(for: node, above, document)
    }
}
