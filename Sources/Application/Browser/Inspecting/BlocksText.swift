import CellGrid
import SonicProtocol

/// The list of the blocks of a page: the position and size of each, and which of them the session changed.
struct BlocksText {
    let page: [UInt8]
    let split: PageSplit
    /// The names of the blocks that changed.
    let changed: Set<String>
    let width: Column

    /// One line for each block in page order, numbered as the keys select them.
    var lines: [StyledLine] {
        guard !split.slots.isEmpty else {
            let words = "The page has no blocks: no sonicdiff comments and no title."
            return StyledLine.wrapped(words, .dimmed, to: width, first: " ", indent: " ")
        }
        let digits = String(split.slots.count).count
        return split.slots.enumerated().map { index, slot in
            let name = split.displayName(of: slot.slot)
            let isChanged = changed.contains(name)
            let number = String(repeating: " ", count: digits - String(index + 1).count) + String(index + 1)
            var line = StyledLine(isChanged ? " ▌" : "  ", .changeMark)
            line.append("\(number) ", .dimmed)
            let room = max(8, width - 46)
            line.append(TextWidth.shortened(VisibleText.line(name), to: room), .name)
            line.pad(to: Column(digits + 4) + room)
            line.append(Self.words(slot.range) + (isChanged ? ", changed" : ""), .text)
            return line
        }
    }

    /// Returns the size and position of a block.
    static func words(_ range: Range<Int>) -> String {
        "\(range.count.bytes) at \(range.lowerBound.grouped) to \(range.upperBound.grouped)"
    }
}
