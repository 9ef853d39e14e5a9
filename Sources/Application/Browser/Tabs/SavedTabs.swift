import SonicProtocol

/// What is remembered of the tabs for the next start.
public struct SavedTabs: Equatable, Sendable {
    /// One tab.
    public struct Entry: Equatable, Sendable {
        /// The page's address, without a password.
        public var url: WebURL
        /// The byte of its text at which the first line on the screen began.
        public var offset: Int
        /// What the page called itself; empty for nothing.
        public var title: String

        /// A tab of these parts.
        public init(url: WebURL, offset: Int, title: String) {
            self.url = url
            self.offset = offset
            self.title = title
        }
    }

    /// The tabs in their order.
    public var entries: [Entry]
    /// The place of the one in front; one that was not remembered gives way to the nearest.
    public var front: Int
    /// Those that were closed and can be opened again, the one closed last at the end.
    public var closed: [Entry]

    /// These tabs, of which one was in front.
    public init(_ entries: [Entry], front: Int, closed: [Entry] = []) {
        self.entries = entries
        self.front = max(0, min(front, entries.count - 1))
        self.closed = closed
    }

    /// The one in front; nil where none was open.
    public var frontEntry: Entry? { entries.indices.contains(front) ? entries[front] : nil }

    /// Those of which a condition holds, with the one in front, or the nearest, still in front.
    public func filtered(_ isMeant: (WebURL) -> Bool) -> SavedTabs {
        let areMeant = entries.map { isMeant($0.url) }
        return SavedTabs(
            zip(entries, areMeant).filter(\.1).map(\.0), front: areMeant.prefix(front).count { $0 },
            closed: closed.filter { isMeant($0.url) })
    }
}

/// Whether tabs are remembered for the next start.
public enum TabRestoration: Sendable {
    /// No run reads or writes them.
    case off
    /// Each run's are.
    case all
}

extension Tabs {
    /// What is worth being remembered: pages that can be asked for again.
    var saved: SavedTabs {
        let places = indices.map { place(toRemember: $0) }
        let entries = indices.compactMap { index in
            places[index].map {
                SavedTabs.Entry(
                    url: $0.url.withoutCredentials, offset: $0.offset,
                    title: self[index].document?.layout.title ?? self[index].left?.title ?? "")
            }
        }
        return SavedTabs(
            entries, front: places[..<frontIndex].count { $0 != nil },
            closed: closed.compactMap(\.tab.left).filter(\.canBeRequestedAgain).map { left in
                SavedTabs.Entry(
                    url: left.place.url.withoutCredentials, offset: left.place.offset, title: left.title)
            })
    }

    /// Whether these very pages were remembered, wherever in them the reader is. No page need not be.
    func match(_ saved: SavedTabs?) -> Bool {
        let saved = saved ?? SavedTabs([], front: 0)
        var rest = saved.entries[...]
        var front = 0
        for index in indices {
            guard let url = place(toRemember: index)?.url.withoutCredentials else { continue }
            guard rest.popFirst()?.url == url else { return false }
            if index < frontIndex { front += 1 }
        }
        // Closing a tab and opening one again change those that are open, too; forgetting takes closed ones away.
        let closedCount = closed.count { $0.tab.left?.canBeRequestedAgain ?? false }
        return rest.isEmpty && closedCount == saved.closed.count
            && (saved.entries.isEmpty || saved.front == min(front, saved.entries.count - 1))
    }

    /// Takes tabs of an earlier run for closed ones, those of this run being the later ones.
    mutating func remember(closed entries: [SavedTabs.Entry]) {
        remember(
            closed: entries.map { entry in
                Closed(tab: Tab(Tab.Left(entry)), index: .max)
            })
    }

    private func place(toRemember index: Int) -> History.Place? {
        let place = self[index].place ?? self[index].left?.place
        guard place?.url.withoutFragment != self[index].forgotten else { return nil }
        return place?.asked == .get ? place : nil
    }
}

extension Tab.Left {
    /// A tab of an earlier run.
    init(_ entry: SavedTabs.Entry) {
        self.init(
            place: History.Place(url: entry.url, offset: entry.offset), title: entry.title, mode: .open)
    }
}

extension Model {
    /// Puts the tabs of the run before in the place of a start page, and opens the page of the one in front.
    mutating func restore(_ saved: SavedTabs) -> [Effect] {
        guard account.tabs.count == 1, visit == nil else { return [] }
        account.tabs.remember(closed: saved.closed)
        guard !saved.entries.isEmpty else { return [] }
        for entry in saved.entries { account.tabs.append(Tab(Tab.Left(entry))) }
        account.tabs.close(0)
        return turn(to: saved.front)
    }

    /// Makes the tabs of the run before closed ones, where this run was asked for a page: none of them is opened for it, and
    /// none is lost. The one that was in front is the first to be opened again.
    mutating func keepClosed(_ saved: SavedTabs) {
        var entries = saved.entries
        if !entries.isEmpty { entries.append(entries.remove(at: saved.front)) }
        account.tabs.remember(closed: saved.closed + entries)
    }

    /// Has the tabs remembered where they are others than those that were.
    mutating func rememberTabs() -> [Effect] {
        switch setup.tabRestoration {
        case .off: []
        case .all: account.tabs.match(account.savedTabs) ? [] : saveTabs()
        }
    }

    /// Has the tabs remembered with the places in them.
    private mutating func saveTabs() -> [Effect] {
        let saved = account.tabs.saved
        account.savedTabs = saved
        return [.accounts(.saveTabs(saved))]
    }

    /// Has the places in the tabs remembered that are.
    mutating func rememberPlaces() -> [Effect] { account.savedTabs == nil ? [] : saveTabs() }
}
