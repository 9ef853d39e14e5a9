import CellGrid
import Diagnostics
import SessionWords
import SonicProtocol
import SonicSession

/// The heads of a request and its answer, as the bytes that went over the wire or in columns.
struct HeadsText {
    let session: InspectedSession
    /// What becomes of secrets.
    let secrets: Secrets
    let width: Column
    /// The key that shows what is masked.
    let revealingKey: String

    private var exchange: SessionTrace.Turn { session.exchange }

    /// What is shown, with its size.
    var what: String {
        guard exchange.request != nil else { return session.unasked }
        let sent = exchange.sentHead.isEmpty ? unsent : exchange.sentHead.count.bytes
        guard let head = exchange.head else { return "Request headers, \(sent). \(session.unanswered)" }
        let received = head.raw.isEmpty ? "not seen on the wire" : head.raw.count.bytes
        return "Headers: request, \(sent); response, \(received)"
            + (hidesSecrets ? "; \(revealingKey) shows what is masked" : "")
    }

    /// Whether something of the heads, or what was posted, is masked.
    private var hidesSecrets: Bool {
        guard secrets.handling == .masked else { return false }
        let heads = [exchange.sentHead, exchange.head?.raw ?? []]
        return !(exchange.request?.body.isEmpty ?? true)
            || heads.contains { HeadMask.head($0, secrets) != $0 }
    }

    /// The bytes, line by line.
    var raw: [StyledLine] {
        guard let request = exchange.request else { return [] }
        var lines = [StyledLine(" Request", .paneTitle)]
        lines +=
            exchange.sentHead.isEmpty ? decided(request) : rows(HeadMask.head(exchange.sentHead, secrets))
        if !request.body.isEmpty {
            lines += [StyledLine(), StyledLine(" Posted, \(request.body.count.bytes)", .paneTitle)]
            lines += secrets.handling == .masked ? words("masked") : rows(request.body.outline)
        }
        lines += [StyledLine(), StyledLine(" Answer", .paneTitle)]
        guard let head = exchange.head else { return lines + words(session.unanswered) }
        lines += head.raw.isEmpty ? fields(of: head) : rows(HeadMask.head(head.raw, secrets))
        return lines + added { " \($0.name): \(secrets.value(of: $0))" }
    }

    /// Names and values in columns, those of the request with the reason for each.
    var table: [StyledLine] {
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
        for note in exchange.notes.map(\.words) {
            lines += StyledLine.wrapped(note, .dimmed, to: width, first: " · ", indent: "   ")
        }
        if !request.body.isEmpty { lines += row("(posted)", request.body.count.bytes) }
        lines += [StyledLine(), StyledLine(" Answer", .paneTitle)]
        guard let head = exchange.head else { return lines + words(session.unanswered) }
        lines += row(head.version, "\(head.status) \(head.reason)")
        for field in head.headers.fields { lines += row(field) }
        guard !exchange.added.isEmpty else { return lines }
        lines.append(StyledLine(" Added here", .paneTitle))
        return lines + exchange.added.flatMap(row)
    }

    private var nameColumns: Int { width >= 60 ? 24 : max(6, width.value / 3) }

    private func row(_ field: HeaderField) -> [StyledLine] { row(field.name, secrets.value(of: field)) }

    private func row(_ name: String, _ value: String) -> [StyledLine] {
        let name = " " + VisibleText.line(name).padded(to: nameColumns) + " "
        let indent = String(repeating: " ", count: nameColumns + 2)
        var lines = StyledLine.wrapped(
            VisibleText.line(value), .text, to: width, first: indent, indent: indent)
        let first = String((lines.first?.text ?? "").dropFirst(indent.count))
        guard TextWidth.columns(of: name) <= Column(indent.count) else {
            return [StyledLine(TextWidth.shortened(name, to: width), .name)] + lines
        }
        lines[0] = StyledLine([
            StyledLine.Run(text: name, role: .name), StyledLine.Run(text: first, role: .text),
        ])
        return lines
    }

    private func reason(_ text: String) -> [StyledLine] {
        let indent = String(repeating: " ", count: nameColumns + 2)
        return StyledLine.wrapped(text, .dimmed, to: width, first: indent + "· ", indent: indent + "  ")
    }

    private func words(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: width, first: " ", indent: " ")
    }

    private func rows(_ bytes: [UInt8]) -> [StyledLine] {
        var text = ByteText(bytes, .text, width: width)
        text.layOut(throughRow: .max)
        return text.lines(0..<text.rowCount)
    }

    /// Why no bytes of the request are there.
    private var unsent: String {
        if exchange.failure?.isBeforeSending ?? false { return "not sent" }
        let isUnderWay = exchange.failure == nil && exchange.head == nil && session.visit.isBusy
        return isUnderWay ? "not sent yet" : "not seen on the wire"
    }

    /// The request as it was decided, where there are no bytes of it.
    private func decided(_ request: Request) -> [StyledLine] {
        words("decided, \(unsent):")
            + ["\(request.method) \(request.url.requestTarget)"].flatMap(line)
            + request.headers.fields.flatMap(line)
    }

    private func fields(of head: ResponseHead) -> [StyledLine] {
        words("its bytes were not seen:") + line("\(head.version) \(head.status) \(head.reason)")
            + head.headers.fields.flatMap(line)
    }

    private func line(_ field: HeaderField) -> [StyledLine] {
        line("\(field.name): \(secrets.value(of: field))")
    }

    private func line(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(VisibleText.line(text), .text, to: width, first: " ", indent: " ")
    }

    private func added(_ words: (HeaderField) -> String) -> [StyledLine] {
        guard !exchange.added.isEmpty else { return [] }
        return [StyledLine(" Added here, not the server's", .paneTitle)]
            + exchange.added.flatMap { line(words($0)) }
    }
}
