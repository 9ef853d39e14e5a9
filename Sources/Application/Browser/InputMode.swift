import CellGrid
import SonicProtocol
import SonicSession

/// What the next keys are for, while it lasts, in place of scrolling and commands.
enum InputMode: Equatable, Sendable {
    /// Links and fields on the screen have numbers, of which one is being typed.
    case hints(Hints)
    /// A place of the page gets a letter, or is gone to by it.
    case letter(PlaceMark)
    /// A question to be answered by yes or no.
    case question(Question)
    /// A count was typed, or the beginning of a sequence of keys.
    case begun(BegunKeys)
    /// A command gets the next key.
    case newKey(NewKey)
}

/// A question in the bottom line.
enum Question: Equatable, Sendable {
    /// A form on an encrypted page is about to travel without encryption.
    case insecureForm(FormRequest)
    /// A file has the name that another is to be saved under; it has so many bytes.
    case replaceFile(ExportOrder, bytes: Int)
    /// Everything of an account is to be forgotten; empty for none.
    case forgetAll(account: String)
    /// So many files are on their way while the program is to end.
    case leaveDownloads(Int)
    /// A page that answered a POST is asked for again.
    case repeatPost(WebURL, PostBody, SessionMode, History.Move)

    /// The question.
    var words: String {
        switch self {
        case .insecureForm(let request):
            "Send this form unencrypted to \(request.url.hostAndPort)?"
        case .replaceFile(let order, let bytes):
            "Replace the file \(order.path) (\(bytes.byteText))?"
        case .forgetAll(let account):
            "Forget all pages, sessions, cookies and bookmarks"
                + (account.isEmpty ? "?" : " of \(VisibleText.line(account))?")
        case .leaveDownloads(let count):
            count == 1
                ? "A download is running; its part is kept. Leave?"
                : "\(count) downloads are running; their parts are kept. Leave?"
        case .repeatPost(let url, let body, _, _):
            "Send the form of \(body.body.count) bytes to \(url.hostAndPort) again?"
        }
    }

    /// What is said where the answer is no.
    var refusal: String {
        switch self {
        case .insecureForm, .repeatPost: "Nothing was sent."
        case .replaceFile: "Nothing was saved."
        case .forgetAll: "Nothing was forgotten."
        case .leaveDownloads: "The downloads continue."
        }
    }
}

/// The numbers of the links and fields on the screen.
struct Hints: Equatable, Sendable {
    /// What a number does.
    enum Purpose: Equatable, Sendable {
        /// Follows the link, uses the field.
        case follow
        /// Chooses it.
        case choose
    }

    /// What the numbers stand on: they go away with it.
    struct ScreenState: Equatable, Sendable {
        /// The page's visit, its first line and byte on the screen, its width and its bytes.
        var visit: Int
        var top: Int
        var topOffset: Int
        var width: Int
        /// How many columns of its wide lines are left of the screen.
        var columnsLeft: Int
        var byteCount: Int
    }

    /// What a number does.
    let purpose: Purpose
    /// The links by their numbers, from 1.
    let links: [Int]
    /// What they stand on.
    let screenState: ScreenState
    /// The digits typed so far.
    var typed = ""

    /// The numbers that begin with what was typed.
    var matches: [Int] {
        (1...max(1, links.count)).filter { String($0).hasPrefix(typed) && $0 <= links.count }
    }

    /// The link that is meant beyond doubt; nil while there are several.
    var only: Int? {
        let matches = matches
        return !typed.isEmpty && matches.count == 1 ? links[matches[0] - 1] : nil
    }

    /// The link whose number was typed; nil for none.
    var typedLink: Int? { Int(typed).flatMap { links.indices.contains($0 - 1) ? links[$0 - 1] : nil } }
}
