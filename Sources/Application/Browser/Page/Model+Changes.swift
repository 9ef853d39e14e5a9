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
