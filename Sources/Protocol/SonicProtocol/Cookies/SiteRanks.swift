/// Sites in the order in which they make room: a heap. What was noted of a site earlier stays in it until it comes up, and
/// whoever takes it out sees then that it no longer holds.
struct SiteRanks: Sendable {
    /// How many cookies a site had, and which of them was the oldest.
    struct Rank: Sendable {
        let size: Int
        let created: Instant
        let serial: Int
        var site: String

        fileprivate func isBefore(_ other: Rank) -> Bool {
            size != other.size ? size > other.size : (created, serial) < (other.created, other.serial)
        }
    }

    private var heap: [Rank] = []

    /// How many notes there are.
    var count: Int { heap.count }

    /// What comes up next.
    var first: Rank? { heap.first }

    /// Notes what a site has now. Logarithmic.
    mutating func note(_ rank: Rank) {
        heap.append(rank)
        var place = heap.count - 1
        while place > 0, rank.isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes out what came up. Logarithmic.
    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var place = 0
        while let child = [2 * place + 1, 2 * place + 2].filter({ $0 < heap.count })
            .min(by: { heap[$0].isBefore(heap[$1]) }), heap[child].isBefore(last)
        {
            heap.swapAt(place, child)
            place = child
        }
    }
}
