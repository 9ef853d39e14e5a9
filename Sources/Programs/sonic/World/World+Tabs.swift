import Browser
import BrowserServices
import SonicProtocol
import SonicSession

// The tabs that the account had open.
extension World {
    /// Which are remembered, where the browser was asked for an address or for none: nothing in private.
    func tabRestoration(opening url: WebURL?) -> TabRestoration {
        guard file.settings.general.restores, !overrides.isPrivate else { return .off }
        return url == nil ? .all : .several
    }

    /// Those of the run before; nil for none, and where nobody knows them, such as for want of a descriptor: they are left
    /// as they are then.
    mutating func readTabs() -> SavedTabs? {
        do throws(StoreFailure) {
            return try TabFile(root: folders.state, account: account)?.saved()
        } catch {
            unreadTabs[account] = error
            return nil
        }
    }

    /// Why the tabs of the run before are left as they are; nil where they are not.
    var tabTrouble: String? {
        unreadTabs[account].map {
            "The tabs of the run before cannot be read, and are left as they are: \($0)."
        }
    }

    /// Remembers these, but for sites of which nothing is written.
    func save(_ tabs: SavedTabs) {
        guard unreadTabs[account] == nil else { return }
        let isWritten = tabs.entries.map { terms($0.url).mayBeWritten }
        let entries = zip(tabs.entries, isWritten).filter(\.1).map(\.0)
        TabFile(root: folders.state, account: account)?.save(
            SavedTabs(entries, front: isWritten.prefix(tabs.front).count { $0 }))
    }
}
