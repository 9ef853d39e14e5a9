import HTML

/// The points that paragraphs give to the elements around them.
struct TextScores {
    var points: [Double]
    /// The elements with points, in the order in which they got them.
    var candidates: [Int] = []
    private var isCandidate: [Bool]
    /// Elements that contain only one paragraph: they are skipped when it gives points.
    var isThin: [Bool]

    init(count: Int) {
        points = [Double](repeating: 0, count: count)
        isCandidate = [Bool](repeating: false, count: count)
        isThin = isCandidate
    }

    func has(_ index: Int) -> Bool { isCandidate[index] }

    /// Makes an element a candidate, with its initial points.
    mutating func begin(_ index: Int, with points: Double) {
        guard !isCandidate[index] else { return }
        isCandidate[index] = true
        candidates.append(index)
        self.points[index] = points
    }

    /// Returns the element of the main text; nil if no element got points.
    func top(in finder: MainTextFinder) -> Int? {
        let tree = finder.tree
        let best = candidates.enumerated().sorted {
            (points[$0.element], $1.offset) > (points[$1.element], $0.offset)
        }.prefix(5).map(\.element)
        guard var top = best.first, points[top] > 0 else { return nil }
        if tree.items[top].tag == .body { return top }
        top = common(to: best, in: tree) ?? top
        top = climb(from: top, in: tree)
        // The parent of an only child has the same text, and possibly further parts next to it.
        while let parent = parent(of: top, in: tree), isAlone(top, in: parent, finder) { top = parent }
        return top
    }

    private func parent(of index: Int, in tree: TextTree) -> Int? {
        let parent = tree.items[index].parent
        return parent >= 0 && tree.items[parent].tag != .body && tree.items[parent].tag != .html
            ? parent : nil
    }

    /// Returns the element that contains at least three others with nearly as many points as the best.
    private func common(to best: [Int], in tree: TextTree) -> Int? {
        let top = best[0]
        let others = best.dropFirst().filter { points[$0] >= 0.75 * points[top] }
        guard others.count >= 3 else { return nil }
        var place = parent(of: top, in: tree)
        while let index = place {
            let held = others.filter { $0 > index && $0 < tree.items[index].end }
            if held.count >= 3 { return index }
            place = parent(of: index, in: tree)
        }
        return nil
    }

    /// Ascends as long as the points do not drop much, to an ancestor with more points.
    private func climb(from top: Int, in tree: TextTree) -> Int {
        var last = points[top]
        let least = last / 3
        var place = parent(of: top, in: tree)
        while let index = place {
            place = parent(of: index, in: tree)
            guard has(index), !isThin[index] else { continue }
            if points[index] < least { break }
            if points[index] > last { return index }
            last = points[index]
        }
        return top
    }

    private func isAlone(_ index: Int, in parent: Int, _ finder: MainTextFinder) -> Bool {
        for child in finder.tree.children(of: parent) where child != index && !finder.isLeftOut[child] {
            if finder.tree.items[child].kind == .block || finder.measures[child].length > 0 { return false }
        }
        return true
    }
}

extension MainTextFinder {
    /// The minimum length of a text that gives points.
    private static let shortest = 25
    /// The number of ancestors that get points.
    private static let levels = 5
    private static let scored: Set<Tag> = [.section, .h2, .h3, .h4, .h5, .h6, .p, .td, .pre]

    /// Gives the points of each paragraph to the elements around it.
    func score(_ loose: [LooseParagraph], _ scores: inout TextScores) {
        markThin(loose, &scores)
        var next = 0
        // In page order, which decides between elements with equal points.
        for index in tree.items.indices where !isLeftOut[index] {
            let item = tree.items[index]
            // A cell that contains paragraphs is not a paragraph itself.
            if Self.scored.contains(item.tag), !scores.isThin[index],
                item.tag != .td || looseCounts[index] == nil
            {
                give(measures[index].length, measures[index].commas, from: item.parent, &scores)
            }
            while next < loose.count, loose[next].parent == index {
                let paragraph = loose[next]
                next += 1
                let measure = measure(paragraph.items)
                let parent = scores.isThin[index] ? item.parent : index
                give(measure.length, measure.commas, from: parent, &scores)
            }
        }
        for candidate in scores.candidates {
            scores.points[candidate] *= 1 - measures[candidate].linkDensity
        }
    }

    /// Returns the contents of adjacent items.
    func measure(_ items: Range<Int>) -> TextMeasure {
        var sum = TextMeasure()
        var index = items.lowerBound
        while index < items.upperBound {
            if !isLeftOut[index] {
                sum += measures[index]
                if tree.items[index].tag == .a { sum.linked += Double(measures[index].length) }
            }
            index = tree.items[index].end
        }
        return sum
    }

    private func markThin(_ loose: [LooseParagraph], _ scores: inout TextScores) {
        for index in tree.items.indices where tree.items[index].tag == .div && !isLeftOut[index] {
            guard measures[index].linkDensity < 0.25 else { continue }
            var parts = looseCounts[index] ?? 0
            var hasOther = false
            for child in tree.children(of: index) where !isLeftOut[child] && tree.items[child].kind == .block
            {
                if tree.items[child].tag == .p { parts += 1 } else { hasOther = true }
                if parts > 1 || hasOther { break }
            }
            scores.isThin[index] = parts == 1 && !hasOther
        }
    }

    private func give(_ length: Int, _ commas: Int, from parent: Int, _ scores: inout TextScores) {
        guard length >= Self.shortest else { return }
        let points = Double(2 + commas + min(length / 100, 3))
        var place = parent
        var level = 0
        while place >= 0, level < Self.levels {
            let item = tree.items[place]
            defer { place = item.parent }
            if scores.isThin[place] { continue }
            // The root gets no points.
            guard item.parent >= 0 else { return }
            scores.begin(place, with: first(place))
            scores.points[place] += points / Double(level == 0 ? 1 : level == 1 ? 2 : 3 * level)
            level += 1
        }
    }

    /// Returns the initial points of an element.
    private func first(_ index: Int) -> Double {
        let item = tree.items[index]
        let weight = strictness.heedsWeights ? item.hints.weight : 0
        return weight + (Self.firstPoints[item.tag] ?? 0)
    }

    private static let firstPoints: [Tag: Double] = [
        .div: 5, .pre: 3, .td: 3, .blockquote: 3, .address: -3, .ol: -3, .ul: -3, .dl: -3, .dd: -3, .dt: -3,
        .li: -3, .form: -3, .h1: -5, .h2: -5, .h3: -5, .h4: -5, .h5: -5, .h6: -5, .th: -5,
    ]

    // MARK: Parts

    /// Returns the parts of the main text: the element with the most points, and those of its siblings that belong to
    /// it.
    func parts(around top: Int, _ scores: TextScores, _ loose: [LooseParagraph]) -> [Range<Int>] {
        let item = tree.items[top]
        guard item.parent >= 0, item.tag != .body else { return [top..<item.end] }
        let least = max(10, scores.points[top] * 0.2)
        var parts: [Range<Int>] = []
        for child in tree.children(of: item.parent) where !isLeftOut[child] {
            let sibling = tree.items[child]
            guard sibling.kind == .block else { continue }
            if child == top || belongs(child, to: top, least, scores) { parts.append(child..<sibling.end) }
        }
        for paragraph in loose where paragraph.parent == item.parent {
            if isOfText(measure(paragraph.items), paragraph.items) { parts.append(paragraph.items) }
        }
        return parts.sorted { $0.lowerBound < $1.lowerBound }
    }

    private func belongs(_ index: Int, to top: Int, _ least: Double, _ scores: TextScores) -> Bool {
        let item = tree.items[index]
        let hasSameClass = hasSameClass(item.node, tree.items[top].node)
        if scores.has(index), scores.points[index] + (hasSameClass ? scores.points[top] * 0.2 : 0) >= least {
            return true
        }
        guard item.tag == .p || scores.isThin[index] else { return false }
        return isOfText(measures[index], index..<item.end)
    }

    private func hasSameClass(_ node: NodeID, _ other: NodeID) -> Bool {
        guard let name = document.attribute("class", of: node), !name.isEmpty else { return false }
        return document.attribute("class", of: other) == name
    }

    /// Whether a paragraph next to the main text reads like a part of it.
    private func isOfText(_ measure: TextMeasure, _ items: Range<Int>) -> Bool {
        if measure.length > 80 { return measure.linkDensity < 0.25 }
        guard measure.length > 0, measure.linkDensity == 0 else { return false }
        return tree.endsSentence(items, document)
    }
}

extension TextTree {
    /// Whether a text, or a part of it, ends with a full stop.
    fileprivate func endsSentence(_ range: Range<Int>, _ document: Document) -> Bool {
        var isBehindStop = false
        for index in range where items[index].length > 0 {
            var found = false
            document.visitSpans(of: items[index].node) { span in
                for place in 0..<span.count {
                    if isBehindStop, ASCII.isBlank(span[place]) { found = true }
                    isBehindStop = span[place] == 0x2E
                }
                return !found
            }
            if found { return true }
        }
        return isBehindStop
    }
}
