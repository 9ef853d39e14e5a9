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

    /// These tabs, of which one was in front.
    public init(_ entries: [Entry], front: Int) {
        self.entries = entries
        self.front = max(0, min(front, entries.count - 1))
    }
}

/// Which tabs are remembered for the next start.
public enum TabRestoration: Sendable {
    /// None.
    case off
    /// All, once there have been several: one page that was asked for is no reason to forget the others.
    case several
    /// All.
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
        return SavedTabs(entries, front: places[..<frontIndex].count { $0 != nil })
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
        return rest.isEmpty && (saved.entries.isEmpty || saved.front == min(front, saved.entries.count - 1))
    }

    private func place(toRemember index: Int) -> History.Place? {
        let place = self[index].place ?? self[index].left?.place
        guard place?.url.withoutFragment != self[index].forgotten else { return nil }
        return place?.asked == .get ? place : nil
    }
}

extension Model {
    /// Puts the tabs of the run before in the place of a start page, and opens the page of the one in front.
    mutating func restore(_ saved: SavedTabs) -> [Effect] {
        guard account.tabs.count == 1, visit == nil, !saved.entries.isEmpty else { return [] }
        for entry in saved.entries {
            let place = History.Place(url: entry.url, offset: entry.offset)
            account.tabs.append(Tab(Tab.Left(place: place, title: entry.title, mode: .open)))
        }
        account.tabs.close(0)
        return turn(to: saved.front)
    }

    /// Has the tabs remembered where they are others than those that were.
    mutating func rememberTabs() -> [Effect] {
        switch setup.tabRestoration {
        case .off: return []
        // Under a second account those of the run before have been opened.
        case .several where parked.isEmpty && account.tabs.count < 2 && account.savedTabs == nil: return []
        case .several, .all: break
        }
        return account.tabs.match(account.savedTabs) ? [] : saveTabs()
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
