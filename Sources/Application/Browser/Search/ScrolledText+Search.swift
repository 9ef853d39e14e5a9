import CellGrid

extension ScrolledText: Scrollable {
    var sought: SoughtText? { search?.sought }

    var tally: SearchTally? { search?.tally(.lines(lines)) }

    func isAtEnd(height: Int) -> Bool { top + height >= lines.count }

    mutating func scroll(to line: Int, height: Int) {
        top = line
        clamp(height: height)
    }

    mutating func scrollToEnd(height: Int) { scroll(to: lines.count, height: height) }

    mutating func perform(_ step: SearchStep, height: Int) {
        var content = InspectedContent.lines(lines)
        switch step {
        case .begin(let sought, let origin):
            search = sought.map { IncrementalSearch($0) }
            top = origin.top
            clamp(height: height)
        case .mark(let sought): search = sought.map { IncrementalSearch($0) }
        case .next, .previous: break
        }
        search?.start(step, from: top..<top + height, &content)
        search?.finish(&content)
        search?.rest()
        guard let line = search?.hitPlaces(&content)?.lowerBound.start else { return }
        if !(top..<top + height).contains(line) { top = line - height / 3 }
        clamp(height: height)
    }

    /// Searches lines that have replaced others; the current match is identified by its index.
    mutating func searchAgain() {
        guard let old = search else { return }
        var content = InspectedContent.lines(lines)
        search = IncrementalSearch(old.sought)
        search?.finish(&content)
        search?.keepHit(of: old, content)
    }

    /// Returns the marks of a line.
    func marks(onLine line: Int) -> [SearchMark] {
        guard var search else { return [] }
        var content = InspectedContent.lines(lines)
        return search.marks(on: line..<line + 1, &content)[line] ?? []
    }
}
