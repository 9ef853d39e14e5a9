import Diagnostics
import SonicProtocol
import SonicSession

/// What is shown of a page as soon as it is there.
enum OpeningGoal: Sendable {
    /// The first change, once it is known, of the page that this visit opens.
    case news(visit: Int)
    /// An older version.
    case version(VersionReport)
}

/// Everything that belongs to one account: what it has open, has typed and has kept. Another account has a value of its
/// own, so that nothing of this one is seen under it.
struct AccountState: Sendable {
    /// The account's name; empty for none.
    let name: String

    /// What is open.
    var tabs = Tabs()
    /// Which tabs were remembered last; nil for none.
    var savedTabs: SavedTabs?
    /// The files on their way to the disk, and those saved.
    var downloads = DownloadList()
    /// The places with a capital as their letter.
    var placeMarks: [Unicode.Scalar: History.Place] = [:]
    /// The encodings chosen for pages in this run, by their addresses without a fragment.
    var encodings: PageEncodings = [:]
    /// The lines typed in this run.
    var typed = TypedLines()

    /// The pages that it comes back to, with what is new in them.
    var inbox: Inbox
    /// Its bookmarks, the first one first, as far as they were told.
    var bookmarks: [Bookmark] = []
    /// The pages that it has kept, the latest first, as far as they were asked for.
    var knownPages: [KnownPage] = []
    /// The digests of its stored pages while offline, where links to others are told apart; nil when they are not.
    var storedAddresses: Set<String>?
    /// What is known of the last sessions of pages.
    var records = PageRecords()
    /// The sessions that ended.
    var journal = SessionJournal()
    /// The traffic that was looked at last; nil for none.
    var traffic: Traffic?
    /// What the bottom line has said.
    var messages = MessageLog()
    /// Whether what is to be kept is.
    var persistence = Persistence()

    /// What the page that is being opened is opened for; nil for nothing but the page.
    var goal: OpeningGoal?
    /// The pages loaded ahead of time.
    var ahead = Prefetch()
    /// The style sheets fetched so far.
    var shelf = StyleShelf()
    /// What is to be intercepted, and what is.
    var intercepted = InterceptedExchanges()
    /// What was marked to be compared with another exchange; nil for nothing.
    var comparedSide: SideSource?
    /// What becomes of secrets where heads are shown.
    var secretsOnScreen = Secrets.Handling.masked

    /// An account without anything but pages in its inbox.
    init(_ name: String, inbox: [InboxPage] = []) {
        self.name = name
        self.inbox = Inbox(inbox)
    }

    /// What the account goes on with when it is gone back to: what it has open, without the pages, and what the reader
    /// typed and chose. All else is read anew from its folders, or was on its way.
    var parked: AccountState {
        var parked = AccountState(name)
        parked.tabs = tabs
        parked.savedTabs = savedTabs
        parked.downloads = downloads
        parked.placeMarks = placeMarks
        parked.encodings = encodings
        parked.typed = typed
        parked.tabs.putAllAway()
        // What a server offers comes over a connection of the account's, which ends.
        parked.downloads.dropOffers()
        return parked
    }

    /// Takes over what the program counts and does for all accounts together.
    mutating func follow(_ other: AccountState) {
        // Numbers of files are the loop's too, which tells all accounts' apart by them.
        downloads.count(on: other.downloads)
        intercepted = InterceptedExchanges(filter: other.intercepted.filter)
    }
}

/// The lines that were typed in this run, of each kind the latest last.
struct TypedLines: Equatable, Sendable {
    /// Addresses.
    var addresses: [String] = []
    /// Lines after `:` that were run.
    var commands: [String] = []
    /// Texts looked for.
    var searches: [String] = []

    /// Remembers a line of a kind where it is another than the one before.
    mutating func remember(_ line: String, as kind: WritableKeyPath<Self, [String]>, atMost limit: Int = 100)
    {
        guard self[keyPath: kind].last != line else { return }
        self[keyPath: kind] = self[keyPath: kind].suffix(limit - 1) + [line]
    }
}
