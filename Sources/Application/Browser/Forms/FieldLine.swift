import CellGrid
import PageLayout
import SonicProtocol

/// The prompt for a field of the page, with suggestions.
struct FieldLine: ListedLine {
    let place: FieldInPage
    private var line: LineEditor
    /// The typed text, which is restored when the cursor leaves the list.
    private var draft: String
    /// Whether the text is that of the entry under the cursor of the list.
    private(set) var isListed = false
    /// The suggestions, each as the whole text.
    var list: Shortlist<String>

    /// Creates a prompt with the value of the field.
    init(_ text: String, in place: FieldInPage) {
        self.place = place
        line = LineEditor(field: text, breaks: place.field.breaks)
        draft = line.text
        list = Shortlist([])
        suggest()
        list.narrow(to: "")
    }

    var editor: LineEditor {
        get { line }
        set {
            let isEdited = newValue.text != line.text
            line = newValue
            guard isEdited else { return }
            (isListed, draft) = (false, newValue.text)
            suggest()
        }
    }

    var listTitle: String { place.field.kind == .file ? "Files" : "Suggestions" }

    var showsList: Bool { !list.shown.isEmpty }

    /// Lists the page's suggestions for the typed text; if the field takes several addresses, for the last one. Files
    /// are searched for on request, as they may change meanwhile.
    private mutating func suggest() {
        let field = place.field
        guard !field.suggestions.isEmpty else {
            list = Shortlist([])
            return
        }
        let comma =
            field.inputType.kind == .email && field.inputType.takesMany ? draft.lastIndex(of: ",") : nil
        let start = comma.map { draft.index(after: $0) } ?? draft.startIndex
        list = Shortlist(
            field.suggestions.map {
                .init(
                    draft[..<start] + $0.value, name: VisibleText.line($0.value),
                    detail: VisibleText.line($0.label))
            }, order: .listed)
        list.narrow(to: String(draft[start...]))
    }

    /// Sets the suggestions.
    mutating func offer(_ entries: [Shortlist<String>.Entry]) { list = Shortlist(entries, order: .listed) }

    /// Replaces the text of the prompt.
    mutating func replace(by text: String) {
        line = LineEditor(field: text, breaks: line.breaks)
        (isListed, draft) = (false, text)
    }

    /// Replaces the text by a suggestion.
    mutating func choose(_ entry: Int) {
        list.cursor.move(to: entry)
        guard let chosen = list.chosen else { return }
        isListed = true
        line = LineEditor(field: chosen.item, breaks: line.breaks)
    }

    /// Selects the next suggestion. Returns false if there is none.
    mutating func goDown() -> Bool {
        guard !list.shown.isEmpty else { return false }
        choose(isListed ? list.cursor.index + 1 : 0)
        return true
    }

    /// Selects the previous suggestion, or restores the typed text above the first. Returns false if no suggestion is
    /// selected.
    mutating func goUp() -> Bool {
        guard isListed else { return false }
        if list.cursor.index > 0 {
            choose(list.cursor.index - 1)
        } else {
            (isListed, line) = (false, LineEditor(field: draft, breaks: line.breaks))
        }
        return true
    }
}

/// A field that is being filled in, with its page: another page may be loaded meanwhile.
public struct FieldInPage: Sendable, Equatable {
    /// The field as the page declares it.
    let field: PageField
    /// The page's address.
    let url: WebURL
    /// The method with which the page was requested.
    let method: RequestMethod

    /// What the page calls it, as the screen shows it.
    var title: String { field.title.isEmpty ? "Field" : VisibleText.line(field.title) }
}

extension PageField {
    /// The handling of line breaks typed into it.
    fileprivate var breaks: LineEditor.Breaks { kind == .textarea || takesMany ? .kept : .blanks }
}
