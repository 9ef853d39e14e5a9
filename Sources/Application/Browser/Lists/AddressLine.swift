import SonicProtocol

/// The line of an address being typed, with the pages seen before that it may mean.
struct AddressLine: ListedLine {
    /// Where the line's text comes from.
    enum Origin: Equatable, Sendable {
        /// It was typed.
        case typed
        /// It was typed before, so many lines back.
        case earlier(Int)
        /// It is the page under the cursor of the list.
        case listed
    }

    /// Where the address is opened.
    let tab: TabChoice
    private var line = LineEditor()
    /// Where the line's text comes from.
    private(set) var origin = Origin.typed
    /// What was typed; walking comes back to it.
    private(set) var draft = ""
    /// The pages that what was typed fits, the best first.
    var list: Shortlist<KnownPage>

    /// A line with the pages that it may mean, the latest first.
    /// - Parameter text: What stands in it at first.
    init(_ pages: [KnownPage], in tab: TabChoice = .here, editing text: String = "") {
        self.tab = tab
        line = LineEditor(text)
        draft = text
        list = Self.list(pages)
        list.narrow(to: text)
    }

    /// The line.
    var editor: LineEditor {
        get { line }
        set {
            let isEdited = newValue.text != line.text
            line = newValue
            guard isEdited else { return }
            (origin, draft) = (.typed, newValue.text)
            list.narrow(to: draft)
        }
    }

    var listTitle: String { "Pages" }

    var isListed: Bool { origin == .listed }

    /// Whether the list is shown: once there is something to fit, and as long as something does.
    var showsList: Bool {
        switch origin {
        case .typed: !draft.isEmpty && !list.shown.isEmpty
        case .earlier: false
        case .listed: true
        }
    }

    /// Takes the pages that were found meanwhile; what was typed and chosen stays.
    mutating func setPages(_ pages: [KnownPage]) {
        guard origin != .listed else { return }
        list = Self.list(pages)
        list.narrow(to: draft)
    }

    /// Puts the page below in the list into the line. False where there is none.
    mutating func goDown() -> Bool {
        switch origin {
        case .typed: list.cursor.move(to: 0)
        case .earlier: return false
        case .listed: list.cursor.move(by: 1)
        }
        return showChosen()
    }

    /// Puts the page above in the list into the line, and above the first what was typed. False where the list is
    /// not walked.
    mutating func goUp() -> Bool {
        guard origin == .listed else { return false }
        guard list.cursor.index > 0 else {
            (origin, line) = (.typed, LineEditor(draft))
            return true
        }
        list.cursor.move(by: -1)
        return showChosen()
    }

    /// Puts a line typed before in the place of this one; 0 lines back is what was typed.
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
                page, name: page.url.withoutCredentials.href, mark: page.bookmarked == nil ? "" : "★",
                detail: page.title)
        }
        return Shortlist(entries.filter { seen.insert($0.name).inserted })
    }
}
