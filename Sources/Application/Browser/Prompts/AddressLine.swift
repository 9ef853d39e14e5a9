import BrowserValues
import SonicProtocol

/// The prompt for an address, with the matching pages from the history.
struct AddressLine: ListedLine {
    enum Origin: Equatable, Sendable {
        /// It was typed.
        case typed
        /// It was typed before; the number counts back from the latest.
        case earlier(Int)
        /// It is the page under the cursor of the list.
        case listed
    }

    /// The tab where the address is opened.
    let tab: TabChoice
    private var line = LineEditor()
    private(set) var origin = Origin.typed
    /// The typed text, which is restored when the cursor leaves the list.
    private(set) var draft = ""
    /// The pages that match the typed text, the best first.
    var list: Shortlist<KnownPage>

    /// Creates a prompt with the pages to complete from, the latest first.
    /// - Parameters:
    ///   - text: The initial text.
    ///   - isSelected: Whether what is typed replaces it; until then the list has all pages.
    init(_ pages: [KnownPage], in tab: TabChoice = .here, editing text: String = "", isSelected: Bool = false)
    {
        self.tab = tab
        line = isSelected ? LineEditor(selecting: text) : LineEditor(text)
        draft = text
        list = Self.list(pages)
        list.narrow(to: sought)
    }

    /// The text by which the list is narrowed.
    private var sought: String { line.isSelected ? "" : draft }

    var editor: LineEditor {
        get { line }
        set {
            let isEdited = newValue.text != line.text
            line = newValue
            guard isEdited else { return }
            (origin, draft) = (.typed, newValue.text)
            list.narrow(to: sought)
        }
    }

    var listTitle: String { "Pages" }

    var isListed: Bool { origin == .listed }

    /// Whether the list is shown: after something was typed, while anything matches.
    var showsList: Bool {
        switch origin {
        case .typed: !sought.isEmpty && !list.shown.isEmpty
        case .earlier: false
        case .listed: true
        }
    }

    /// Sets the pages that were found meanwhile; the typed text and the selection stay.
    mutating func setPages(_ pages: [KnownPage]) {
        guard origin != .listed else { return }
        list = Self.list(pages)
        list.narrow(to: sought)
    }

    /// Selects the next page. Returns false if there is none.
    mutating func goDown() -> Bool {
        switch origin {
        case .typed: list.cursor.move(to: 0)
        case .earlier: return false
        case .listed: list.cursor.move(by: 1)
        }
        return showChosen()
    }

    /// Selects the previous page, or restores the typed text above the first. Returns false if no page is selected.
    mutating func goUp() -> Bool {
        guard origin == .listed else { return false }
        guard list.cursor.index > 0 else {
            (origin, line) = (.typed, LineEditor(draft))
            return true
        }
        list.cursor.move(by: -1)
        return showChosen()
    }

    /// Replaces the text by an earlier line; 0 restores the typed text.
    mutating func recall(_ text: String, earlier: Int) {
        origin = earlier == 0 ? .typed : .earlier(earlier)
        line = LineEditor(text)
    }

    mutating func choose(_ entry: Int) {
        if origin != .listed { _ = goDown() }
        let distance = entry - list.cursor.index
        for _ in 0..<abs(distance) { _ = distance > 0 ? goDown() : goUp() }
    }

    private mutating func showChosen() -> Bool {
        guard let chosen = list.chosen else { return false }
        (origin, line) = (.listed, LineEditor(chosen.name))
        return true
    }

    private static func list(_ pages: [KnownPage]) -> Shortlist<KnownPage> {
        var seen: Set<String> = []
        let entries = pages.map { page in
            Shortlist.Entry(
                page, name: page.url.withoutCredentials.href, mark: page.bookmark == nil ? "" : "★",
                detail: page.title)
        }
        return Shortlist(entries.filter { seen.insert($0.name).inserted })
    }
}
