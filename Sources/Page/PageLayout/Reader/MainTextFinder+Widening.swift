import HTML

// Pages that are not one article: threads, sections, lists of cards. What was found by paragraphs is a part of them, and
// the main text is what holds nearly all of the text in the frame of the page.
extension MainTextFinder {
    /// The share of the text in the frame below which what was found is only a part of the main text, and the share
    /// that the element around it holds.
    private static let part = 0.5
    private static let nearlyAll = 0.85
    /// The length of the text of alike siblings, as a share of what was found, from which they belong to it.
    private static let further = 0.25

    /// Returns what was found, or the element around nearly all of the text if that is more than twice as long.
    mutating func widened(_ found: Found?) -> Found? {
        guard let body = tree.items.firstIndex(where: { $0.tag == .body }) else { return found }
        let held = found.map { Double(tree.length(of: $0)) }
        strictness = .all
        leaveOutFrame(of: body)
        var whole = Double(measures[body].length)
        if let found, let held, found.top != body, held >= Self.part * whole || isArticle(found) {
            return siblingsText(of: found, body) ?? found
        }
        if whole < Double(Self.enough) {
            // The words of the frame may be those of posts.
            let (narrow, omitted) = (whole, isLeftOut)
            strictness = .withoutWords
            leaveOutFrame(of: body)
            whole = Double(measures[body].length)
            if whole < 4 * narrow {
                isLeftOut = omitted
                measureAll()
                whole = narrow
            }
        }
        guard found == nil ? unlinked(body) > 0 : whole > 0 else { return found }
        var place = found.flatMap { tree.items[$0.top].isMain ? $0.top : nil } ?? body
        while let child = tree.children(of: place).first(where: { child in
            !isLeftOut[child] && tree.items[child].kind == .block
                && !Self.readAsWhole.contains(tree.items[child].tag)
                && Double(measures[child].length) >= Self.nearlyAll * whole
        }) {
            place = child
        }
        self.strictness = .withoutCleaning
        var wide = finish(place)
        if found?.top != body { wide.kind = .sections }
        return wide
    }

    /// Whether what was found is an article, however short: the page marks it as one, or there is no other prose.
    private func isArticle(_ found: Found) -> Bool {
        if data.isArticle || !data.isProduct && holdsProse(found) { return true }
        let articles = tree.items.indices.filter { tree.items[$0].tag == .article && !isLeftOut[$0] }
        guard let article = articles.first, articles.count == 1 else { return false }
        return article == found.top || (article..<tree.items[article].end).contains(found.top)
    }

    /// Whether what was found holds most of the long texts in the frame, and enough of them.
    private func holdsProse(_ found: Found) -> Bool {
        var own = 0
        var all = 0
        var shown = [Bool](repeating: false, count: tree.items.count)
        for part in found.parts { for index in part { shown[index] = !found.isLeftOut[index] } }
        for index in tree.items.indices where tree.items[index].length >= Self.long && !isLeftOut[index] {
            if tree.isWithin(index, .a) { continue }
            all += tree.items[index].length
            if shown[index] { own += tree.items[index].length }
        }
        return own >= Self.muchProse && 10 * own >= 7 * all
    }

    /// The minimum length of a text that is prose, and of prose that is an article.
    private static let long = 80
    private static let muchProse = 400

    /// Returns the text of all alike siblings of an element that holds what was found, if it is one of several with text:
    /// boxes of one article, posts of one thread.
    private mutating func siblingsText(of found: Found, _ body: Int) -> Found? {
        let all = (found.parts.first?.lowerBound ?? 0)..<(found.parts.last?.upperBound ?? 0)
        var place = found.top
        while place != body, tree.items[place].parent >= 0 {
            let parent = tree.items[place].parent
            if let kind = kinds(below: parent).first(where: { $0.members.contains(place) }),
                !kind.classes.isEmpty
            {
                let isThread = isThread(kind)
                let others = kind.members.filter { member in
                    member != place && measures[member].linkDensity < 0.25
                        && unlinked(member) >= Self.shortestPost
                        && (isThread || !all.overlaps(member..<tree.items[member].end))
                }
                let text = others.reduce(0) { $0 + unlinked($1) }
                let isOne =
                    Double(text) >= Self.further * Double(measures[place].length) || isThread
                if others.count + 1 >= Self.fewest, isOne {
                    strictness = .withoutCleaning
                    return finish(parent)
                }
            }
            place = parent
        }
        return nil
    }

    /// Omits the frame of the page, and measures what remains. What holds most of the text is not the frame, whatever
    /// its class; a header, footer or banner is one only with links, because sections and cards have them, too.
    private mutating func leaveOutFrame(of body: Int) {
        isLeftOut = [Bool](repeating: false, count: tree.items.count)
        looseCounts = [:]
        measureAll()
        let most = unlinked(body) / 2
        var index = 0
        while index < tree.items.count {
            let item = tree.items[index]
            let isFrame =
                isMenu(index) || strictness.heedsElements && item.isNamedBeside
                || unlinked(index) <= most && isBeside(index, item)
                    && (!item.hints.contains(.atEdge) || measures[index].linkDensity >= 0.15)
            if item.hints.contains(.unseen) || isFrame {
                for place in index..<item.end { isLeftOut[place] = true }
                index = item.end
            } else {
                index += 1
            }
        }
        measureAll()
    }

    /// Whether an element is a list of links, without headings or of short ones.
    private func isMenu(_ index: Int) -> Bool {
        let measure = measures[index]
        return tree.items[index].kind == .block && measure.images == 0 && measure.links >= 5
            && measure.linkDensity >= 0.9 && (measure.inHeadings == 0 || measure.length < 25 * measure.links)
    }
}
