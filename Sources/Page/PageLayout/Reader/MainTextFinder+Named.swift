import HTML

// The main text by what the page itself says, and by plain counting: for pages whose paragraphs are too few or too short.
extension MainTextFinder {
    /// An item and what decided for it.
    struct Named {
        var index: Int
        var rule: MainText.Rule
    }

    /// How many times as long as what paragraphs found an element must be that the page names its main text.
    private static let longer = 2

    /// What the page names its main text, where that is much more than was found.
    mutating func named(insteadOf found: Found?) -> Found? {
        strictness = .withoutCleaning
        isLeftOut = [Bool](repeating: false, count: tree.items.count)
        leaveOutBeside()
        measureAll()
        let length = found?.length ?? 0
        if let named = mainOrArticle() {
            // All of the page is no more than its main element is, where that holds most of it.
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

    /// The element that is come to by going, from the body on, into the child that holds at least two thirds of the text
    /// outside of links, as long as there is one.
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

    /// Elements that are a part of what is read as a whole.
    private static let readAsWhole: Set<Tag> = [
        .p, .pre, .ul, .ol, .dl, .li, .blockquote, .tbody, .tr, .h1, .h2, .h3, .h4, .h5, .h6,
    ]

    /// What the main text is by the page's own words.
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

    /// The one article that holds most of what was found takes its place.
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
