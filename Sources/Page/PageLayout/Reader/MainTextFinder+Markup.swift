import HTML

// The main text by the page's own markup, and by counting text: for pages whose paragraphs are too few or too short.
extension MainTextFinder {
    /// The factor by which an element that the page marks as its main text must be longer than what was found by
    /// paragraphs.
    private static let longer = 2

    /// Returns what the page marks as its main text, if it is much longer than what was found. If nothing was found and
    /// nothing is marked, returns the element with most of the text.
    mutating func named(insteadOf found: Found?) -> Found? {
        strictness = .withoutCleaning
        isLeftOut = [Bool](repeating: false, count: tree.items.count)
        leaveOutBeside()
        measureAll()
        let length = found?.length ?? 0
        if let place = mainOrArticle() {
            // If the whole body was found, a main element that contains more than half of it replaces it.
            let isAll = found.map { tree.items[$0.top].tag == .body } ?? false
            let long = unlinked(place)
            if isAll ? Self.longer * long > length : long > Self.longer * length { return finish(place) }
        }
        guard found == nil, let place = mostText() else { return nil }
        return finish(place)
    }

    mutating func finish(_ index: Int) -> Found {
        let part = index..<tree.items[index].end
        clean(part)
        return Found(
            parts: [part], top: index, isLeftOut: isLeftOut,
            length: tree.length(of: part, without: isLeftOut))
    }

    func unlinked(_ index: Int) -> Int {
        measures[index].length - Int(min(measures[index].linked, Double(measures[index].length)))
    }

    private func mainOrArticle() -> Int? {
        var articles: [Int] = []
        for index in tree.items.indices where !isLeftOut[index] && unlinked(index) > 0 {
            let item = tree.items[index]
            if item.isMain { return index }
            if item.tag == .article { articles.append(index) }
        }
        return articles.count == 1 ? articles[0] : nil
    }

    /// Returns the element reached from the body by descending into the child that contains at least two thirds of the
    /// text outside links, as long as there is one.
    private func mostText() -> Int? {
        guard var place = tree.items.firstIndex(where: { $0.tag == .body }), unlinked(place) > 0 else {
            return nil
        }
        descending: while true {
            for child in tree.children(of: place) where !isLeftOut[child] {
                let tag = tree.items[child].tag
                if tree.items[child].kind == .block, !Self.readAsWhole.contains(tag),
                    3 * unlinked(child) >= 2 * unlinked(place)
                {
                    place = child
                    continue descending
                }
            }
            return place
        }
    }

    /// Elements that are part of a unit of text, so that no descent goes into them.
    static let readAsWhole: Set<Tag> = [
        .p, .pre, .ul, .ol, .dl, .li, .blockquote, .tbody, .tr, .h1, .h2, .h3, .h4, .h5, .h6,
    ]

    /// Returns the rule by which the page's own markup identifies the main text.
    func rule(of found: Found) -> MainText.Rule {
        var place = found.top
        while place >= 0 {
            let item = tree.items[place]
            if item.tag == .article { return .article }
            if item.isMain { return .main }
            place = item.parent
        }
        return .mostText
    }

    /// Narrows the main text to the one article that contains most of it.
    mutating func narrow(_ found: inout Found) {
        guard let part = found.parts.first(where: { $0.contains(found.top) }) else { return }
        var article: Int?
        var index = part.lowerBound
        while index < part.upperBound {
            let item = tree.items[index]
            if item.tag == .article, !found.isLeftOut[index] {
                let length = tree.length(of: index..<item.end, without: found.isLeftOut)
                if 4 * length >= 3 * found.length { article = index }
                index = item.end
            } else {
                index += 1
            }
        }
        guard let article, article != found.top else { return }
        found.parts = [article..<tree.items[article].end]
        found.top = article
        found.length = tree.length(of: found.parts[0], without: found.isLeftOut)
    }

    // The headline of a page and its byline, which are often above the main text but belong to it.

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

    func isUnseen(_ index: Int) -> Bool {
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
            if index == headline, index >= found.parts.last?.upperBound ?? 0 { continue }
            show(index, in: &found)
        }
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
