import CellGrid

/// Changes of source as lines of the screen with their context: unified, or side by side if there is room for both.
struct SourceDiffText {
    /// The comparison.
    let diff: SourceDiff
    /// The available columns.
    let width: Column
    /// Returns the replacement of a line without its ending, such as one with masked secrets; nil for the line itself.
    var shown: (ArraySlice<UInt8>) -> [UInt8]? = { _ in nil }

    /// The minimum width for the side-by-side layout.
    static let besideColumns: Column = 98
    /// The lines of context around a change.
    private static let context = 2
    /// The maximum number of lines of a change that are shown on either side.
    private static let most = 500

    /// Whether the two sides are side by side: if there is room, unless the text is to be unified.
    private let isBeside: Bool
    /// The columns of one side.
    private var room: Column { isBeside ? StyledLine.roomBeside(in: width) : width }
    /// The columns of a line number.
    private let digits: Int

    /// Creates the text of a completed comparison.
    init(diff: SourceDiff, width: Column, isUnified: Bool = false) {
        (self.diff, self.width) = (diff, width)
        isBeside = !isUnified && width >= Self.besideColumns
        let last = diff.changes.last.map { change in
            let next = Self.lineBehind(change, in: diff)
            return max(next.old, next.new) + Self.context
        }
        digits = String(last ?? 1).count
    }

    /// Returns the numbers of the lines after a change in both texts.
    private static func lineBehind(_ change: SourceDiff.Change, in diff: SourceDiff) -> (old: Int, new: Int) {
        (change.oldLine + count(diff.old, change.old), change.newLine + count(diff.new, change.new))
    }

    /// A line on one side.
    private struct Cell {
        var number: Int
        var bytes: [UInt8]
        var range: Range<Int>
        var marks: [Range<Int>] = []
    }

    /// Returns the lines of a change and of its context. Linear in the lines shown.
    func lines(ofChange index: Int) -> (around: [StyledLine], change: [StyledLine], behind: [StyledLine]) {
        let change = diff.changes[index]
        let previous = index > 0 ? diff.changes[index - 1] : nil
        let next = index + 1 < diff.changes.count ? diff.changes[index + 1] : nil
        // The context after the previous change was shown with it.
        let shownBefore = previous.map { linesBehind($0, before: change.new.lowerBound) } ?? []
        let floor = shownBefore.last?.range.upperBound ?? previous?.new.upperBound ?? 0
        let floorLine =
            shownBefore.last.map { $0.number + 1 } ?? previous.map { Self.lineBehind($0, in: diff).new } ?? 1
        let before = linesBefore(change, floor)
        let skipped = (before.first?.number ?? change.newLine) - floorLine
        var around: [StyledLine] = []
        if skipped > 0 {
            around.append(StyledLine(" ⋯ \(skipped) unchanged \(skipped == 1 ? "line" : "lines")", .dimmed))
        }
        around += before.flatMap { same($0, shift: change.oldLine - change.newLine) }
        let behind = linesBehind(change, before: next?.new.lowerBound ?? diff.new.count)
        let numbers = Self.lineBehind(change, in: diff)
        let shift = numbers.old - numbers.new
        return (around, changed(change), behind.flatMap { same($0, shift: shift) })
    }

    /// The lines after the last change.
    var ending: [StyledLine] {
        guard let last = diff.changes.last else { return [] }
        let end = linesBehind(last, before: diff.new.count).last?.range.upperBound ?? last.new.upperBound
        return end < diff.new.count
            ? [StyledLine(" ⋯ \((diff.new.count - end).bytes) unchanged", .dimmed)] : []
    }

    // MARK: Context

    private func linesBefore(_ change: SourceDiff.Change, _ floor: Int) -> [Cell] {
        var cells: [Cell] = []
        var (end, number) = (change.new.lowerBound, change.newLine)
        while cells.count < Self.context, end > floor {
            var start = end - 1
            while start > floor, diff.new[start - 1] != 0x0A { start -= 1 }
            number -= 1
            cells.insert(Cell(number: number, bytes: diff.new, range: start..<end), at: 0)
            end = start
        }
        return cells
    }

    private func linesBehind(_ change: SourceDiff.Change, before limit: Int) -> [Cell] {
        let number = Self.lineBehind(change, in: diff).new
        return Self.cells(diff.new, change.new.upperBound..<limit, number, atMost: Self.context)
    }

    private static func count(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        let endsOpen = range.last.map { bytes[$0] != 0x0A } ?? false
        return bytes[range].count { $0 == 0x0A } + (endsOpen ? 1 : 0)
    }

    /// Returns the rows of an unchanged line. Its number is that of the new text; on the left, that of the old one.
    private func same(_ cell: Cell, shift: Int) -> [StyledLine] {
        var left = cell
        left.number += shift
        return isBeside ? beside(left, cell, .around, .around) : rows(cell, .around)
    }

    // MARK: Changes

    private func changed(_ change: SourceDiff.Change) -> [StyledLine] {
        var old = Self.cells(diff.old, change.old, change.oldLine, atMost: Self.most)
        var new = Self.cells(diff.new, change.new, change.newLine, atMost: Self.most)
        for index in 0..<min(old.count, new.count) {
            let (before, after) = (old[index], new[index])
            let changed = ChangedBytes(from: before.bytes[before.range], to: after.bytes[after.range])
            old[index].marks = changed.old
            new[index].marks = changed.new
        }
        let rest = max(Self.count(diff.old, change.old), Self.count(diff.new, change.new)) - Self.most
        let more =
            rest > 0
            ? [StyledLine(" ⋯ \(rest) more \(rest == 1 ? "line" : "lines") of this difference", .dimmed)] : []
        guard isBeside else {
            return old.flatMap { rows($0, .removed) } + new.flatMap { rows($0, .added) } + more
        }
        return (0..<max(old.count, new.count)).flatMap { index in
            beside(
                index < old.count ? old[index] : nil,
                index < new.count ? new[index] : nil, .removed, .added)
        } + more
    }

    /// Returns the first lines of a range, numbered from the first.
    private static func cells(
        _ bytes: [UInt8], _ range: Range<Int>, _ first: Int, atMost most: Int
    ) -> [Cell] {
        var cells: [Cell] = []
        var start = range.lowerBound
        while start < range.upperBound, cells.count < most {
            let end = SourceDiff.lineEnd(bytes, from: start, before: range.upperBound)
            cells.append(Cell(number: first + cells.count, bytes: bytes, range: start..<end))
            start = end
        }
        return cells
    }

    // MARK: Rows

    private func beside(_ left: Cell?, _ right: Cell?, _ leftMark: DiffMark, _ rightMark: DiffMark)
        -> [StyledLine]
    {
        let old = left.map { rows($0, leftMark) } ?? []
        let new = right.map { rows($0, rightMark) } ?? []
        return StyledLine.beside(old, new, room: room)
    }

    private func rows(_ cell: Cell, _ mark: DiffMark) -> [StyledLine] {
        var line = StyledLine(String(cell.number).leftPadded(to: digits), .dimmed)
        line.append(mark.sign, mark.role)
        let markRole: Role = mark == .removed ? .removedWord : .addedWord
        line.runs += source(cell, (mark.role, markRole)).runs
        return line.cut(to: room, indent: String(repeating: " ", count: digits + 1))
    }

    /// Returns the line itself, or its replacement.
    private func source(_ cell: Cell, _ roles: (line: Role, mark: Role)) -> StyledLine {
        let end = cell.range.reversed().first { cell.bytes[$0] != 0x0A && cell.bytes[$0] != 0x0D }
        let text = cell.range.lowerBound..<(end.map { $0 + 1 } ?? cell.range.lowerBound)
        guard let masked = shown(cell.bytes[text]) else {
            return SourceLine(cell.bytes, cell.range, marks: cell.marks, roles).line
        }
        let line = masked + cell.bytes[text.upperBound..<cell.range.upperBound]
        return SourceLine(line, 0..<line.count, marks: [], roles).line
    }
}
