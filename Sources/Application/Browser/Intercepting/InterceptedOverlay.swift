import CellGrid
import Diagnostics
import SonicProtocol

/// The list of what is held, and the message under its cursor.
struct InterceptedOverlay: Sendable {
    /// The entry under the cursor.
    var cursor: ListCursor
    /// The message, as far as it was scrolled.
    private(set) var message = ScrolledText()
    /// What the message's lines were made for, so that they are not made again for each key.
    private var shown: Key?

    private struct Key: Equatable {
        let id: Int
        let isEdited: Bool
        let width: Column
    }

    /// The most bytes of a body that are shown here.
    private static let bodyShown = 64 << 10

    /// A list of so many with the cursor on one of them.
    init(count: Int, at index: Int) { cursor = ListCursor(count: count, at: index) }

    /// The rows of the list on a sheet of this height: at most a third of it.
    func listHeight(_ height: Int) -> Int { max(1, min(cursor.count, height / 3)) }

    /// Scrolls the message.
    mutating func scroll(by lines: Int, height: Int) {
        message.top += lines
        message.clamp(height: messageHeight(height))
    }

    /// The rows of the message.
    func messageHeight(_ height: Int) -> Int { max(1, height - listHeight(height) - 1) }

    /// Brings the list into line with what is held.
    mutating func settle(_ held: InterceptedExchanges, width: Column, height: Int) {
        if cursor.count != held.entries.count {
            cursor = ListCursor(count: held.entries.count, at: cursor.index)
        }
        cursor.settle(height: listHeight(height))
        guard held.entries.indices.contains(cursor.index) else { return }
        let entry = held.entries[cursor.index]
        let key = Key(id: entry.exchange.id, isEdited: entry.draft != nil, width: width)
        if key != shown {
            shown = key
            message = ScrolledText(lines: Self.lines(of: entry, width: width))
        }
        message.clamp(height: messageHeight(height))
    }

    /// Has the message's lines made anew, because the reader has changed it.
    mutating func forget() { shown = nil }

    /// The entries as lines.
    func lines(_ held: InterceptedExchanges, at now: Duration, width: Column) -> [StyledLine] {
        held.entries.enumerated().map { index, entry in
            let isChosen = index == cursor.index
            var line = StyledLine([
                StyledLine.Run(text: isChosen ? " ▸ " : "   ", role: .marker)
            ])
            let words = entry.listed(at: now)
            let room = max(0, width - 6 - TextWidth.columns(of: words))
            let address = VisibleText.line(entry.exchange.request.url.withoutCredentials.href)
            line.append(VisibleText.line(words) + "  ", isChosen ? .chosenLink : .text)
            line.append(TextWidth.shortened(address, to: room), .dimmed)
            return line
        }
    }

    private static func lines(of entry: InterceptedExchanges.Entry, width: Column) -> [StyledLine] {
        var start: String
        let headers: Headers
        let body: [UInt8]
        switch entry.draft {
        case .request(let request): (start, headers, body) = parts(request)
        case .answer(let answer):
            start = statusLine(answer.head)
            headers = answer.head.headers
            body = answer.body
        case nil:
            if let answer = entry.exchange.answer {
                start = statusLine(answer.head)
                headers = answer.head.headers
                body = answer.body
            } else {
                (start, headers, body) = parts(entry.exchange.request)
            }
        }
        if entry.draft != nil { start += "   (edited)" }
        var lines = StyledLine.wrapped(
            VisibleText.line(start), .name, to: width - 1, first: " ", indent: "   ")
        for field in headers.fields {
            let words = VisibleText.line("\(field.name): \(field.value)")
            lines += StyledLine.wrapped(words, .text, to: width - 1, first: " ", indent: "   ")
        }
        return lines + [StyledLine()] + Self.lines(ofBody: body, width: width)
    }

    private static func lines(ofBody body: [UInt8], width: Column) -> [StyledLine] {
        guard let text = String(validating: body, as: UTF8.self) else {
            return [StyledLine(" a body of \(body.count) bytes that is no text", .dimmed)]
        }
        let part = body.prefix(bodyShown)
        var lines = (part.count == body.count ? text : Bytes.text(part)).split(
            separator: "\n", omittingEmptySubsequences: false
        ).flatMap { line in
            StyledLine.wrapped(
                VisibleText.line(String(line)), .text, to: width - 1, first: " ", indent: "   ")
        }
        if part.count < body.count {
            lines.append(StyledLine(" the first \(part.count) of \(body.count) bytes", .dimmed))
        }
        return lines
    }

    private static func parts(_ request: Request) -> (String, Headers, [UInt8]) {
        ("\(request.method) \(request.url.withoutCredentials.href)", request.headers, request.body.outline)
    }

    private static func statusLine(_ head: ResponseHead) -> String {
        [head.version, "\(head.status)", head.reason].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Screen {
    /// Draws what is held: the list, a line, and the message under the cursor.
    mutating func draw(_ sheet: InterceptedOverlay, in area: Rect) {
        let height = area.rows.value
        var list = area
        list.rows = Row(sheet.listHeight(height))
        let lines = sheet.lines(model.intercepted, at: model.uptime, width: area.columns)
        draw(ScrolledText(lines: lines, top: sheet.cursor.top), in: list)
        var rule = area
        rule.row = list.endRow
        rule.rows = 1
        let dashes = String(repeating: "─", count: max(0, area.columns.value))
        draw(StyledLine(dashes, .border), at: rule.origin, in: rule)
        var message = area
        message.row = rule.endRow
        message.rows = max(0, area.rows - list.rows - 1)
        draw(sheet.message, in: message)
    }
}
