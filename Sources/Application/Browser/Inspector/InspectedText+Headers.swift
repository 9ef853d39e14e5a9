import CellGrid
import Exchanges
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

// The headers of the request and its response, as raw bytes or in columns.
extension InspectedText {
    /// Whether request and response are side by side.
    private var isBeside: Bool { width >= Self.besideColumns }
    /// The minimum width for the side-by-side layout: that within the border of a screen of 120 columns.
    private static let besideColumns: Column = 118
    /// The columns of the request, and of the response.
    private var room: Column { isBeside ? StyledLine.roomBeside(in: width) : width }

    /// Lays out request and response with their headings, one above the other or side by side.
    private func laidOut(
        _ request: [StyledLine], posted: [StyledLine], _ response: [StyledLine],
        added: (HeaderField) -> [StyledLine]
    ) -> [StyledLine] {
        guard exchange.request != nil else { return [] }
        let sent = [StyledLine(" Request", .paneTitle)] + request + notes + posted
        var received = [StyledLine(" Response", .paneTitle)]
        received += exchange.head == nil ? words(session.unanswered) : response
        if exchange.head != nil, !exchange.added.isEmpty {
            received.append(StyledLine(" Added here, not the server's", .paneTitle))
            received += exchange.added.flatMap(added)
        }
        return isBeside ? StyledLine.beside(sent, received, room: room) : sent + [StyledLine()] + received
    }

    /// The summary of the view, with sizes.
    var headersSummary: String {
        guard exchange.request != nil else { return session.unasked }
        let sent = exchange.sentHead.isEmpty ? unsent : exchange.sentHead.count.bytes
        guard let head = exchange.head else { return "Request headers, \(sent). \(session.unanswered)" }
        let received = head.raw.isEmpty ? unrecorded : head.raw.count.bytes
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
        var posted: [StyledLine] = []
        if let body = exchange.request?.body, !body.isEmpty {
            posted = [StyledLine(), StyledLine(" Posted, \(body.count.bytes)", .paneTitle)]
            posted += secrets.handling == .masked ? words("masked") : rows(body.outline)
        }
        return laidOut(
            rows(of: ExchangeSide.request(of: exchange), "decided, \(unsent):"), posted: posted,
            rows(of: ExchangeSide.response(of: exchange), unrecorded + ":")
        ) { StyledLine.paragraph("\($0.name): \(secrets.value(of: $0))", .text, to: room, lead: "  ") }
    }

    /// Sonic's headers of the response, compared; then names and values in columns, those of the request with the
    /// reason for each, those of the response without those above.
    var headerTable: [StyledLine] {
        guard let request = exchange.request else { return [] }
        var lines = row(request.method, request.url.requestTarget)
        let sent = Headers(behindFirstLineOf: exchange.sentHead)
        var reasons = exchange.fields
        for field in sent.fields.isEmpty ? request.headers.fields : sent.fields {
            lines += row(field)
            if let place = reasons.firstIndex(where: { $0.field.isNamed(field.name) }) {
                lines += reason(reasons.remove(at: place).why)
            }
        }
        let compared = comparedHeaders
        let received = exchange.head.map { head in
            row(head.version, "\(head.status) \(head.reason)")
                + head.headers.fields.filter { compared.isEmpty || !Self.isCompared($0) }.flatMap(row)
        }
        return compared
            + laidOut(
                lines, posted: request.body.isEmpty ? [] : row("(posted)", request.body.count.bytes),
                received ?? [], added: row)
    }

    // MARK: Sonic's headers

    private static let comparedNames = [
        "ETag", "template-tag", "template-change", "cache-offline", "html-sha1", "sonic-html-sha1",
    ]

    private static func isCompared(_ field: HeaderField) -> Bool {
        comparedNames.contains(where: field.isNamed)
    }

    /// Sonic's headers of the response, each with what was sent and what the last load had, and what that means.
    private var comparedHeaders: [StyledLine] {
        guard let head = exchange.head else { return [] }
        let tags = ResponseTags(head.headers)
        let sent = exchange.request?.headers.first("if-none-match").map { ResponseTags.bare($0) }
        let last = exchange.stored.map { ResponseTags($0.version.headers) }
        guard tags.isSonic || sent != nil || last != nil else { return [] }
        let change = tags.templateChange.map {
            $0 == .changed ? "the body is a full page" : "the body is the data of an update"
        }
        let lines =
            compared(
                "ETag", tags.etag, sent, last?.etag, ("the page is unchanged", "the page changed"))
            + compared(
                "template-tag", tags.templateTag, exchange.request?.headers.first("template-tag"),
                last?.templateTag, ("the template is the same", "the template changed"))
            + comparedHashes(tags.htmlSHA1) + read("template-change", change ?? "")
            + read("cache-offline", tags.offline.words)
        return [StyledLine(" Sonic", .paneTitle)] + lines + [StyledLine()]
    }

    /// Returns a tag of the response with its comparison.
    /// - Parameter meaning: What it means if the tag equals the one sent, and if it differs.
    private func compared(
        _ name: String, _ received: String?, _ sent: String?, _ last: String?,
        _ meaning: (equal: String, differs: String)
    ) -> [StyledLine] {
        guard let other = sent ?? last else {
            return received.map {
                row(name, $0)
                    + reason(exchange.stored == nil ? "nothing was stored before" : "the last load had none")
            } ?? []
        }
        let whose =
            sent == nil
            ? "that of the last load" : last == sent ? "the one sent, of the last load" : "the one sent"
        var lines: [StyledLine]
        switch received {
        case other?: lines = row(name, other) + reason("equals \(whose): \(meaning.equal)")
        case let new?: lines = row(name, new) + reason("differs from \(whose), \(other): \(meaning.differs)")
        case nil where exchange.head?.status == 304:
            lines = row(name, other) + reason("\(whose); the 304 confirms it: \(meaning.equal)")
        case nil: lines = row(name, "(none)") + reason("the response lacks it; \(whose) was \(other)")
        }
        if let last, let sent, last != sent { lines += reason("the last load had \(last)") }
        return lines
    }

    /// Returns what `html-sha1` in the headers and in the update claims, compared with what was hashed; without a hash,
    /// as of a 304, with the stored page.
    private func comparedHashes(_ header: String?) -> [StyledLine] {
        let lines = exchange.checks.flatMap { check in
            check.claims.filter { [.update, .head, .proof].contains($0.source) }.flatMap { claim in
                var words = "\(claim.source.words) equals \(check.subject.rawValue)"
                if !check.holds(claim) {
                    words.replace("equals", with: "differs from", maxReplacements: 1)
                    words += ", \(check.computed)"
                    if let difference = SourceDifference(visit.trace, .dataUpdate) {
                        words += "; line \(difference.line) is the first that changed"
                    }
                }
                return row("html-sha1", claim.value) + reason(words)
            }
        }
        guard lines.isEmpty, let header else { return lines }
        let isStored = exchange.stored?.version.sha1 == header
        return row("html-sha1", header) + reason("\(isStored ? "equals" : "differs from") the stored page")
    }

    /// Returns a header of the response with its meaning, and its value on the last load if that differs.
    private func read(_ name: String, _ meaning: String) -> [StyledLine] {
        guard let value = exchange.head?.headers.first(name) else { return [] }
        let last = exchange.stored?.version.headers.first(name)
        let change = last.map { $0 == value ? "; as on the last load" : "; \($0) on the last load" }
        return row(name, value) + reason(meaning + (change ?? ""))
    }

    /// Why the tags are as they are.
    private var notes: [StyledLine] {
        exchange.notes.flatMap { StyledLine.paragraph($0.words, to: room, lead: " · ") }
    }

    private var nameColumns: Int { room >= 60 ? 24 : max(6, room.value / 3) }

    private func row(_ field: HeaderField) -> [StyledLine] { row(field.name, secrets.value(of: field)) }

    private func row(_ name: String, _ value: String) -> [StyledLine] {
        let label = TextWidth.shortened(" " + VisibleText.line(name).padded(to: nameColumns) + " ", to: room)
        return StyledLine.labelled(label, .name, VisibleText.line(value), indent: nameColumns + 2, to: room)
    }

    private func reason(_ text: String) -> [StyledLine] {
        StyledLine.paragraph(text, to: room, lead: String(repeating: " ", count: nameColumns + 2) + "· ")
    }

    private func words(_ text: String) -> [StyledLine] { StyledLine.paragraph(text, to: room) }

    private func rows(_ bytes: [UInt8]) -> [StyledLine] {
        var text = ByteText(bytes, .text, width: room)
        text.layOut(throughRow: .max)
        return text.lines(0..<text.rowCount)
    }

    /// Returns the rows of a header section; before a reconstructed one, which has no line endings, a note says so.
    private func rows(of head: Exchange.Content, _ note: String) -> [StyledLine] {
        switch head {
        case .bytes(let bytes): headRows(HeadMask.head(bytes, secrets))
        case .text(let text): words(note) + headRows(HeadMask.head(text.filter { $0 != 0x0D }, secrets))
        case .missing: []
        }
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
                line.runs[1].role = .text
                line.mark(String(text[...colon]), ofRun: 1, .name)
            }
            return line
        }
    }

    /// The reason why there are no bytes of the request.
    private var unsent: String {
        if exchange.failure?.isBeforeSending ?? false { return "not sent" }
        let isUnderWay = exchange.failure == nil && exchange.head == nil && session.visit.isBusy
        return isUnderWay ? "not sent yet" : unrecorded
    }

    /// What the headers are if their bytes are unknown.
    private var unrecorded: String { "headers as \(visit.logger ?? "the connection reports") them" }
}

extension ResponseTags.Offline {
    fileprivate var words: String {
        switch self {
        case .yes: "the page is stored and shown"
        case .store: "the page is stored, and shown at the next reload"
        case .no: "the page is shown, and the stored copy removed"
        case .http: "the stored copy is removed, and Sonic is off for six hours"
        }
    }
}
