import CellGrid
import PageLayout

// Texts that go to the reader's editor, and what comes back.
extension Model {
    /// Takes what the reader made of a text.
    mutating func apply(_ edit: Edit, for purpose: EditOrder.Purpose) -> [Effect] {
        switch edit {
        case .unchanged: notice = .refusal("Nothing was changed.")
        case .refused(let refusal): notice = .failure(VisibleText.line(refusal.words))
        case .changed(let text):
            switch purpose {
            case .field(let place):
                guard isThere(place) else { return [] }
                return apply(edited: text, in: place)
            case .request: apply(request: text)
            case .intercepted(let id): apply(edited: text, of: id)
            }
        }
        return []
    }

    /// Has the text of the field that is being typed edited; the line stays until that comes back.
    mutating func editLine() -> [Effect] {
        guard case .field(let line) = prompt else {
            notice = .refusal("Only the text of a field goes to an editor.")
            return []
        }
        let place = line.place
        guard place.field.kind != .password else {
            notice = .refusal("A password is not written into a file.")
            return []
        }
        let text = line.editor.text
        let order = EditOrder(
            purpose: .field(place), text: text.last == "\n" ? text : text + "\n",
            fileName: "field.txt")
        return [.programs(.edit(order))]
    }

    private mutating func apply(edited text: String, in place: FieldInPage) -> [Effect] {
        // Editors end a file with a line break.
        let line = FieldLine(text.last == "\n" ? String(text.dropLast()) : text, in: place)
        // A text that is too long for the field stays, to be shortened.
        prompt = .field(line)
        return accept(line.editor.text, in: place)
    }
}
