import CellGrid
import PageLayout

/// The options of a select element for the reader to choose from.
struct OptionList: ListOverlay {
    let place: FieldInPage
    /// The option under the cursor.
    var cursor: ListCursor
    /// The selected options.
    private(set) var chosen: Set<Int>

    /// Creates a list of the options of a field, with its value.
    init(_ place: FieldInPage, _ value: PageField.Value) {
        self.place = place
        if case .options(let options) = value { chosen = Set(options) } else { chosen = [] }
        cursor = ListCursor(count: place.field.options.count, at: chosen.min() ?? 0)
    }

    var field: PageField { place.field }

    /// Whether several options may be selected.
    var isMultiple: Bool { field.kind == .multipleSelect }

    /// The value of the field when the list is accepted.
    var value: PageField.Value { .options(chosen.sorted()) }

    /// Toggles the option under the cursor; if the field takes one value, selects it.
    mutating func toggle() {
        let index = cursor.index
        guard field.options.indices.contains(index), field.options[index].isEnabled else { return }
        guard isMultiple else { return chosen = [index] }
        if chosen.remove(index) == nil { chosen.insert(index) }
    }

    var title: String { field.name.isEmpty ? "Options" : VisibleText.line(field.name) }

    var hints: [Command] {
        let choosing: [Command] = isMultiple ? [.takeOptions, .toggleOption] : [.takeOptions]
        return choosing + [.optionDown, .optionUp, .findOption, .leaveOptions]
    }

    var ways: String { "{take-entry} chooses, {leave-list} leaves." }

    var entering: String { isMultiple ? "accept" : "choose" }

    var context: KeyTable.Context { .list }

    var taking: Command { isMultiple ? .toggleOption : .takeOptions }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        let isEnabled = field.options[cursor.index].isEnabled
        var list = self
        switch command {
        case .toggleOption:
            if !isEnabled { model.notice = .refusal("This option is disabled.") }
            list.toggle()
            model.overlay = list
            return .stays()
        case .takeOptions:
            guard isMultiple || isEnabled else { return .stays(model.refuse("This option is disabled.")) }
            if !isMultiple { list.toggle() }
            model.acceptOptions(list)
            return .closes()
        case .some, nil: return .passes(command)
        }
    }

    func labels(_ model: Model) -> [String]? { field.options.map(\.label) }

    /// Returns the options of a range as lines; the signs repeat what the colours express.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        range.map { index in
            let (option, isHere) = (field.options[index], index == cursor.index)
            let isOn = chosen.contains(index)
            let sign = isMultiple ? (isOn ? "[x] " : "[ ] ") : (isOn ? "(•) " : "( ) ")
            var line = StyledLine(isHere ? " ▸ " : "   ", .marker)
            line.append(
                sign + option.label + (option.isEnabled ? "" : " (disabled)"),
                isHere ? .chosenLink : option.isEnabled ? .text : .dimmed)
            return line
        }
    }
}
