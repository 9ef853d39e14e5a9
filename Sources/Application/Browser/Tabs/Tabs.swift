import SonicProtocol

/// The tabs in their order, never none, with the one in front.
struct Tabs: Sendable {
    /// Those before the one in front.
    private var before: [Tab] = []
    /// The one in front.
    var front = Tab()
    /// Those after it.
    private var after: [Tab] = []
    /// Those that were closed and can be opened again, the latest last.
    private(set) var closed: [Closed] = []
    /// Counts how often another tab came in front.
    private var turns = 0

    /// A tab that was closed.
    struct Closed: Sendable {
        /// What is known of it, without its page.
        var tab: Tab
        /// Where it stood.
        var index: Int
    }

    /// The most closed tabs remembered.
    static let closedLimit = 20
    /// The most bytes that the pages of tabs behind have together; laid out, a page takes some four times its bytes.
    static let byteLimit = 16 << 20

    /// The most bytes of one page or body that stay to be looked at when a session has ended.
    static let bodyLimit = 16 << 20
    /// The most bytes that the sessions of all tabs have together for that.
    static let traceLimit = 64 << 20

    /// How many there are.
    var count: Int { before.count + 1 + after.count }

    /// The places of all, from 0.
    var indices: Range<Int> { 0..<count }

    /// The place of the one in front.
    var frontIndex: Int { before.count }

    /// The tab at a place.
    subscript(index: Int) -> Tab {
        // A copy and no `_read`: where a part of what was yielded was asked for, the compiler (6.3.1, without
        // optimisation) took it after it had freed the whole, as the address sanitizer saw.
        get {
            if index == frontIndex { return front }
            return index < frontIndex ? before[index] : after[index - frontIndex - 1]
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

    /// Adds a tab behind all others; the one in front stays there.
    mutating func append(_ tab: Tab) { after.append(tab) }

    /// Brings the tab at a place in front. Linear in the number of tabs.
    mutating func turn(to index: Int) {
        guard indices.contains(index), index != frontIndex else { return }
        turns += 1
        front.turnLeft = turns
        var all = before
        all.append(front)
        all += after
        front = all[index]
        before = Array(all[..<index])
        after = Array(all[(index + 1)...])
    }

    /// Takes a tab away; the one after it comes in front where it was there, or else the one before. The only one
    /// stays.
    mutating func close(_ index: Int) {
        guard count > 1, indices.contains(index) else { return }
        if index == frontIndex { turn(to: after.isEmpty ? index - 1 : index + 1) }
        var tab = index < frontIndex ? before.remove(at: index) : after.remove(at: index - frontIndex - 1)
        tab.putAway()
        guard tab.left != nil else { return }
        closed = closed.suffix(Self.closedLimit - 1) + [Closed(tab: tab, index: index)]
    }

    /// Opens the tab again that was closed last, in front. False for none.
    mutating func reopen() -> Bool {
        guard let last = closed.popLast() else { return false }
        after.append(last.tab)
        turn(to: count - 1)
        move(to: min(last.index, count - 1))
        return true
    }

    /// Puts tabs before those that were closed here. Of several tabs with one page the latest counts.
    mutating func remember(closed earlier: [Closed]) {
        let all = earlier + closed
        let latest = Dictionary(
            all.indices.compactMap { index in all[index].tab.left.map { ($0.place.url, index) } },
            uniquingKeysWith: { max($0, $1) })
        closed = all.indices.filter { index in
            all[index].tab.left.map { latest[$0.place.url] == index } ?? false
        }.suffix(Self.closedLimit).map { all[$0] }
    }

    /// Forgets the closed tabs whose pages were forgotten.
    mutating func forgetClosed(_ isForgotten: (WebURL) -> Bool) {
        closed.removeAll { tab in tab.tab.left.map { isForgotten($0.place.url) } ?? false }
    }

    /// Moves the tab in front to another place.
    private mutating func move(to index: Int) {
        let others = before + after
        before = Array(others[..<index])
        after = Array(others[index...])
    }

    /// Puts pages of tabs behind away, those left longest ago first, until the rest keeps within a number of bytes.
    mutating func keep(within limit: Int = Self.byteLimit) {
        let behind = indices.filter { $0 != frontIndex }.sorted { self[$0].turnLeft > self[$1].turnLeft }
        var bytes = 0
        for index in behind {
            let count = self[index].document?.length ?? 0
            if bytes + count > limit, self[index].mayBePutAway {
                self[index].putAway()
            } else {
                bytes += count
            }
        }
    }

    /// Puts the pages of all tabs away; the places in them are remembered.
    mutating func putAllAway() {
        for index in indices { self[index].putAway() }
    }

    /// Lets go of pages and bodies that sessions brought, in the tabs left longest ago first, until the rest keeps
    /// within a number of bytes.
    mutating func trimTraces(within limit: Int = Self.traceLimit) {
        func left(_ index: Int) -> Int { index == frontIndex ? Int.max : self[index].turnLeft }
        let latestFirst = indices.sorted { left($0) > left($1) }
        var bytes = 0
        for index in latestFirst {
            let count = self[index].visit?.heldBytes ?? 0
            if bytes + count > limit, !self[index].isBusy {
                self[index].visit?.letGoOfPages()
            } else {
                bytes += count
            }
        }
    }
}
