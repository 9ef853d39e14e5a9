import HTML

// The headline of a page and its byline, which are often above the main text but belong to it.
extension MainTextFinder {
    /// The maximum length of a byline.
    private static let longestByline = 100
    /// The maximum distance of a byline above the main text, in items.
    private static let reach = 120

    /// Finds the headline: the heading that is most similar to the page's title, otherwise the only heading of level 1.
    mutating func findHeadline() {
        let title = Self.words(tree.title)
        var best: (index: Int, likeness: Double)?
        var first: Int?
        var count = 0
        for index in tree.items.indices {
            let item = tree.items[index]
            guard item.tag == .h1 || item.tag == .h2 || item.hints.contains(.headline), !isUnseen(index),
                measures[index].length > 0, measures[index].length < 300
            else { continue }
            if item.tag == .h1 {
                count += 1
                first = first ?? index
            }
            let words = Self.words(TextTree.text(inside: item.node, document))
            let likeness = Self.likeness(of: words, to: title)
            let isBetter = best.map { likeness > $0.likeness } ?? true
            if likeness > 0.6, isBetter { best = (index, likeness) }
        }
        headline = best?.index ?? (count == 1 ? first : nil)
    }

    private func isUnseen(_ index: Int) -> Bool {
        var place = index
        for _ in 0..<8 where place >= 0 {
            if tree.items[place].isUnseen || tree.items[place].tag == .nav { return true }
            place = tree.items[place].parent
        }
        return false
    }

    /// Returns the words of a text, without the characters between them.
    private static func words(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        text.split { !ASCII.isLetter($0) && !ASCII.isDigit($0) && $0 < 0x80 }
    }

    /// Returns the share of the letters of a heading in words that the title also contains.
    private static func likeness(of heading: [ArraySlice<UInt8>], to title: [ArraySlice<UInt8>]) -> Double {
        let known = Set(title)
        let all = heading.reduce(0) { $0 + $1.count }
        let shared = heading.reduce(0) { known.contains($1) ? $0 + $1.count : $0 }
        return all == 0 ? 0 : Double(shared) / Double(all)
    }

    /// Finds the byline: the first one after the headline, or close above the main text.
    func byline(of found: Found) -> Int? {
        guard let part = found.parts.first else { return nil }
        let start = headline.map { min($0, part.lowerBound) } ?? max(0, part.lowerBound - Self.reach)
        guard part.lowerBound - start < 3 * Self.reach else { return nil }
        for index in start..<min(part.upperBound, part.lowerBound + Self.reach) {
            let item = tree.items[index]
            guard item.hints.contains(.byline), !isUnseen(index) else { continue }
            let length = tree.length(of: index..<item.end)
            if length > 0, length < Self.longestByline { return index }
        }
        return nil
    }

    /// Adds the headline and the byline to the main text, if they are not in it.
    func addHead(to found: inout Found) {
        for index in [headline, byline(of: found)].compactMap(\.self) {
            let item = tree.items[index]
            guard !found.shows(index) || item.end > index + 1 && found.isLeftOut[index] else { continue }
            if index == headline, isBehind(index, found) { continue }
            show(index, in: &found)
        }
    }

    /// Whether a place is after all of the main text.
    private func isBehind(_ index: Int, _ found: Found) -> Bool {
        guard let last = found.parts.last else { return true }
        return index >= last.upperBound
    }

    private func show(_ index: Int, in found: inout Found) {
        let end = tree.items[index].end
        for place in index..<end { found.isLeftOut[place] = tree.items[place].isUnseen }
        var place = tree.items[index].parent
        while place >= 0, found.isLeftOut[place] {
            found.isLeftOut[place] = false
            place = tree.items[place].parent
        }
        guard !found.parts.contains(where: { $0.contains(index) }) else { return }
        found.parts.append(index..<end)
        found.parts.sort { $0.lowerBound < $1.lowerBound }
    }
}

extension MainTextFinder.Found {
    /// Whether an item is shown.
    func shows(_ index: Int) -> Bool { !isLeftOut[index] && parts.contains { $0.contains(index) } }
}

extension TextTree {
    /// Returns the number of characters of a range of items.
    func length(of range: Range<Int>) -> Int { range.reduce(0) { $0 + items[$1].length } }
}
