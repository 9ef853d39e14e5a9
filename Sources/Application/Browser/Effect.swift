import Diagnostics
import SonicProtocol
import SonicSession

/// What the browser wants done outside. Effects are performed in order.
public enum Effect: Sendable, Equatable {
    /// Begin a session and report its events under the opening's visit number.
    case openPage(Opening)
    /// Cancel the session of this visit; what it still reports is ignored.
    case cancelSession(visit: Int)
    /// Begin a session of this page ahead of time, for whoever opens it soon, and report how it fares with
    /// `Event.preloadReported`.
    case preloadPage(WebURL, from: WebURL? = nil)
    /// Report `Event.woken` with this number after a time; a timer set before need not be reported any more.
    case wake(after: Duration, timer: Int)
    /// Report `Event.timeToWatch` at this time, by the clock whose time comes with events, in place of any time wanted
    /// before; nil for never.
    case wakeToWatch(at: Duration?)
    /// Remember the arrangement of panes for the next start.
    case saveArrangement(LayoutPreset)
    /// Remember the theme of this name for the next start.
    case saveTheme(String)
    /// Remember these tabs for the next start.
    case saveTabs(SavedTabs)
    /// Fetch a style sheet and report it with `Event.styleFetched`.
    case fetchStyle(StyleOrder)
    /// Remember for the next start the sites whose style sheets are not wanted, by their origins.
    case saveUnstyledSites(Set<String>)
    /// Remember for the next start the sites whose style sheets are wanted against the configuration.
    case saveStyledSites(Set<String>)
    /// Find the accounts that something is kept of and report them with `Event.accountsFound`.
    case listAccounts
    /// Find the pages that the account has kept or bookmarked and report them with `Event.pagesFound`.
    case listPages(PageListing)
    /// Bookmark a page under this title, or take its bookmark away, and report `Event.bookmarksFound`.
    case changeBookmark(WebURL, title: String)
    /// Find the pages that belong into the inbox and report them with `Event.inboxFound`.
    case readInbox(InboxOrder)
    /// Ask for a page of the inbox as nobody sees it, and report `Event.pageRefreshed`.
    case refreshPage(WebURL, InboxOrder)
    /// Forget this of the account, and report `Event.forgotten`.
    case forget(ForgetScope)
    /// Go on under this account, empty for none, and report `Event.accountSwitched` or `.accountRefused`.
    case switchAccount(String)
    /// Ask no server from now on and report `Event.pagesKept`, or ask again.
    case reachChanged(Reach)
    /// Find out whether this page is pinned, and report `Event.pinFound`.
    case findPin(WebURL)
    /// Pin this page, or take its pin away, and report `Event.pinFound`.
    case changePin(WebURL)
    /// Hold the session of a visit against the rules, and report `Event.findingsFound`.
    case findFindings(FindingsOrder)
    /// Find out what the reader has seen of this page before, and report `Event.seenVersionFound`.
    case findSeenVersion(SeenVersionOrder)
    /// Remember that the reader has seen this version of a page, which calls itself so.
    case noteRead(WebURL, number: Int, title: String)
    /// Read versions of a page, and report `Event.versionFound`.
    case readVersion(VersionOrder)
    /// Compare two versions of a page, and report `Event.versionsCompared`.
    case compareVersions(DifferenceOrder)
    /// Find the sessions of the account that are remembered, and report `Event.sessionsFound`.
    case listSessions
    /// Find the sessions of a page that are remembered, and report `Event.sessionsRecalled`.
    case loadHistory(WebURL)
    /// Hold the exchanges that fit from now on, nil for none, and report what is held with `Event.heldChanged`.
    case intercept(InterceptFilter?)
    /// Let the exchange with this number go.
    case release(Int, Release)
    /// Take an answer from the file of this name, and report `Event.responded`.
    case respond(file: String, to: RespondTarget)
    /// Report `Event.heldAged` at this time, by the clock whose time comes with events.
    case wakeForIntercepted(at: Duration)
    /// Ask the terminal to take this text for its clipboard; report `Event.copyRefused` where it cannot.
    case copy(String)
    /// Write a file, and report what became of it with `Event.exported`.
    case export(ExportOrder)
    /// Find out about files that a form is to send, and report `Event.filesFound`.
    case findFiles(FileQuery)
    /// Save a file and report how it fares with `Event.downloadReported`.
    case download(DownloadOrder)
    /// Stop the file with this number; its part is kept.
    case stopDownload(Int)
    /// Remove the part of the file at a path, where it is the part of what is at this address.
    case removePart(path: String, url: WebURL)
    /// Look for the parts of files of earlier runs, and report `Event.partsFound`.
    case findParts
    /// Show a file with the program of the reader's choice, and report `Event.programReported`.
    case openFile(FileOpening)
    /// Open an address in the browser outside, and report `Event.programReported`.
    case browse(WebURL)
    /// Hand an address to a command of the reader's, and report `Event.programReported`.
    case send(SendOrder)
    /// Have the reader change a text in an editor, which has the terminal meanwhile, and report `Event.edited`.
    case edit(EditOrder)
    /// Have a picture drawn as characters, and report `Event.pictureDrawn`.
    case drawPicture(PictureOrder)
    /// Find out what requests for this page can be edited with, and report `Event.materialsFound`.
    case findMaterials(WebURL)
    /// Send requests without storing the responses, and report `Event.asideEnded`.
    case resend(ResendOrder)
    /// Give up what was resent under this number; nothing of it is reported.
    case stopResend(Int)
    /// Write after all what the session of this number wanted written, and report `Event.resentStored`.
    case storeResent(Int)
    /// Draw every cell anew, since something else wrote on the terminal.
    case redraw
    /// Restore the terminal and end the program.
    case quit
}

/// What an answer from a file answers.
public enum RespondTarget: Sendable, Equatable {
    /// What is held.
    case intercepted(InterceptedExchange)
    /// The next request of the page at this address.
    case next(WebURL)
}

/// A session that has ended and is to be held against the rules.
public struct FindingsOrder: Sendable, Equatable {
    /// The visit it served; there is one order for each.
    public let visit: Int
    /// All it told.
    public let trace: SessionTrace

    /// Whether two orders are of one visit.
    public static func == (left: FindingsOrder, right: FindingsOrder) -> Bool { left.visit == right.visit }
}

/// A page to be opened by a session.
public struct Opening: Sendable, Equatable {
    /// Counts the sessions begun, from 1; every report carries it.
    public var visit: Int
    /// The address.
    public var url: WebURL
    /// The page that led to it: by a link, a form or a refresh. Nil where the reader named the address himself, or went
    /// to a bookmark or to a page seen before.
    public var from: WebURL?
    /// How it is asked for.
    public var method = RequestMethod.get
    /// How cache and server share the work.
    public var mode: SessionMode
    /// What the reader answered to the server's demand for a password; nil when none was demanded.
    public var credentials: Credentials?
}
