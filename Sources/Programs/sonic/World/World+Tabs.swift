import Browser
import BrowserServices
import SonicProtocol
import SonicSession

// The tabs that the account had open.
extension World {
    /// Whether they are remembered: not in private.
    var tabRestoration: TabRestoration {
        file.settings.general.restores && !overrides.isPrivate ? .all : .off
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
            "The tabs of the last run cannot be read; their file is left unchanged: \($0)."
        }
    }

    /// Remembers these, but for sites of which nothing is written.
    func save(_ tabs: SavedTabs) {
        guard unreadTabs[account] == nil else { return }
        TabFile(root: folders.state, account: account)?.save(
            tabs.filtered { terms($0).mayBeWritten })
    }
}
