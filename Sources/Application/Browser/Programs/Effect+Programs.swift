import BrowserValues
import SonicProtocol

extension Effect {
    /// Effects on other programs.
    public enum Programs: Sendable, Equatable {
        /// Open a file with the program that the reader chose.
        case open(FileOpening)
        /// Open an address in the system's browser.
        case browse(WebURL)
        /// Pass an address to a command of the reader's.
        case send(SendOrder)
        /// Open a text in the reader's editor, which uses the terminal meanwhile: `Report.edited`.
        case edit(EditOrder)

        /// The reports of programs.
        public enum Report: Sendable {
            /// A program succeeded; the text describes what it did.
            case done(String)
            /// It succeeded with this output.
            case wrote(title: String, String)
            /// It could not be started, or failed, for this reason.
            case failed(String)
            /// The reader has left the editor, or it could not be started.
            case edited(Edit, for: EditOrder.Purpose)
        }
    }
}

extension Effect.Programs.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .done(let words): model.notice = .news(words)
        case .wrote(let title, let text): model.show(output: text, of: title)
        case .failed(let reason): model.notice = .failure(reason.sentence)
        case .edited(let edit, let purpose): return model.apply(edit, for: purpose)
        }
        return []
    }
}

/// An order to pass an address to a command, with the page in front for commands that use it.
public struct SendOrder: Sendable, Equatable {
    /// The name of a configured command, or a command line.
    public let line: String
    /// The address.
    public let url: WebURL
    /// The page in front; nil if there is none.
    public let page: ExportOrder.TextSource?

    /// Returns whether two orders are equal; the bytes of the page are not compared.
    public static func == (left: SendOrder, right: SendOrder) -> Bool {
        left.line == right.line && left.url == right.url && (left.page == nil) == (right.page == nil)
    }
}
