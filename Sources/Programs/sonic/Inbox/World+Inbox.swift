import Browser
import BrowserServices
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

// The bookmarks and the inbox of the account, and what it forgets.
extension World {
    /// The service of the inbox.
    var inbox: InboxService {
        InboxService(
            cache: cache, bookmarks: bookmarks, account: account, settings: settings,
            counter: .layingOut(.iconv), terms: terms, now: Self.now)
    }

    /// The service that forgets stored data.
    var forgetting: Forgetting {
        Forgetting(
            cache: cache, account: account,
            forgetCookies: own.sessions.forgetCookies, bookmarks: bookmarks,
            tabs: overrides.isPrivate ? nil : TabFile(root: folders.state, account: account),
            settings: settings, now: Self.now)
    }

    /// The account's bookmarks; nil in private mode, and if there is no folder for them.
    private var bookmarks: BookmarkFile? {
        guard !overrides.isPrivate, let state = folders.state else { return nil }
        do throws(StoreFailure) {
            return try BookmarkFile(root: state, account: account)
        } catch {
            // No data can be stored for an account with such a name, and opening a page reports that.
            return nil
        }
    }
}
