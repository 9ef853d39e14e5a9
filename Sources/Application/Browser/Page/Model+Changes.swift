// Changed lines: their places, and moving to them.
extension Model {
    /// The numbers of changed places above and below the visible lines.
    var marksOffScreen: (above: Int, below: Int) {
        guard let document, document.isPage else { return (0, 0) }
        let shown = document.bytesShown(height: pageHeight(plan))
        let marks = document.countedMarks
        return (
            marks.count { $0.upperBound <= shown.lowerBound && $0.lowerBound < shown.lowerBound },
            marks.count { $0.lowerBound >= shown.upperBound && !shown.isEmpty }
        )
    }

    /// Returns the first changed place below the visible lines, as a byte of the source, or nil if there is none.
    func nextMark() -> Int? {
        guard let document else { return nil }
        let shown = document.bytesShown(height: pageHeight(plan))
        return document.countedMarks.first { $0.lowerBound >= shown.upperBound }?.lowerBound
    }

    /// Returns the last changed place above the visible lines, as a byte of the source, or nil if there is none.
    func previousMark() -> Int? {
        guard let document else { return nil }
        let shown = document.bytesShown(height: pageHeight(plan))
        return document.countedMarks.reversed().first { $0.lowerBound < shown.lowerBound }?.lowerBound
    }

    /// Shows a changed place with a few lines above it.
    mutating func goToMark(_ offset: Int?) {
        guard let offset else { return }
        if plan[.page] == nil { screen.focus(on: .page) }
        document?.layOut(throughOffset: offset)
        let line = document?.layout.line(atByteOffset: offset) ?? 0
        scrollPage(to: line - min(3, pageHeight(plan) / 4))
    }
}

extension Document {
    /// Returns the range of the source that is visible on a screen of this height.
    func bytesShown(height: Int) -> Range<Int> {
        let start = isAtStart ? 0 : layout.byteOffset(ofLine: top)
        let isLast = top + height >= layout.lineCount
        let end = isLast && hasNoMoreLines ? Int.max : layout.byteOffset(ofLine: top + height)
        return start..<max(start, end)
    }

    /// The changed places that count.
    var countedMarks: [Range<Int>] {
        changes.flatMap(\.marks).filter { $0.weight == .change }.map(\.range)
    }

    /// Whether there are changes, and only of numbers and times.
    var hasOnlyFigures: Bool {
        let marks = changes.lazy.flatMap(\.marks)
        return !marks.isEmpty && marks.allSatisfy { $0.weight == .figures }
    }

    /// Returns the weight of a line's change by the last update, or nil if it contains no change. Linear in the
    /// changes.
    func mark(ofLine line: Int) -> PageChange.Mark.Weight? {
        guard !changes.isEmpty else { return nil }
        let start = layout.byteOffset(ofLine: line)
        let end = max(start, layout.byteOffset(ofLine: line + 1))
        var found: PageChange.Mark.Weight?
        for mark in changes.lazy.flatMap(\.marks) {
            let range = mark.range
            let isHere =
                range.isEmpty
                ? range.lowerBound >= start && range.lowerBound < end
                : range.lowerBound < end && start < range.upperBound
            guard isHere else { continue }
            if mark.weight == .change { return .change }
            found = mark.weight
        }
        return found
    }
}
