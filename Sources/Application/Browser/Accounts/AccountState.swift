import BrowserValues
import SonicProtocol
import SonicSession

/// What is shown as soon as the page is loaded.
enum OpeningGoal: Sendable {
    /// The first change of the page that this visit opens, once it is known.
    case news(visit: Int)
    /// An older version.
    case version(StoredPage, against: StoredPage?, among: [ListedVersion], VersionOrder)
}

/// All state of one account: its open tabs, its input and its stored data. Each account has a separate value, so that
/// nothing of one is seen under another.
struct AccountState: Sendable {
    /// The account's name; empty for none.
    let name: String

    /// The open tabs.
    var tabs = Tabs()
    /// The tabs saved last for the next start; nil for none.
    var savedTabs: SavedTabs?
    /// The downloads, running and finished.
    var downloads = DownloadList()
    /// The marks that have a capital letter.
    var placeMarks: [Unicode.Scalar: History.Place] = [:]
    /// The encodings chosen for pages in this run, by their addresses without a fragment.
    var encodings: PageEncodings = [:]
    /// The lines typed in this run.
    var typed = TypedLines()

    /// The inbox: the pages to return to, with their news.
    var inbox: Inbox
    /// The bookmarks in order, as far as they were reported.
    var bookmarks: [Bookmark] = []
    /// The stored pages, the latest first, as far as they were requested.
    var knownPages: [KnownPage] = []
    /// The digests of the stored pages while offline, where links to other pages are marked; nil otherwise.
    var storedAddresses: Set<String>?
    /// The recorded last sessions of pages.
    var records = PageRecords()
    /// The ended sessions.
    var journal = SessionJournal()
    /// The traffic that was viewed last; nil for none.
    var traffic: Traffic?
    /// The messages of the bottom line.
    var messages = MessageLog()
    /// Whether data to be stored reaches the disk.
    var persistence = (pages: PersistenceStatus.works, cookies: PersistenceStatus.works)

    /// The purpose for which a page is being opened; nil for the page itself.
    var goal: OpeningGoal?
    /// The prefetched pages.
    var ahead = Prefetch()
    /// The style sheets fetched so far.
    var shelf = SubresourceShelf()
    /// The intercepted exchanges and the filter that selects them.
    var intercepted = InterceptedExchanges()
    /// The exchanges that are marked to be compared, at most two, the first marked one first.
    var marks: [SideSource] = []
    /// How secrets in displayed headers are handled.
    var secretsOnScreen = Secrets.Handling.masked

    /// Creates an account that has only the pages of its inbox.
    init(_ name: String, inbox: [InboxPage] = []) {
        self.name = name
        self.inbox = Inbox(inbox)
    }

    /// The state that survives a switch to another account and back: the tabs, without the pages, and what the reader
    /// typed and chose. The rest is read again from the account's folders, or was in progress.
    var parked: AccountState {
        var parked = AccountState(name)
        parked.tabs = tabs
        parked.savedTabs = savedTabs
        parked.downloads = downloads
        parked.placeMarks = placeMarks
        parked.encodings = encodings
        parked.typed = typed
        for index in parked.tabs.indices { parked.tabs[index].putAway() }
        // A file that a server offers arrives over a connection of the account, which closes.
        parked.downloads.dropOffers()
        return parked
    }
}

/// The lines that were typed in this run; of each kind the latest is last.
struct TypedLines: Equatable, Sendable {
    var addresses: [String] = []
    /// Lines after `:` that were run.
    var commands: [String] = []
    /// Search terms.
    var searches: [String] = []

    /// Appends a line of a kind if it differs from the last one.
    mutating func remember(_ line: String, as kind: WritableKeyPath<Self, [String]>, atMost limit: Int = 100)
    {
        guard self[keyPath: kind].last != line else { return }
        self[keyPath: kind] = self[keyPath: kind].suffix(limit - 1) + [line]
    }
}

/// Whether data to be stored reaches the disk, as far as was seen.
public enum PersistenceStatus: Equatable, Sendable {
    /// The last write succeeded, or there was none.
    case works
    /// The last write failed, for this reason.
    case fails(String)
}
