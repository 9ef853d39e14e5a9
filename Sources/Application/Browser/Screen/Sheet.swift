import CellGrid

/// What lies over the panes until it is closed. Kept at a place of its own, as some of it is large and most of the time
/// there is none.
indirect enum Sheet: Sendable {
    /// The keys, those of the pane in focus first.
    case help(HelpList)
    /// All about the session.
    case facts(ScrolledText)
    /// What the session has done.
    case log(ScrolledText)
    /// What is wrong with page and answer.
    case findings(ScrolledText)
    /// The session taken apart.
    case inspector(Inspector)
    /// What is held.
    case intercepted(InterceptedOverlay)
    /// The options of a field.
    case options(OptionList)
    /// The accounts.
    case accounts(AccountList)
    /// The tabs.
    case tabs(TabList)
    /// What can be taken along.
    case menu(Menu)
    /// The files on their way to the disk.
    case downloads(DownloadOverlay)
    /// The versions of the page.
    case versions(VersionList)
    /// The sessions that are remembered.
    case sessions(SessionList)
    /// Pages of the past, or bookmarks.
    case pages(PageList)
    /// What was found of one of them, or of two versions.
    case textDialog(TextDialog)
    /// A request that is being edited.
    case request(RequestEditor)
    /// What came of one, or two answers held against each other.
    case resent(ResponseOverlay)

    /// The words in its border.
    var title: String {
        switch self {
        case .help: "Keys"
        case .facts: "About this session"
        case .log: "Log of this session"
        case .findings: "Findings"
        case .inspector: "Inspector"
        case .intercepted: "Held"
        case .accounts: "Accounts"
        case .tabs: "Tabs"
        case .downloads: "Files"
        case .menu(let menu): menu.purpose.title
        case .versions: "Versions of this page"
        case .sessions: "Sessions"
        case .pages(let list): list.title
        case .textDialog(let telling): telling.title
        case .request(let request): request.state == .open ? "Edit and send aside" : "Asking…"
        case .resent(let answer): answer.title
        case .options(let list): list.field.name.isEmpty ? "Options" : VisibleText.line(list.field.name)
        }
    }
}

/// Words in the bottom line until the next key.
enum Notice: Equatable, Sendable {
    /// A key did nothing; why.
    case refusal(String)
    /// Something is done or different now.
    case news(String)
    /// Something went wrong, and what to do.
    case failure(String)
    /// How far the search is, as it goes on.
    case tally
}
