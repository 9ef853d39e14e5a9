/// A line-by-line comparison of two texts of bytes, step by step: a step takes some hundred microseconds, however long
/// they are. A line includes its line feed, so that line endings are compared too.
struct SourceDiff: Sendable {
    /// Lines that differ, and their replacement.
    struct Change: Equatable, Sendable {
        /// The bytes of whole lines in the old text; empty if lines were added.
        var old: Range<Int>
        /// The bytes of whole lines in the new text; empty if lines were removed.
        var new: Range<Int>
        /// The number of the first line in the old text, from 1.
        var oldLine: Int
        /// The number of the first line in the new text, from 1.
        var newLine: Int
    }

    /// The old text.
    let old: [UInt8]
    /// The new text.
    let new: [UInt8]
    /// The differences in order; empty until the comparison is complete.
    private(set) var changes: [Change] = []
    /// How closely the texts were compared; if too much differs somewhere, everything between two equal lines is one
    /// change.
    private(set) var extent = ShortestEdits.Extent.exact
    private var stage = Stage.beginning(0)
    /// The lengths of the common prefix and suffix, in whole lines.
    private var common = (head: 0, tail: 0)
    /// The number of line feeds in the common prefix.
    private var headLines = 0

    private enum Stage {
        /// Finding the first difference; this offset is reached.
        case beginning(Int)
        /// Finding the last difference; this many bytes from the end are equal so far.
        case ending(Int)
        /// Reading the lines in between.
        case lines(Lines)
        /// Comparing them, portion by portion.
        case portions(Portions)
        /// Complete.
        case done
    }

    /// The lines between the first and the last difference, each with a number.
    private struct Lines {
        var numbers = LineNumbering()
        var old: [(start: Int, number: Int)] = []
        var new: [(start: Int, number: Int)] = []
        var place: (old: Int, new: Int)
    }

    /// The lines while they are compared portion by portion.
    private typealias Portions = (
        lines: Lines, rest: [ShortestEdits.Hunk], hunks: [ShortestEdits.Hunk]
    )

    /// The number of bytes processed per step.
    private static let step = 128 << 10
    /// The maximum number of lines between the first and the last difference that are compared individually.
    private static let lineLimit = 200_000

    /// Creates a comparison that has not begun.
    init(from old: [UInt8], to new: [UInt8]) { (self.old, self.new) = (old, new) }

    /// Whether the comparison is complete.
    var isDone: Bool { if case .done = stage { true } else { false } }

    /// Continues the comparison; does nothing when it is complete.
    mutating func advance() {
        switch stage {
        case .beginning(let place): lookForBeginning(from: place)
        case .ending(let place): lookForEnding(from: place)
        case .lines: readLines()
        case .portions: comparePortions()
        case .done: break
        }
    }

    /// Completes the comparison.
    mutating func finish() {
        while !isDone { advance() }
    }

    private mutating func lookForBeginning(from start: Int) {
        let shorter = min(old.count, new.count)
        let end = min(shorter, start + Self.step)
        let (reached, lines) = Self.alike(old.span, new.span, start..<end)
        headLines += lines
        var place = reached
        guard place == shorter || place < end else { return stage = .beginning(place) }
        if place == old.count, place == new.count { return stage = .done }
        while place > 0, old[place - 1] != 0x0A { place -= 1 }
        common.head = place
        stage = .ending(0)
    }

    private mutating func lookForEnding(from start: Int) {
        let shorter = min(old.count, new.count) - common.head
        let end = min(shorter, start + Self.step)
        var tail = Self.alikeAtEnd(old.span, new.span, start..<end)
        guard tail == shorter || tail < end else { return stage = .ending(tail) }
        // The common suffix begins at the start of a line in both texts.
        while tail > 0, !beginsLine(tail: tail) { tail -= 1 }
        common.tail = tail
        stage = .lines(Lines(place: (common.head, common.head)))
    }

    /// Returns the offset up to which both are equal, and the number of line feeds before it.
    private static func alike(
        _ old: Span<UInt8>, _ new: Span<UInt8>, _ range: Range<Int>
    ) -> (place: Int, lines: Int) {
        var (place, lines) = (range.lowerBound, 0)
        while place < range.upperBound, old[place] == new[place] {
            if old[place] == 0x0A { lines += 1 }
            place += 1
        }
        return (place, lines)
    }

    /// Returns the number of equal bytes from the end.
    private static func alikeAtEnd(_ old: Span<UInt8>, _ new: Span<UInt8>, _ range: Range<Int>) -> Int {
        var tail = range.lowerBound
        while tail < range.upperBound, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        return tail
    }

    private func beginsLine(tail: Int) -> Bool {
        let (before, after) = (old.count - tail, new.count - tail)
        return (before == common.head || old[before - 1] == 0x0A)
            && (after == common.head || new[after - 1] == 0x0A)
    }

    private mutating func readLines() {
        guard case .lines(var lines) = stage else { return }
        // Removed meanwhile, so that appending to them does not copy them.
        stage = .done
        var rest = Self.step
        Self.read(old, &lines.place.old, &lines.old, &lines.numbers, old.count - common.tail, &rest)
        Self.read(new, &lines.place.new, &lines.new, &lines.numbers, new.count - common.tail, &rest)
        let isTooLong = max(lines.old.count, lines.new.count) > Self.lineLimit
        let isRead =
            lines.place.old == old.count - common.tail && lines.place.new == new.count - common.tail
        guard isRead || isTooLong else { return stage = .lines(lines) }
        guard !isTooLong else { return compareAsWhole() }
        let portions = ShortestEdits.portions(lines.old.map(\.number), lines.new.map(\.number))
        stage = .portions((lines, portions.reversed(), []))
    }

    /// Reads lines of a text up to an end, as far as the rest of a step allows.
    private static func read(
        _ bytes: [UInt8], _ place: inout Int, _ lines: inout [(start: Int, number: Int)],
        _ numbers: inout LineNumbering, _ end: Int, _ rest: inout Int
    ) {
        while rest > 0, place < end {
            let start = place
            place = lineEnd(bytes, from: start, before: end)
            lines.append((start, numbers.number(bytes[start..<place])))
            rest -= place - start + perLine
        }
    }

    private mutating func comparePortions() {
        guard case .portions(var portions) = stage else { return }
        stage = .done
        var left = Self.linesPerStep
        while left > 0, let portion = portions.rest.popLast() {
            left -= max(1, portion.old.count + portion.new.count)
            let (before, after) = (portions.lines.old[portion.old], portions.lines.new[portion.new])
            guard max(before.count, after.count) <= Self.portionLimit else {
                extent = .whole
                portions.hunks.append(portion)
                continue
            }
            let edits = ShortestEdits(from: before.map(\.number), to: after.map(\.number))
            if edits.extent == .whole { extent = .whole }
            let (oldStart, newStart) = (portion.old.lowerBound, portion.new.lowerBound)
            portions.hunks += edits.hunks.map { $0.shifted(old: oldStart, new: newStart) }
        }
        guard portions.rest.isEmpty else { return stage = .portions(portions) }
        changes = portions.hunks.map { hunk in
            Change(
                old: range(hunk.old, of: portions.lines.old, end: old.count - common.tail),
                new: range(hunk.new, of: portions.lines.new, end: new.count - common.tail),
                oldLine: headLines + hunk.old.lowerBound + 1, newLine: headLines + hunk.new.lowerBound + 1)
        }
    }

    /// The number of lines compared per step, except for a portion with more lines.
    private static let linesPerStep = 2000
    /// A portion with more lines, none of which is unique, is one change.
    private static let portionLimit = 10_000

    /// The cost of a line in addition to its bytes.
    private static let perLine = 256

    private mutating func compareAsWhole() {
        extent = .whole
        changes = [
            Change(
                old: common.head..<(old.count - common.tail), new: common.head..<(new.count - common.tail),
                oldLine: headLines + 1, newLine: headLines + 1)
        ]
    }

    private func range(
        _ hunk: Range<Int>, of lines: [(start: Int, number: Int)], end: Int
    ) -> Range<Int> {
        func start(_ index: Int) -> Int { index < lines.count ? lines[index].start : end }
        return start(hunk.lowerBound)..<start(hunk.upperBound)
    }

    /// Returns the end of the line that begins at an offset, including its line feed.
    static func lineEnd(_ bytes: [UInt8], from start: Int, before end: Int) -> Int {
        let span = bytes.span
        var place = start
        while place < end, span[place] != 0x0A { place += 1 }
        return min(end, place + 1)
    }
}
