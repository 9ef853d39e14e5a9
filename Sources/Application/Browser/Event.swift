import CellGrid
import Diagnostics
import SonicProtocol
import SonicSession

/// What happened outside the browser. Times are spans since the effect that opened the visit was performed:
/// the browser reads no clock.
public enum Event: Sendable {
    /// The terminal has this size now.
    case resized(Size)
    /// A key was pressed, text was pasted, the mouse did something.
    case keyPressed(Key)
    /// An address was given from outside, such as on the command line.
    case addressGiven(WebURL)
    /// These tabs were open when the program ended.
    case tabsRestored(SavedTabs)
    /// The session that serves a visit reported something.
    /// - Parameters:
    ///   - visit: The number given in `Effect.openPage`; reports of earlier visits change nothing.
    ///   - after: The time since the visit was opened.
    case sessionReported(SessionEvent, visit: Int, after: Duration)
    /// A frame that `Model.awaitsPaint` asked to be timed reached the terminal.
    case framePainted(visit: Int, after: Duration)
    /// A style sheet that was asked for came, in UTF-8; nil when it could not be had.
    case styleFetched(StyleOrder, [UInt8]?)
    /// This became of a picture that was to be drawn.
    case pictureDrawn(PictureOrder, PictureReport)
    /// These accounts have something kept.
    case accountsFound([String])
    /// Everything is done under this account from now on; empty for none.
    case accountSwitched(String)
    /// The account cannot be used, for this reason; the one in use stays.
    case accountRefused(String)
    /// The wall clock stands at this.
    case timeRead(Instant)
    /// The pages of the account that are stored, by the digests of their ids.
    case storedPagesListed(Set<String>, account: String)
    /// This is known of a page's pin.
    case pinFound(PinReport)
    /// The terminal has no way to its clipboard.
    case copyRefused
    /// This became of a file that was to be written.
    case exported(ExportReport)
    /// This was found out of files that a form is to send.
    case filesFound(FileReport)
    /// The file with this number fares like this.
    case downloadReported(DownloadReport, Int)
    /// These parts of files of earlier runs can be gone on with.
    case partsFound([FoundPart])
    /// This became of another program.
    case programReported(ProgramReport)
    /// The pages that an account has kept, the latest first, and those bookmarked that it has not.
    case pagesFound([KnownPage], for: PageListing, account: String)
    /// These are an account's bookmarks, or this became of a change of them.
    case bookmarksFound(BookmarkReport)
    /// These pages belong into the inbox of an account, the first ones first.
    case inboxFound([InboxPage], account: String)
    /// This became of a page of the inbox that was asked for.
    case pageRefreshed(RefreshReport)
    /// This became of what was to be forgotten.
    case forgotten(ForgetReport)
    /// The time of `Effect.wake` with this number is over.
    case woken(timer: Int)
    /// The time of `Effect.wakeToWatch` came.
    case timeToWatch
    /// A page of `Effect.preloadPage` fares like this.
    /// - Parameter after: The time since the visit in front (`Model.visitInFront`) was opened.
    case preloadReported(PreloadReport, of: WebURL, after: Duration)
    /// This is wrong with the page and the answers of a visit.
    case findingsFound(LintReport, visit: Int)
    /// This is what the reader has seen of a page before.
    case seenVersionFound(SeenVersionReport)
    /// This is there of the versions of a page that were wanted.
    case versionFound(VersionReport)
    /// This is how two versions of a page differ.
    case versionsCompared(DifferenceReport)
    /// These sessions of an account are remembered, the latest first.
    /// - Parameter damaged: How many lines of the history cannot be read.
    case sessionsFound([PastSession], damaged: Int, account: String)
    /// These sessions of a page are remembered under an account, the latest first.
    case historyLoaded([PastSession], of: WebURL, account: String)
    /// The reader has left the editor of `Effect.edit`, or there was none.
    case edited(Edit, for: EditOrder.Purpose)
    /// Requests for this page can be edited with this.
    case materialsFound(ResendMaterials, for: WebURL)
    /// All that was resent under this number was answered, or was not; one trace for each request.
    case resendEnded([SessionTrace], number: Int)
    /// This became of an answer that was to be stored after all.
    case resentStored(ResendStorage)
    /// From now on what fits this filter is held; nil for nothing.
    case intercepted(InterceptFilter?)
    /// All that is held now, the oldest first.
    case interceptedChanged([InterceptedExchange])
    /// The time of `Effect.wakeForIntercepted` came.
    case interceptedAged
    /// This came of an answer from a file: what was done, or why nothing was, in a sentence.
    case responded(Responded)
    /// Whether the cookies of an account reached their file, when a session had ended.
    case cookiesPersisted(PersistenceStatus, account: String)
    /// The configuration changed; the warning tells a mistake in it.
    case configured(BrowserSettings, warning: String?)
}

/// What came of an answer from a file.
public enum Responded: Sendable, Equatable {
    /// It is used, with what was put right in it, one clause each.
    case taken(notes: [String])
    /// It cannot be used, for this reason, a sentence.
    case refused(String)
}
