import CellGrid
import PageLayout

// Texts that go to the reader's editor, and what comes back.
extension Model {
    /// Takes what the reader made of a text.
    mutating func take(_ edit: Edit, for purpose: EditOrder.Purpose) -> [Effect] {
        switch edit {
        case .unchanged: notice = .refusal("Nothing was changed.")
        case .refused(let refusal): notice = .failure(VisibleText.line(refusal.words))
        case .changed(let text):
            switch purpose {
            case .field(let field, let url):
                guard document?.url == url else {
                    notice = .failure("Nothing was taken over: the page is another one now.")
                    return []
                }
                take(edited: text, in: field)
            case .request: take(request: text)
            case .held(let id): take(edited: text, of: id)
            }
        }
        return []
    }

    /// Has the text of the field that is being typed edited; the line stays until that comes back.
    mutating func editLine() -> [Effect] {
        guard case .field(let line, let field) = prompt, let url = document?.url else {
            notice = .refusal("Only the text of a field goes to an editor.")
            return []
        }
        guard field.kind != .password else {
            notice = .refusal("A password is not written into a file.")
            return []
        }
        let text = line.text
        let order = EditOrder(
            purpose: .field(field, of: url), text: text.last == "\n" ? text : text + "\n",
            fileName: "field.txt")
        return [.edit(order)]
    }

    private mutating func take(edited text: String, in field: PageField) {
        // Editors end a file with a line break.
        let text = text.last == "\n" ? String(text.dropLast()) : text
        let line = LineEditor(field: text, breaks: field.kind == .textarea ? .kept : .blanks)
        // A text that is too long for the field stays, to be shortened.
        prompt = .field(line, field)
        accept(line.text, in: field)
    }
}
