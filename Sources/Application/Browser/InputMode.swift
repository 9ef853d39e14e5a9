import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession

/// A mode in which the next keys neither scroll nor run commands.
enum InputMode: Equatable, Sendable {
    /// Links and fields on the screen have numbers, one of which is being typed.
    case hints(Hints)
    /// The next key is the letter of a mark to set or to jump to.
    case letter(PlaceMark)
    /// A yes-or-no question.
    case question(UserQuestion)
    /// A count or the beginning of a key sequence was typed.
    case begun(BegunKeys)
    /// The next key is bound to a command.
    case newKey(NewKey)
    /// The text of the field with this title, which takes several lines, was accepted: letters run no commands.
    case written(String)
}

/// A question in the bottom line.
enum UserQuestion: Equatable, Sendable {
    /// A form on an encrypted page is about to be sent unencrypted.
    case insecureForm(FormRequest)
    /// The file to export to exists; `bytes` is its size.
    case replaceFile(ExportOrder, bytes: Int)
    /// All data of an account is about to be deleted; empty for no account.
    case forgetAll(account: String)
    /// The bookmark of a page that is kept offline is about to be removed.
    case removeBookmark(WebURL)
    /// The number of downloads running while the program is about to quit.
    case leaveDownloads(Int)
    /// A page that was the response to a POST request is requested again.
    case repeatPost(WebURL, PostBody, SessionMode, History.Move)

    var words: String {
        switch self {
        case .insecureForm(let request): "Send this form unencrypted to \(request.url.hostAndPort)?"
        case .replaceFile(let order, let bytes): "Replace the file \(order.path) (\(bytes.byteText))?"
        case .forgetAll(let account):
            "Forget all pages, sessions, cookies and bookmarks"
                + (account.isEmpty ? "?" : " of \(VisibleText.line(account))?")
        case .removeBookmark(let url):
            "Remove the bookmark and the offline copy of \(VisibleText.line(url.plainText))?"
        case .leaveDownloads(let count):
            count == 1
                ? "A download is running; the partial file is kept. Quit?"
                : "\(count) downloads are running; the partial files are kept. Quit?"
        case .repeatPost(let url, let body, _, _):
            "Send the form of \(body.body.count) bytes to \(url.hostAndPort) again?"
        }
    }

    /// The message when the answer is no.
    var refusal: String {
        switch self {
        case .insecureForm, .repeatPost: "Nothing was sent."
        case .replaceFile: "Nothing was saved."
        case .forgetAll: "Nothing was forgotten."
        case .removeBookmark: "The bookmark stays."
        case .leaveDownloads: "The downloads continue."
        }
    }
}

/// The numbers of the links and fields on the screen.
struct Hints: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        /// Follows the link or activates the field.
        case follow
        /// Selects it.
        case choose
    }

    /// The state of the screen that the numbers are for; when it changes, they are removed.
    struct ScreenState: Equatable, Sendable {
        /// The page's visit, its first line and byte on the screen, its width and its bytes.
        var visit: Int
        var top: Int
        var topOffset: Int
        var width: Int
        /// The number of columns of wide lines that are scrolled off to the left.
        var columnsLeft: Int
        var byteCount: Int
    }

    let purpose: Purpose
    /// The indices of the links, ordered by their numbers, which begin at 1.
    let links: [Int]
    /// The state of the screen that the numbers are for.
    let screenState: ScreenState
    var typed = ""

    /// The numbers that begin with what was typed.
    var matches: [Int] {
        (1...max(1, links.count)).filter { String($0).hasPrefix(typed) && $0 <= links.count }
    }

    /// The link that the typed digits identify unambiguously; nil if none or several match.
    var only: Int? {
        let matches = matches
        return !typed.isEmpty && matches.count == 1 ? links[matches[0] - 1] : nil
    }

    /// The link whose number was typed; nil if there is none.
    var typedLink: Int? { Int(typed).flatMap { links.indices.contains($0 - 1) ? links[$0 - 1] : nil } }
}
