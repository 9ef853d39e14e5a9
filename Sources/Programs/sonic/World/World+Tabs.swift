import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SonicSession

// The account's open tabs.
extension World {
    /// Whether they are saved: not in private mode.
    var restoresTabs: Bool { file.settings.general.restores && !overrides.isPrivate }

    /// Returns the tabs of the last run; nil for none, and if they cannot be read, for example for lack of a
    /// descriptor: their file is then left unchanged.
    mutating func readTabs() -> SavedTabs? {
        do throws(StoreFailure) {
            return try TabFile(root: folders.state, account: account)?.saved()
        } catch {
            unreadTabs[account] = error
            return nil
        }
    }

    /// Why the file with the tabs of the last run is left unchanged; nil if it is not.
    var tabTrouble: String? {
        unreadTabs[account].map {
            "The tabs of the last run cannot be read; their file is left unchanged: \($0)."
        }
    }

    /// Saves the tabs, except those of sites that must not be written to disk.
    func save(_ tabs: SavedTabs) {
        guard unreadTabs[account] == nil else { return }
        TabFile(root: folders.state, account: account)?.save(
            tabs.filtered { terms($0).mayBeWritten })
    }
}
