import CellGrid
import Exchanges
import SonicProtocol
import Workbench

/// The list of intercepted exchanges, and the message under its cursor.
struct InterceptedOverlay: ListOverlay {
    /// The entry under the cursor.
    var cursor: ListCursor
    /// The lines of the message and the scroll position.
    private(set) var message = ScrolledText()
    /// The inputs of the message's lines, which avoid making them again for each key.
    private var shown: (id: Int, stage: InterceptedExchange.Stage, isEdited: Bool, width: Column)?

    /// The maximum number of bytes of a body shown here.
    private static let bodyShown = 64 << 10

    /// Creates a list of `count` entries with the cursor on one of them.
    init(count: Int, at index: Int) { cursor = ListCursor(count: count, at: index) }

    var title: String { "Intercepted" }

    var hints: [Command] {
        let isEditedAnswer = shown.map { $0.isEdited && $0.stage == .response } ?? false
        return [.forwardIntercepted, .editIntercepted] + (isEditedAnswer ? [.forwardRecomputed] : [])
            + [.dropIntercepted, .optionDown, .optionUp, .leaveOptions]
    }

    var ways: String {
        "{forward-intercepted} forwards it, {edit-intercepted} edits it, {drop-intercepted} drops it."
    }

    var context: KeyTable.Context { .list }
    var contexts: [KeyTable.Context] { [.list, .panes] }

    var taking: Command { .editIntercepted }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    /// Returns the rows of the list: at most a third.
    func listHeight(in area: Rect) -> Int { max(1, min(cursor.count, area.rows.value / 3)) }

    /// Returns the rows of the message.
    private func messageHeight(in area: Rect) -> Int { max(1, area.rows.value - listHeight(in: area) - 1) }

    private mutating func scrollMessage(by lines: Int, in area: Rect) {
        message.top += lines
        message.clamp(height: messageHeight(in: area))
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        let (entries, width) = (model.account.intercepted.entries, area.columns)
        if cursor.count != entries.count { cursor = ListCursor(count: entries.count, at: cursor.index) }
        cursor.settle(height: listHeight(in: area))
        guard entries.indices.contains(cursor.index) else { return true }
        let entry = entries[cursor.index]
        let next = (
            id: entry.exchange.id, stage: entry.exchange.stage, isEdited: entry.isEdited, width: width
        )
        if shown.map({ $0 != next }) ?? true {
            shown = next
            message = ScrolledText(lines: Self.lines(of: entry, width: width))
        }
        message.clamp(height: messageHeight(in: area))
        return true
    }

    /// Discards the message's lines after an edit.
    mutating func forget() { shown = nil }

    mutating func move(by command: Command, in area: Rect) -> Bool {
        switch command {
        case .optionPageDown, .toggleOption: scrollMessage(by: messageHeight(in: area) - 1, in: area)
        case .optionPageUp: scrollMessage(by: 1 - messageHeight(in: area), in: area)
        case let command: return cursor.perform(command, height: area.rows.value)
        }
        return true
    }

    mutating func roll(by lines: Int, atRow row: Int, in area: Rect) {
        guard row < listHeight(in: area) else { return scrollMessage(by: lines, in: area) }
        cursor.roll(by: lines, height: area.rows.value)
    }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .listIntercepted: return .closes()
        case .forwardIntercepted, .forwardRecomputed, .acceptUnstored, .dropIntercepted, .editIntercepted,
            .typeFilter:
            return .stays(command.map { $0.action(&model) } ?? [])
        case .some, nil: return .passes(command)
        }
    }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        range.map { index in
            let (entry, isChosen) = (model.account.intercepted.entries[index], index == cursor.index)
            var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
            let until = entry.serverMessage?.until.map { ", until \(model.clock($0))" } ?? ""
            let words = entry.listed(at: model.uptime) + until
            let room = max(0, width - 6 - TextWidth.columns(of: words))
            let address = VisibleText.line(entry.exchange.request.url.withoutCredentials.href)
            line.append(VisibleText.line(words) + "  ", isChosen ? .chosenLink : .text)
            line.append(TextWidth.shortened(address, to: room), .dimmed)
            return line
        }
    }

    /// Draws the list, a rule, and the message under the cursor.
    func draw(in area: Rect, on screen: inout Screen) {
        var list = area
        list.rows = Row(listHeight(in: area))
        drawEntries(in: list, on: &screen)
        var rule = area
        rule.row = list.endRow
        rule.rows = 1
        let dashes = String(repeating: "─", count: max(0, area.columns.value))
        screen.draw(StyledLine(dashes, .border), at: rule.origin, in: rule)
        var message = area
        message.row = rule.endRow
        message.rows = max(0, area.rows - list.rows - 1)
        screen.draw(self.message, in: message)
    }

    private static func lines(of entry: InterceptedExchanges.Entry, width: Column) -> [StyledLine] {
        let request = entry.request
        var (start, headers, body) =
            if let answer = entry.answer {
                (InterceptedMessage.statusLine(answer.head), answer.head.headers, answer.body)
            } else {
                (
                    "\(request.method) \(request.url.withoutCredentials.href)", request.headers,
                    request.form.map(Self.fields) ?? request.body.outline
                )
            }
        if entry.isEdited { start += "   (edited)" }
        var lines = StyledLine.paragraph(start, .name, to: width - 1, hanging: 2)
        for field in headers.fields {
            lines += StyledLine.paragraph(
                "\(field.name): \(field.value)", .text, to: width - 1, hanging: 2)
        }
        lines.append(StyledLine())
        return lines + Self.lines(ofBody: body, width: width)
    }

    private static func lines(ofBody body: [UInt8], width: Column) -> [StyledLine] {
        guard let text = String(validating: body, as: UTF8.self) else {
            return [StyledLine(" a body of \(body.count) bytes, not text", .dimmed)]
        }
        let part = body.prefix(bodyShown)
        var lines = (part.count == body.count ? text : Bytes.text(part)).split(
            separator: "\n", omittingEmptySubsequences: false
        ).flatMap { StyledLine.paragraph(String($0), .text, to: width - 1, hanging: 2) }
        if part.count < body.count {
            lines.append(StyledLine(" the first \(part.count) of \(body.count) bytes", .dimmed))
        }
        return lines
    }

    private static func fields(_ form: PostedForm) -> [UInt8] {
        Array(form.fields.map { "\($0.name) = \($0.value)" }.joined(separator: "\n").utf8)
    }
}
