import SonicProtocol

/// The tabs in order, at least one, with the one in front.
struct Tabs: Sendable {
    /// The tabs before the one in front.
    private var before: [Tab] = []
    var front = Tab()
    private var after: [Tab] = []
    /// The closed tabs that can be reopened, the latest last.
    private(set) var closed: [(tab: Tab, index: Int)] = []
    /// The number of switches between tabs.
    private var turns = 0

    /// The maximum number of closed tabs.
    static let closedLimit = 20
    /// The maximum size in bytes of the pages of background tabs together; a laid-out page takes about four times its
    /// bytes.
    static let byteLimit = 16 << 20

    /// The maximum size in bytes of a page or body that stays available for inspection after its session has ended.
    static let bodyLimit = 16 << 20
    /// The maximum size in bytes of these for all tabs together.
    static let traceLimit = 64 << 20

    /// The number of tabs.
    var count: Int { before.count + 1 + after.count }

    /// The indices of all tabs.
    var indices: Range<Int> { 0..<count }

    /// The index of the tab in front.
    var frontIndex: Int { before.count }

    subscript(index: Int) -> Tab {
        // A copy and not `_read`: in unoptimized builds, the compiler (6.3.1) reads a part of the yielded value after
        // freeing it, as the address sanitizer reports.
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

    /// Returns the index of the tab whose last visit has this number and is running, or nil for none.
    func index(ofVisit number: Int) -> Int? {
        indices.first { index in
            guard let visit = self[index].visit else { return false }
            return visit.opening.visit == number && visit.isBusy
        }
    }

    /// Appends a tab in the background.
    mutating func append(_ tab: Tab) { after.append(tab) }

    /// Brings a tab to the front. Linear in the number of tabs.
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

    /// Closes a tab. If it was in front, the next one comes to the front, or the previous one if it was the last. The
    /// only tab is not closed.
    mutating func close(_ index: Int) {
        guard count > 1, indices.contains(index) else { return }
        if index == frontIndex { turn(to: after.isEmpty ? index - 1 : index + 1) }
        var tab = index < frontIndex ? before.remove(at: index) : after.remove(at: index - frontIndex - 1)
        tab.putAway()
        guard tab.left != nil else { return }
        closed = closed.suffix(Self.closedLimit - 1) + [(tab, index)]
    }

    /// Reopens the last closed tab in front. Returns false if there is none.
    mutating func reopen() -> Bool {
        guard let last = closed.popLast() else { return false }
        after.append(last.tab)
        turn(to: count - 1)
        move(to: min(last.index, count - 1))
        return true
    }

    /// Inserts closed tabs before those closed in this run. Of several tabs with the same page the latest is kept.
    mutating func remember(closed earlier: [(tab: Tab, index: Int)]) {
        let all = earlier + closed
        let latest = Dictionary(
            all.indices.compactMap { index in all[index].tab.left.map { ($0.place.url, index) } },
            uniquingKeysWith: { max($0, $1) })
        closed = all.indices.filter { index in
            all[index].tab.left.map { latest[$0.place.url] == index } ?? false
        }.suffix(Self.closedLimit).map { all[$0] }
    }

    /// Removes the closed tabs whose pages were forgotten.
    mutating func forgetClosed(_ isForgotten: (WebURL) -> Bool) {
        closed.removeAll { tab in tab.tab.left.map { isForgotten($0.place.url) } ?? false }
    }

    /// Moves the tab in front to another index.
    private mutating func move(to index: Int) {
        let others = before + after
        before = Array(others[..<index])
        after = Array(others[index...])
    }

    /// Unloads pages of background tabs, the least recently used first, until the rest fits into a number of bytes.
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

    /// Releases the pages and bodies of sessions, in the least recently used tabs first, until the rest fits into a
    /// number of bytes.
    mutating func trimTraces(within limit: Int = Self.traceLimit) {
        func left(_ index: Int) -> Int { index == frontIndex ? Int.max : self[index].turnLeft }
        let latestFirst = indices.sorted { left($0) > left($1) }
        var bytes = 0
        for index in latestFirst {
            let count = self[index].visit?.heldBytes ?? 0
            if bytes + count > limit, !self[index].isBusy {
                self[index].visit?.discardPages()
            } else {
                bytes += count
            }
        }
    }
}
