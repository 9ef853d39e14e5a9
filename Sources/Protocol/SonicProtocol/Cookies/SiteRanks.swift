/// A heap of sites in the order in which they evict cookies. An outdated entry of a site stays in it until it becomes
/// the first; the caller detects then that it is stale and removes it.
struct SiteRanks: Sendable {
    /// The number of cookies of a site, and its oldest cookie.
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

    /// The number of entries, including stale ones.
    var count: Int { heap.count }

    /// The entry with the most cookies.
    var first: Rank? { heap.first }

    /// Inserts the current rank of a site. Logarithmic.
    mutating func note(_ rank: Rank) {
        heap.append(rank)
        var place = heap.count - 1
        while place > 0, rank.isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the first entry. Logarithmic.
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
