import BrowserValues
import CellGrid
import Exchanges
import PageLayout
import SonicLint
import SonicProtocol
import SonicSession
import Workbench

/// A question of the browser to the outside, with what the model does with the answer. One owner in the program finds
/// each answer, concurrently with the screen, and reports it once.
public enum Query: Sendable, Equatable {
    // Pages.
    /// The pages that are stored or bookmarked, the latest first.
    case pages(QueryReply<[KnownPage]>)
    /// Bookmark a page under this title, or remove its bookmark.
    case changeBookmark(WebURL, title: String, QueryReply<BookmarkReport>)
    /// Bookmark a page under this title and keep it offline, or keep it no longer.
    case keepPage(WebURL, title: String, offline: Bool, QueryReply<BookmarkReport>)
    /// The bookmarks, while this page is on the screen.
    case bookmarks(showing: WebURL, QueryReply<BookmarkReport>)
    /// The bookmarks, once they and the pages that the cache keeps agree. Unanswered if they cannot be read.
    case completeBookmarks(QueryReply<BookmarkReport>)
    /// The pages of the inbox, in order.
    case inbox(width: Int, QueryReply<[InboxPage]>)
    /// Refresh a page of the inbox in the background; the answer is the page as stored now, and why it failed.
    case refresh(WebURL, width: Int, QueryReply<(page: InboxPage, failure: String?)>)
    /// The stored pages, by the digests of their ids. Unanswered if they are unknown.
    case storedPages(QueryReply<Set<String>>)

    // Versions and sessions.
    /// The version of a page that the reader has seen before this one, if it is stored, and what is new since.
    case seenVersion(of: WebURL, before: Int, QueryReply<(news: LastRead.News, base: StoredPage?)>)
    /// Versions of a page; the answer has all stored ones, the newest first.
    case versions(VersionOrder, QueryReply<(versions: [ListedVersion], found: FoundVersion)>)
    /// The changes between two versions, as the diff pane draws them; nil if one of them is no longer stored.
    case difference(DifferenceOrder, QueryReply<[PageChange]?>)
    /// The two sides of a comparison.
    case sides(SideOrder, QueryReply<SideReport>)
    /// The session history of the account, the latest first, and the number of its unreadable lines.
    case sessions(QueryReply<(sessions: [PastSession], damaged: Int)>)
    /// The session history of a page, the latest first.
    case sessionsOf(WebURL, QueryReply<[PastSession]>)
    /// The session of a row of the traffic, once more.
    case reading(ReadingOrder, QueryReply<TrafficRow.Reading>)
    /// Whether a page's own script shows an update.
    case callback(CallbackRun, QueryReply<CallbackVerdict>)
    /// The findings about a session.
    case findings(FindingsOrder, QueryReply<LintReport>)

    // Accounts and settings.
    /// The accounts that have stored data.
    case accounts(QueryReply<[String]>)
    /// Delete this data of the account.
    case forget(ForgetScope, QueryReply<ForgetReport>)
    /// The cookies of the account, after this one was deleted, and why it could not be.
    case cookies(without: Cookie?, QueryReply<(cookies: [Cookie], failure: String?)>)
    /// The text of the configuration file.
    case settingsText(QueryReply<Result<String, QueryRefusal>>)
    /// Write this text to the configuration file; the answer are its errors, each with its position.
    case writeSettings(String, QueryReply<Result<[String], QueryRefusal>>)
    /// The value of a setting as a sentence, for the page at this address if there is one.
    case setting(String, at: WebURL?, QueryReply<Result<String, QueryRefusal>>)
    /// Change a setting to a value as typed; the answer says what it is now.
    case changeSetting(
        name: String, value: String, lasting: Lasting, QueryReply<Result<String, QueryRefusal>>)
    /// Write key bindings of commands to the file; the answer says what was saved.
    case changeKeys(KeyOrder, QueryReply<Result<String, QueryRefusal>>)

    // Files.
    /// Write a file.
    case export(ExportOrder, QueryReply<ExportReport>)
    /// The completions of a typed path, in order.
    case completions(of: String, QueryReply<[FoundPath]>)
    /// The files at these paths, to be sent from a form.
    case files(paths: [String], QueryReply<Result<[SentFile], QueryRefusal>>)
    /// The parts of files of earlier runs that can be resumed.
    case parts(QueryReply<[FoundPart]>)
    /// Edit a text in the reader's editor, which uses the terminal meanwhile.
    /// - Parameter named: The name of the temporary file: its extension tells the editor the format.
    case edit(String, named: String, QueryReply<Edit>)
    /// A style sheet in UTF-8; nil if it could not be loaded.
    case style(StyleOrder, QueryReply<[UInt8]?>)
    /// A picture, drawn as characters.
    case picture(PictureOrder, QueryReply<PictureReport>)

    // Requests and exchanges.
    /// Intercept the exchanges that match, nil for none, and report `Event.intercepted` whenever one is.
    case intercept(ExchangeFilter?, QueryReply<Void>)
    /// Respond with the file of this name; the answer are its corrections, each as a clause.
    case respond(file: String, to: RespondTarget, QueryReply<Result<[String], QueryRefusal>>)
    /// What requests for this page can be edited with.
    case resendMaterials(WebURL, QueryReply<ResendMaterials>)
    /// Send requests without storing the responses; the answer has a trace of each.
    case resend(ResendOrder, QueryReply<[SessionTrace]>)
    /// The text of a file of requests at a path.
    case requestFile(String, QueryReply<Result<String, QueryRefusal>>)
    /// Store what the session of this number would have stored.
    case store(Int, QueryReply<ResendStorage>)
    /// Check the conformance of the server of a page by its responses, which are not stored.
    case check(WebURL, QueryReply<[Verdict]>)
    /// Have the server at an address execute an order; the answer is why it refused, a sentence, or nil.
    case control(ServerOrder, at: WebURL, QueryReply<String?>)
    /// Have the server at an address answer what matches from a file, which is sent again whenever it is saved, until its
    /// rule has ended. Answered each time that it was not sent, with the reason, a sentence.
    case answerFrom(file: String, ExchangeFilter, controller: Int, at: WebURL, QueryReply<String>)
}

/// What the model does with the answer to a question.
public struct QueryReply<Answer: Sendable>: Sendable, Equatable {
    /// The account that asked: under another one the answer is ignored. Nil if it is the same for all.
    private let account: String?
    private let apply: @Sendable (inout Model, Answer) -> [Effect]

    /// Creates a reply that is the same for all accounts.
    init(of account: String? = nil, _ apply: @escaping @Sendable (inout Model, Answer) -> [Effect]) {
        self.account = account
        self.apply = apply
    }

    /// Creates a reply without further effects.
    init(of account: String? = nil, _ apply: @escaping @Sendable (inout Model, Answer) -> Void) {
        self.init(of: account) { model, answer in
            apply(&model, answer)
            return []
        }
    }

    /// Creates a reply to an answer that may be missing, for a reason that is shown.
    init<Found>(
        of account: String? = nil, unlessRefused apply: @escaping @Sendable (inout Model, Found) -> [Effect]
    ) where Answer == Result<Found, QueryRefusal> {
        self.init(of: account) { (model: inout Model, answer: Answer) -> [Effect] in
            switch answer {
            case .success(let found): apply(&model, found)
            case .failure(let refusal): model.notify(.failure(VisibleText.line(refusal.words)))
            }
        }
    }

    /// Returns the event of an answer.
    public func event(_ answer: Answer) -> Event {
        .answered { model in
            account.map { $0 == model.account.name } ?? true ? apply(&model, answer) : []
        }
    }

    /// Questions are equal if they ask the same, whatever follows.
    public static func == (left: QueryReply, right: QueryReply) -> Bool { true }
}

/// The reason why a question has no answer, as a sentence.
public struct QueryRefusal: Error, Equatable {
    /// The sentence.
    public let words: String

    /// Creates a refusal.
    public init(_ words: String) { self.words = words }
}

/// How long the value of a setting is in effect.
public enum Lasting: Equatable, Sendable {
    /// Until the program ends.
    case thisRun
    /// It is written to the configuration file.
    case file
}

/// A completion of a typed path: the full path, which ends with a slash for a folder, and the size of a file in bytes.
public typealias FoundPath = (path: String, size: Int?)
