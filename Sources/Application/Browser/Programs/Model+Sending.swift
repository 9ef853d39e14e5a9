import CellGrid
import Configuration
import PageLayout
import SonicProtocol

// Passing addresses and pages to other programs.
extension Model {
    /// Returns the address of the chosen link if it is visible, otherwise that of the page; nil for none.
    private mutating func addressAtHand() -> WebURL? {
        if screen.focus == .page, let index = chosenLinkShown,
            let href = document?.layout.target(ofLink: index)?.href
        {
            return validTarget(of: href)
        }
        guard let document, document.source != .own else { return nil }
        return document.url
    }

    /// Opens the chosen link or the page in the system's browser.
    mutating func browseOutside() -> [Effect] {
        guard let url = addressAtHand() else { return refuse(.noPage) }
        guard url.isHTTP else {
            return refuse("Only http and https addresses are opened in another browser, not \(url.scheme):.")
        }
        notice = .news("Opening \(url.withoutCredentials.href) in another browser…")
        return [.browse(url.withoutCredentials)]
    }

    /// Passes the chosen link or the page to a command.
    mutating func send(to line: String) throws(TypingMistake) -> [Effect] {
        guard !line.trimmed.isEmpty else {
            let names =
                settings.general[Settings.commands].isEmpty
                ? "" : " The configuration has \(commandNames.joined(separator: ", "))."
            throw TypingMistake(words: "send takes a command: send wget." + names)
        }
        guard let url = addressAtHand() else { throw TypingMistake(words: words(of: .noPage)) }
        return send(url, to: line.trimmed)
    }

    /// Passes an address to a command.
    private mutating func send(_ url: WebURL, to line: String) -> [Effect] {
        let page = document?.textSource
        notice = .news("Sending \(url.withoutCredentials.href) to \(line)…")
        return [.send(SendOrder(line: line, url: url.withoutCredentials, page: page))]
    }

    /// The names of the user-defined commands, in the order of the file.
    private var commandNames: [String] { settings.general[Settings.commands].map(\.name) }

    /// Returns whether an address is for another program: mail, or a scheme with a configured command.
    func isHandedOn(_ url: WebURL) -> Bool {
        !setup.opens(url) && (url.scheme == "mailto" || commandNames.contains(url.scheme))
    }

    /// Passes an address that is not a page to the command named after its scheme, such as `mailto`; if there is none,
    /// shows what is missing.
    mutating func handOn(_ url: WebURL) -> [Effect] {
        if commandNames.contains(url.scheme) { return send(url, to: url.scheme) }
        return refuse("Mail to \(VisibleText.line(url.path)): no command “mailto” is configured.")
    }

    /// Shows what another program wrote, if nothing else is in front.
    mutating func show(output text: String, of title: String) {
        guard overlay == nil, prompt == nil else { return notice = .news(title) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        overlay = TextDialog(
            title: title, lines.map { .init(text: VisibleText.line(String($0)), role: .text) })
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
