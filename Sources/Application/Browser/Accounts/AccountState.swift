import SonicProtocol

/// What one account has open and has typed in this run. Under another account nothing of it is seen; gone back to, the
/// account goes on where it was left.
///
/// What can be read anew from the account's folders (inbox, bookmarks, pages kept, sessions) is not kept here: it is
/// forgotten when the account is left.
struct AccountState: Sendable {
    /// What is open, without the pages.
    var tabs = Tabs()
    /// Which tabs were remembered last; nil for none.
    var savedTabs: SavedTabs?
    /// The files on their way to the disk, and those saved.
    var downloads = DownloadList()
    /// The places with a capital as their letter.
    var waymarks: [Unicode.Scalar: History.Place] = [:]
    /// The encodings chosen for pages, by their addresses without a fragment.
    var encodings: PageEncodings = [:]
    /// Addresses typed, the latest last.
    var typed: [String] = []
    /// Lines after `:` that were run, the latest last.
    var called: [String] = []
    /// Texts looked for, the latest last.
    var searched: [String] = []
}

extension Model {
    /// Takes what the account in use has open off the screen. Sessions are stopped before, and files by the effects.
    /// - Returns: What is to be stopped.
    mutating func leaveAccount() -> [Effect] {
        var effects = stopSessions()
        effects += downloads.entries.filter(\.state.isRunning).map { .stopDownload($0.number) }
        // What a server offers comes over a connection of the account's, which ends.
        downloads.dropOffers()
        tabs.putAllAway()
        parked[account] = AccountState(
            tabs: tabs, savedTabs: savedTabs, downloads: downloads, waymarks: waymarks, encodings: encodings,
            typed: typed, called: called, searched: searched)
        return effects
    }

    /// Puts what an account had open back on the screen, or a start page where it had nothing.
    mutating func resumeAccount(_ name: String) -> [Effect] {
        account = name
        var own = parked.removeValue(forKey: name) ?? AccountState()
        // Numbers of files are the loop's too, which tells all accounts' apart by them.
        own.downloads.count(on: downloads)
        tabs = own.tabs
        savedTabs = own.savedTabs
        downloads = own.downloads
        waymarks = own.waymarks
        typed = own.typed
        called = own.called
        searched = own.searched
        encodings = own.encodings
        guard tabs.front.left != nil else {
            showStartPage()
            return []
        }
        return comeInFront()
    }
}
