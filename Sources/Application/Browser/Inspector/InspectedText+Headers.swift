import CellGrid
import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

// The headers of the request and its response, as raw bytes or in columns.
extension InspectedText {
    /// Whether request and response are side by side.
    private var isBeside: Bool { width >= Self.besideColumns }
    /// The minimum width for the side-by-side layout: that within the border of a screen of 120 columns.
    private static let besideColumns: Column = 118
    /// The columns of the request, and of the response.
    private var room: Column { isBeside ? StyledLine.roomBeside(in: width) : width }

    /// Lays out request and response, one above the other or side by side.
    private func laidOut(_ request: [StyledLine], _ response: [StyledLine]) -> [StyledLine] {
        isBeside
            ? StyledLine.beside(request, response, room: room) : request + [StyledLine()] + response
    }

    /// The summary of the view, with sizes.
    var headersSummary: String {
        guard exchange.request != nil else { return session.unasked }
        let sent = exchange.sentHead.isEmpty ? unsent : exchange.sentHead.count.bytes
        guard let head = exchange.head else { return "Request headers, \(sent). \(session.unanswered)" }
        let received = head.raw.isEmpty ? "raw bytes not captured" : head.raw.count.bytes
        return "Headers: request, \(sent); response, \(received)"
            + (hidesSecrets ? "; \(revealingKey) shows what is masked" : "")
    }

    /// Whether a part of the headers, or the posted body, is masked.
    private var hidesSecrets: Bool {
        guard secrets.handling == .masked else { return false }
        let heads = [exchange.sentHead, exchange.head?.raw ?? []]
        return !(exchange.request?.body.isEmpty ?? true)
            || heads.contains { HeadMask.head($0, secrets) != $0 }
    }

    /// The raw bytes, line by line.
    var rawHeaders: [StyledLine] {
        guard let request = exchange.request else { return [] }
        var sent = [StyledLine(" Request", .paneTitle)]
        sent +=
            exchange.sentHead.isEmpty
            ? decided(request) : headRows(HeadMask.head(exchange.sentHead, secrets))
        sent += notes
        if !request.body.isEmpty {
            sent += [StyledLine(), StyledLine(" Posted, \(request.body.count.bytes)", .paneTitle)]
            sent += secrets.handling == .masked ? words("masked") : rows(request.body.outline)
        }
        var received = [StyledLine(" Response", .paneTitle)]
        if let head = exchange.head {
            received += head.raw.isEmpty ? fields(of: head) : headRows(HeadMask.head(head.raw, secrets))
            if !exchange.added.isEmpty {
                received.append(StyledLine(" Added here, not the server's", .paneTitle))
                received += exchange.added.flatMap { line(" \($0.name): \(secrets.value(of: $0))") }
            }
        } else {
            received += words(session.unanswered)
        }
        return laidOut(sent, received)
    }

    /// Names and values in columns, those of the request with the reason for each.
    var headerTable: [StyledLine] {
        guard let request = exchange.request else { return [] }
        var lines = [StyledLine(" Request", .paneTitle)]
        lines += row(request.method, request.url.requestTarget)
        let sent = Headers(behindFirstLineOf: exchange.sentHead)
        var reasons = exchange.fields
        for field in sent.fields.isEmpty ? request.headers.fields : sent.fields {
            lines += row(field)
            if let place = reasons.firstIndex(where: { $0.field.isNamed(field.name) }) {
                lines += reason(reasons.remove(at: place).why)
            }
        }
        lines += notes
        if !request.body.isEmpty { lines += row("(posted)", request.body.count.bytes) }
        var received = [StyledLine(" Response", .paneTitle)]
        guard let head = exchange.head else { return laidOut(lines, received + words(session.unanswered)) }
        received += row(head.version, "\(head.status) \(head.reason)")
        for field in head.headers.fields { received += row(field) }
        guard !exchange.added.isEmpty else { return laidOut(lines, received) }
        received.append(StyledLine(" Added here", .paneTitle))
        return laidOut(lines, received + exchange.added.flatMap(row))
    }

    /// Why the tags are as they are.
    private var notes: [StyledLine] {
        exchange.notes.flatMap {
            StyledLine.wrapped($0.words, .dimmed, to: room, first: " · ", indent: "   ")
        }
    }

    private var nameColumns: Int { room >= 60 ? 24 : max(6, room.value / 3) }

    private func row(_ field: HeaderField) -> [StyledLine] { row(field.name, secrets.value(of: field)) }

    private func row(_ name: String, _ value: String) -> [StyledLine] {
        let name = " " + VisibleText.line(name).padded(to: nameColumns) + " "
        let indent = String(repeating: " ", count: nameColumns + 2)
        var lines = StyledLine.wrapped(
            VisibleText.line(value), .text, to: room, first: indent, indent: indent)
        let first = String((lines.first?.text ?? "").dropFirst(indent.count))
        guard TextWidth.columns(of: name) <= Column(indent.count) else {
            return [StyledLine(TextWidth.shortened(name, to: room), .name)] + lines
        }
        lines[0] = StyledLine([
            StyledLine.Run(text: name, role: .name), StyledLine.Run(text: first, role: .text),
        ])
        return lines
    }

    private func reason(_ text: String) -> [StyledLine] {
        let indent = String(repeating: " ", count: nameColumns + 2)
        return StyledLine.wrapped(text, .dimmed, to: room, first: indent + "· ", indent: indent + "  ")
    }

    private func words(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: room, first: " ", indent: " ")
    }

    private func rows(_ bytes: [UInt8]) -> [StyledLine] {
        var text = ByteText(bytes, .text, width: room)
        text.layOut(throughRow: .max)
        return text.lines(0..<text.rowCount)
    }

    /// Returns the rows of a header section, with names and values distinguished.
    private func headRows(_ bytes: [UInt8]) -> [StyledLine] {
        rows(bytes).enumerated().map { row, line in
            guard line.runs.count > 1, line.runs[0].text == " " else { return line }
            var line = line
            let text = line.runs[1].text
            if row == 0 {
                line.runs[1].role = .heading
            } else if let colon = text.firstIndex(of: ":"), !text[..<colon].contains(" ") {
                line.runs[1] = StyledLine.Run(text: String(text[...colon]), role: .name)
                line.runs.insert(
                    StyledLine.Run(text: String(text[text.index(after: colon)...]), role: .text), at: 2)
            }
            return line
        }
    }

    /// The reason why there are no bytes of the request.
    private var unsent: String {
        if exchange.failure?.isBeforeSending ?? false { return "not sent" }
        let isUnderWay = exchange.failure == nil && exchange.head == nil && session.visit.isBusy
        return isUnderWay ? "not sent yet" : "raw bytes not captured"
    }

    /// Returns the request as decided, if its bytes were not captured.
    private func decided(_ request: Request) -> [StyledLine] {
        words("decided, \(unsent):")
            + ["\(request.method) \(request.url.requestTarget)"].flatMap(line)
            + request.headers.fields.flatMap(line)
    }

    private func fields(of head: ResponseHead) -> [StyledLine] {
        words("raw bytes not captured:") + line("\(head.version) \(head.status) \(head.reason)")
            + head.headers.fields.flatMap(line)
    }

    private func line(_ field: HeaderField) -> [StyledLine] {
        line("\(field.name): \(secrets.value(of: field))")
    }

    private func line(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(VisibleText.line(text), .text, to: room, first: " ", indent: " ")
    }
}
