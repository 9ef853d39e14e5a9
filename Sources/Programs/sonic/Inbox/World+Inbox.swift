import Browser
import BrowserServices
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

// The pages that the account comes back to, and what it wants forgotten.
extension World {
    /// What is known of them.
    var inbox: InboxService {
        let terms = terms
        return InboxService(
            cache: cache, bookmarks: bookmarks, account: account, settings: settings,
            mayBeWritten: { terms($0).mayBeWritten }, now: Self.now)
    }

    /// What is forgotten of them.
    var forgetting: Forgetting {
        Forgetting(
            cache: cache, account: account,
            forgetCookies: own.sessions.forgetCookies, bookmarks: bookmarks,
            tabs: overrides.isPrivate ? nil : TabFile(root: folders.state, account: account),
            settings: settings, now: Self.now)
    }

    /// The account's bookmarks; nil in private, and where there is no folder for them.
    private var bookmarks: BookmarkFile? {
        guard !overrides.isPrivate, let state = folders.state else { return nil }
        do throws(StoreFailure) {
            return try BookmarkFile(root: state, account: account)
        } catch {
            // Nothing else can be kept of an account of such a name, and whoever opens a page is told.
            return nil
        }
    }
}
