/// The tabs in their order, never none, with the one in front.
struct Tabs: Sendable {
    /// Those before the one in front.
    private(set) var before: [Tab] = []
    /// The one in front.
    var front = Tab()
    /// Those after it.
    private(set) var after: [Tab] = []

    /// How many there are.
    var count: Int { before.count + 1 + after.count }

    /// The places of all, from 0.
    var indices: Range<Int> { 0..<count }

    /// The place of the one in front.
    var frontIndex: Int { before.count }

    /// The tab at a place.
    subscript(index: Int) -> Tab {
        _read {
            if index == frontIndex {
                yield front
            } else if index < frontIndex {
                yield before[index]
            } else {
                yield after[index - frontIndex - 1]
            }
        }
        _modify {
            if index == frontIndex {
                yield &front
            } else if index < frontIndex {
                yield &before[index]
            } else {
                yield &after[index - frontIndex - 1]
            }
        }
    }

    /// The place of the tab whose visit begun last has this number and is under way; nil for none.
    func index(ofVisit number: Int) -> Int? {
        indices.first { index in
            guard let visit = self[index].visit else { return false }
            return visit.opening.visit == number && visit.isBusy
        }
    }
}
