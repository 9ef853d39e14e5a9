import BrowserCore
import SonicProtocol
import SonicSession

// The tabs that the account had open.
extension World {
    /// Which are remembered, where the browser was asked for an address or for none: nothing in private.
    func tabKeeping(opening url: WebURL?) -> TabKeeping {
        guard file.settings.general.restores, !overrides.isPrivate else { return .off }
        return url == nil ? .all : .several
    }

    /// Those of the run before; nil for none.
    var savedTabs: SavedTabs? { TabFile(folders, account: account)?.saved }

    /// Remembers these, but for sites of which nothing is written.
    func save(_ tabs: SavedTabs) {
        let isWritten = tabs.entries.map { terms($0.url).mayBeWritten }
        let entries = zip(tabs.entries, isWritten).filter(\.1).map(\.0)
        TabFile(folders, account: account)?.save(
            SavedTabs(entries, front: isWritten.prefix(tabs.front).count { $0 }))
    }
}
