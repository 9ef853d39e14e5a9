import BrowserValues

extension Tabs {
    /// The tabs worth saving: those with pages that can be requested again.
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

    /// Returns whether these pages are the saved ones, regardless of scroll positions. A tab without a page does not
    /// count.
    func match(_ saved: SavedTabs?) -> Bool {
        let saved = saved ?? SavedTabs([], front: 0)
        var rest = saved.entries[...]
        var front = 0
        for index in indices {
            guard let url = place(toRemember: index)?.url.withoutCredentials else { continue }
            guard rest.popFirst()?.url == url else { return false }
            if index < frontIndex { front += 1 }
        }
        // Closing and reopening a tab changes the open ones, too; forgetting pages removes closed ones.
        let closedCount = closed.count { $0.tab.left?.canBeRequestedAgain ?? false }
        return rest.isEmpty && closedCount == saved.closed.count
            && (saved.entries.isEmpty || saved.front == min(front, saved.entries.count - 1))
    }

    /// Adds tabs of an earlier run before the tabs closed in this run.
    mutating func remember(closed entries: [SavedTabs.Entry]) {
        remember(closed: entries.map { (Tab(Tab.Left($0)), .max) })
    }

    private func place(toRemember index: Int) -> History.Place? {
        let place = self[index].place ?? self[index].left?.place
        guard place?.url.withoutFragment != self[index].forgotten else { return nil }
        return place?.method == .get ? place : nil
    }
}
