import CellGrid
import PageLayout

/// The line in which a field of the page is filled in, with what the line may become.
struct FieldLine: ListedLine {
    /// The field and its page.
    let place: FieldInPage
    private var line: LineEditor
    /// What was typed; walking comes back to it.
    private var draft: String
    /// Whether the text is that of the entry under the cursor of the list.
    private(set) var isListed = false
    /// What the line may become: of each entry the whole text.
    var list: Shortlist<String>

    /// A line with what the field holds.
    init(_ text: String, in place: FieldInPage) {
        self.place = place
        line = LineEditor(field: text, breaks: place.field.breaks)
        draft = line.text
        list = Shortlist([])
        suggest()
        list.narrow(to: "")
    }

    /// The line.
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

    /// Lists what the page suggests for what was typed: of several addresses for the last one. Files are found anew when
    /// they are wanted, as they may be others by then.
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

    /// Takes what the line may become.
    mutating func offer(_ entries: [Shortlist<String>.Entry]) { list = Shortlist(entries, order: .listed) }

    /// Puts another text into the line.
    mutating func replace(by text: String) {
        line = LineEditor(field: text, breaks: line.breaks)
        (isListed, draft) = (false, text)
    }

    /// Puts an entry of the list into the line.
    mutating func choose(_ entry: Int) {
        list.cursor.move(to: entry)
        guard let chosen = list.chosen else { return }
        isListed = true
        line = LineEditor(field: chosen.item, breaks: line.breaks)
    }

    /// Puts the entry below in the list into the line. False where there is none.
    mutating func goDown() -> Bool {
        guard !list.shown.isEmpty else { return false }
        choose(isListed ? list.cursor.index + 1 : 0)
        return true
    }

    /// Puts the entry above in the list into the line, and above the first what was typed. False where the list is
    /// not walked.
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
