import Browser
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

// The pages that the account comes back to, and what it wants forgotten.
extension World {
    /// What is known of them.
    var inbox: InboxKeeping {
        let terms = terms
        return InboxKeeping(
            cache: cache, bookmarks: bookmarks, account: account, wishes: wishes,
            mayBeWritten: { terms($0).mayBeWritten })
    }

    /// What is forgotten of them.
    var forgetting: Forgetting {
        Forgetting(
            cache: cache, account: account,
            cookies: [own.sessions.keptCookies, own.sessions.unwrittenCookies],
            apartCookies: own.sessions.apartCookies,
            bookmarks: bookmarks, tabs: overrides.isPrivate ? nil : TabFile(folders, account: account),
            wishes: wishes)
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
