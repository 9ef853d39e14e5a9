import HTML

// The main text by the page's own markup, and by counting text: for pages whose paragraphs are too few or too short.
extension MainTextFinder {
    /// An item and the rule that found it.
    struct Named {
        var index: Int
        var rule: MainText.Rule
    }

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
        if let named = mainOrArticle() {
            // If the whole body was found, a main element that contains more than half of it replaces it.
            let isAll = found.map { tree.items[$0.top].tag == .body } ?? false
            let long = unlinked(named.index)
            if isAll ? Self.longer * long > length : long > Self.longer * length {
                return finish(named.index)
            }
        }
        guard found == nil, let place = mostText() else { return nil }
        return finish(place)
    }

    private mutating func finish(_ index: Int) -> Found {
        let part = index..<tree.items[index].end
        clean(part)
        return Found(
            parts: [part], top: index, isLeftOut: isLeftOut,
            length: tree.length(of: part, without: isLeftOut))
    }

    private func unlinked(_ index: Int) -> Int {
        measures[index].length - Int(min(measures[index].linked, Double(measures[index].length)))
    }

    private func mainOrArticle() -> Named? {
        var articles: [Int] = []
        for index in tree.items.indices where !isLeftOut[index] && unlinked(index) > 0 {
            let item = tree.items[index]
            if item.tag == .main || item.hints.contains(.mainByRole) {
                return Named(index: index, rule: .main)
            }
            if item.tag == .article { articles.append(index) }
        }
        return articles.count == 1 ? Named(index: articles[0], rule: .article) : nil
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
    private static let readAsWhole: Set<Tag> = [
        .p, .pre, .ul, .ol, .dl, .li, .blockquote, .tbody, .tr, .h1, .h2, .h3, .h4, .h5, .h6,
    ]

    /// Returns the rule by which the page's own markup identifies the main text.
    func rule(of found: Found) -> MainText.Rule {
        var place = found.top
        while place >= 0 {
            let item = tree.items[place]
            if item.tag == .article { return .article }
            if item.tag == .main || item.hints.contains(.mainByRole) { return .main }
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
}
