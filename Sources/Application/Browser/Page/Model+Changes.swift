// Changed lines: where they are, and going there.
extension Model {
    /// The changed places above and below what is on the screen.
    var marksOffScreen: (above: Int, below: Int) {
        guard let document, document.isPage else { return (0, 0) }
        let shown = document.bytesShown(height: pageHeight(plan))
        let marks = document.countedMarks
        return (
            marks.count { $0.upperBound <= shown.lowerBound && $0.lowerBound < shown.lowerBound },
            marks.count { $0.lowerBound >= shown.upperBound && !shown.isEmpty }
        )
    }

    /// The first changed place below what is on the screen, as a byte of the source; nil when there is none.
    func nextMark() -> Int? {
        guard let document else { return nil }
        let shown = document.bytesShown(height: pageHeight(plan))
        return document.countedMarks.first { $0.lowerBound >= shown.upperBound }?.lowerBound
    }

    /// The last changed place above what is on the screen, as a byte of the source; nil when there is none.
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
    /// The stretch of source shown on a screen of this height.
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

    /// Whether something changed, and nothing but numbers and times.
    var hasOnlyFigures: Bool {
        let marks = changes.lazy.flatMap(\.marks)
        return !marks.isEmpty && marks.allSatisfy { $0.weight == .figures }
    }

    /// What a line's change by the last update is worth; nil where it shows nothing that changed. Linear in the
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
