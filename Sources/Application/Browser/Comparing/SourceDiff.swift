/// Two texts of bytes compared line by line, step by step: a step costs some hundred microseconds however long they are.
/// A line ends with its line feed, so that line ends are compared too.
struct SourceDiff: Sendable {
    /// Lines that differ, and what stands in their place.
    struct Change: Equatable, Sendable {
        /// The bytes of whole lines in the old text; empty where lines are new.
        var old: Range<Int>
        /// The bytes of whole lines in the new text; empty where lines are gone.
        var new: Range<Int>
        /// The number of the first line in the old text, from 1.
        var oldLine: Int
        /// The number of the first line in the new text, from 1.
        var newLine: Int
    }

    /// How closely the texts were compared.
    enum Extent: Equatable, Sendable {
        /// Line by line.
        case exact
        /// So much differs that somewhere all between two lines that are the same is one change.
        case whole
    }

    /// The old text.
    let old: [UInt8]
    /// The new text.
    let new: [UInt8]
    /// What differs, in order; nothing before all of it is known.
    private(set) var changes: [Change] = []
    /// How closely they were compared.
    private(set) var extent = Extent.exact
    private var stage = Stage.beginning(0)
    /// How much both begin and end with, up to the end of a line.
    private var common = (head: 0, tail: 0)
    /// The line feeds in what both begin with.
    private var headLines = 0

    private enum Stage {
        /// Looking for the first difference, up to here so far.
        case beginning(Int)
        /// Looking for the last one, so many bytes before the end so far.
        case ending(Int)
        /// Reading the lines between.
        case lines(Lines)
        /// Comparing them, portion by portion.
        case portions(Portions)
        /// All is known.
        case done
    }

    /// The lines between the first and the last difference, with a number for each.
    private struct Lines {
        var numbers = LineNumbering()
        var old: [(start: Int, number: Int)] = []
        var new: [(start: Int, number: Int)] = []
        var place: (old: Int, new: Int)
    }

    /// Lines that are compared portion by portion.
    private struct Portions {
        var lines: Lines
        /// The portions that are left, the last one first.
        var rest: [ShortestEdits.Hunk]
        /// What differs in those before them.
        var hunks: [ShortestEdits.Hunk] = []
    }

    /// How many bytes a step looks at.
    private static let step = 128 << 10
    /// More lines than this between the first difference and the last are not compared one by one.
    private static let lineLimit = 200_000

    /// A comparison that has not begun.
    init(from old: [UInt8], to new: [UInt8]) { (self.old, self.new) = (old, new) }

    /// Whether all is known.
    var isDone: Bool { if case .done = stage { true } else { false } }

    /// Goes on comparing; does nothing once all is known.
    mutating func advance() {
        switch stage {
        case .beginning(let place): lookForBeginning(from: place)
        case .ending(let place): lookForEnding(from: place)
        case .lines: readLines()
        case .portions: comparePortions()
        case .done: break
        }
    }

    /// Compares all that is left.
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
        // The end begins where a line does in both.
        while tail > 0, !beginsLine(tail: tail) { tail -= 1 }
        common.tail = tail
        stage = .lines(Lines(place: (common.head, common.head)))
    }

    /// Up to where both are alike, and how many line feeds that has.
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

    /// How many bytes from the end both are alike.
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
        // Taken out meanwhile, so that they are not copied when they are added to.
        stage = .done
        var rest = Self.step
        while rest > 0, lines.place.old < old.count - common.tail {
            let start = lines.place.old
            lines.place.old = Self.lineEnd(old, from: start, before: old.count - common.tail)
            lines.old.append(
                (start, lines.numbers.number(old[start..<lines.place.old])))
            rest -= lines.place.old - start + Self.perLine
        }
        while rest > 0, lines.place.new < new.count - common.tail {
            let start = lines.place.new
            lines.place.new = Self.lineEnd(new, from: start, before: new.count - common.tail)
            lines.new.append(
                (start, lines.numbers.number(new[start..<lines.place.new])))
            rest -= lines.place.new - start + Self.perLine
        }
        let isTooLong = max(lines.old.count, lines.new.count) > Self.lineLimit
        let isRead =
            lines.place.old == old.count - common.tail && lines.place.new == new.count - common.tail
        guard isRead || isTooLong else { return stage = .lines(lines) }
        guard !isTooLong else { return compareAsWhole() }
        let portions = LinePortions(lines.old.map(\.number), lines.new.map(\.number)).portions
        stage = .portions(Portions(lines: lines, rest: portions.reversed()))
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
            portions.hunks += edits.hunks.map { hunk in
                ShortestEdits.Hunk(
                    old: (hunk.old.lowerBound + oldStart)..<(hunk.old.upperBound + oldStart),
                    new: (hunk.new.lowerBound + newStart)..<(hunk.new.upperBound + newStart))
            }
        }
        guard portions.rest.isEmpty else { return stage = .portions(portions) }
        changes = portions.hunks.map { hunk in
            Change(
                old: range(hunk.old, of: portions.lines.old, end: old.count - common.tail),
                new: range(hunk.new, of: portions.lines.new, end: new.count - common.tail),
                oldLine: headLines + hunk.old.lowerBound + 1, newLine: headLines + hunk.new.lowerBound + 1)
        }
    }

    /// How many lines a step compares, but for a portion that has more.
    private static let linesPerStep = 2000
    /// A portion of more lines, none of which stands once in both, is one change.
    private static let portionLimit = 10_000

    /// What a line costs beside its bytes.
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

    /// Where a line ends that begins at a byte, its line feed included.
    static func lineEnd(_ bytes: [UInt8], from start: Int, before end: Int) -> Int {
        let span = bytes.span
        var place = start
        while place < end, span[place] != 0x0A { place += 1 }
        return min(end, place + 1)
    }
}
