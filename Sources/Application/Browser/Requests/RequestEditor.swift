import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

/// A request as an editable list of lines, with its overrides: the overlay opened by `e`.
struct RequestEditor: ListOverlay {
    enum State: Equatable, Sendable {
        /// It is being edited.
        case open
        /// It was resent under this number, and its response is pending.
        case sent(Int)
    }

    /// The page that it requests, as the screen shows it.
    let page: WebURL
    /// The request without the overrides.
    private(set) var draft: Request
    private(set) var overrides = RequestOverrides()
    /// The materials for editing; nil while they are being looked up.
    private(set) var materials: ResendMaterials?
    /// The line under the cursor: the request line, the headers, the body.
    var cursor: ListCursor
    var state = State.open
    /// Whether it shows an actual request; otherwise it is replaced by the ordinary one as soon as that is known.
    private var isAsSent: Bool

    /// Creates an editor of a request.
    /// - Parameters:
    ///   - draft: The request.
    ///   - page: The page that it requests; nil for that of its own address.
    ///   - isAsSent: Whether it stays as it is; otherwise it gets the ordinary headers once they are known.
    init(_ draft: Request, page: WebURL? = nil, isAsSent: Bool = true) {
        self.page = page ?? draft.url.withoutFragment
        self.draft = draft
        self.isAsSent = isAsSent
        cursor = ListCursor(count: 0, at: 0)
        count(at: 0)
    }

    /// The request as it is sent.
    var overriddenDraft: Request { overrides.applied(to: draft) }

    mutating func setMaterials(_ materials: ResendMaterials) {
        self.materials = materials
        guard !isAsSent, let request = materials.ordinary else { return }
        isAsSent = true
        let method = draft.method
        draft = request
        draft.method = method
        count(at: cursor.index)
    }

    // MARK: Changing

    enum Row: Equatable, Sendable {
        /// The method and the address.
        case first
        /// The header at this index.
        case header(Int)
        /// The body.
        case body
    }

    /// Returns the kind of a line.
    func row(_ index: Int) -> Row {
        switch index {
        case 0: .first
        case 1..<(overriddenDraft.headers.fields.count + 1): .header(index - 1)
        default: .body
        }
    }

    /// Returns the text of a line for editing, or nil for a body that is not a single line of text.
    func text(of row: Row) -> String? {
        switch row {
        case .first: overriddenDraft.firstLine
        case .header(let place):
            overriddenDraft.headers.fields.indices.contains(place)
                ? MessageLines.line(overriddenDraft.headers.fields[place]) : ""
        case .body: draft.textBody.flatMap { $0.utf8.contains(0x0A) ? nil : $0 }
        }
    }

    /// Replaces the text of a line; a header that does not exist yet is appended. The overrides become part of the
    /// request.
    mutating func change(
        _ row: Row, to text: String, _ domainToASCII: WebURL.DomainToASCII?
    ) throws(MessageMistake) {
        var changed = overriddenDraft
        switch row {
        case .first: try changed.setTarget(text, domainToASCII)
        case .header(let place):
            var fields = changed.headers.fields
            let known = fields.first { MessageLines.line($0) == text }
            let field = if let known { known } else { try MessageLines.field(text.utf8, nil) }
            fields.replaceSubrange(place..<min(place + 1, fields.count), with: [field])
            changed.headers = Headers(fields)
        case .body: changed.body = RequestBody(Array(text.utf8))
        }
        replace(by: changed)
    }

    /// Removes the header under the cursor. Returns false if there is none.
    mutating func removeRow() -> Bool {
        guard case .header(let place) = row(cursor.index) else { return false }
        var changed = overriddenDraft
        var fields = changed.headers.fields
        fields.remove(at: place)
        changed.headers = Headers(fields)
        replace(by: changed)
        return true
    }

    mutating func replace(by draft: Request) {
        self.draft = draft
        overrides = RequestOverrides()
        isAsSent = true
        count(at: cursor.index)
    }

    private mutating func count(at index: Int) {
        cursor = ListCursor(count: overriddenDraft.headers.fields.count + 2, at: index)
    }

    // MARK: Overrides

    /// Sets the override of a key, selects the next value of its row, or removes it.
    /// - Returns: The reason why it is not available; nil if it was set.
    mutating func toggleOverride(_ number: Int) -> String? {
        let (index, choice) = (cursor.index, choices[number - 1])
        guard let row = choice.row else { return "Looking up \(choice.values)…" }
        guard !row.isEmpty else { return "There is no other \(choice.values)." }
        overrides.turn(through: row)
        count(at: index)
        return nil
    }

    /// The overrides in the order of their keys: a name, the effect, and the values, nil while they are looked up.
    private var choices: [(name: String, effect: String, values: String, row: [RequestOverride]?)] {
        let older = materials?.versions.dropFirst().map { "\($0.number)" }.joined(separator: ", ")
        let others = materials?.accounts.map { $0.name.isEmpty ? "none" : VisibleText.line($0.name) }
            .joined(separator: ", ")
        let version = overrides.version.map(String.init) ?? older
        var account = others.map { $0.isEmpty ? "there is no other" : "cookies of " + $0 }
        if case .account(let name, let line) = overrides[.cookies] {
            account = "cookies of " + (name.isEmpty ? "nobody" : VisibleText.line(name))
            if line == nil { account? += ", which has none here" }
        }
        var coding = "identity, gzip, deflate, br, zstd alone"
        if case .encoding(let name) = overrides[.encoding] { coding = "Accept-Encoding: \(name)" }
        return [
            ("no tags", "as if nothing were stored", "", [.noTags]),
            (
                "old tags",
                version.map { $0.isEmpty ? "no older version is stored" : "those of version " + $0 }
                    ?? "looking them up…", "stored version", materials?.oldTags
            ),
            ("wrong tags", "forty zeros in both", "", [.wrongTags]),
            ("no accept-diff", "as a client without Sonic", "", [.noAcceptDiff]),
            ("another account", account ?? "looking them up…", "account", materials?.otherAccounts),
            ("no cookies", "as if none were stored", "", [.noCookies]),
            ("another encoding", coding, "", ResendMaterials.encodings),
        ]
    }

    // MARK: The overlay

    var title: String { state == .open ? "Edit and resend (not stored)" : "Sending…" }

    var hints: [Command] {
        [
            .sendRequest, .override, .editText, .changeRow, .addRow, .removeRow, .saveRequest, .leaveOptions,
        ]
    }

    var ways: String { "{send-request} sends the request, {leave-list} leaves." }

    var context: KeyTable.Context { .request }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    /// A second click changes the line, since Enter would send the request.
    var taking: Command { .changeRow }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        var request = self
        if case .sent(let number) = state {
            guard command == .leaveOptions else {
                return .stays(model.refuse("The request is being sent: Esc cancels it."))
            }
            request.state = .open
            model.overlay = request
            model.notice = .news("Cancelled.")
            return .stays([.stopResending(number)])
        }
        switch command {
        case .sendRequest: return .stays(model.send(request))
        case .editText:
            return .stays(
                model.edit(overriddenDraft.editableText, named: "request.http") { model, text in
                    model.apply(request: text)
                    return []
                })
        case .changeRow: model.change(row(cursor.index), of: self)
        case .addRow: model.change(.header(overriddenDraft.headers.fields.count), of: self)
        case .removeRow:
            if !request.removeRow() { model.notice = .refusal("Only headers can be removed.") }
            model.overlay = request
        case .saveRequest:
            guard overriddenDraft.textBody != nil else {
                return .stays(
                    model.refuse("The body is not text, so an .http file cannot contain it."))
            }
            model.export(overriddenDraft)
        case .override:
            if let why = request.toggleOverride(key.number ?? 1) { model.notice = .refusal(why) }
            model.overlay = request
        case .some, nil: return .passes(command)
        }
        return .stays()
    }

    /// Returns the lines from one on, followed by the overrides.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let overridden = overriddenDraft
        let room = max(0, width - 4)
        var lines: [StyledLine] = []
        func add(_ text: String, changed: Bool) {
            let isHere = lines.count == cursor.index
            let shown = TextWidth.shortened(VisibleText.line(text), to: room)
            var line = StyledLine(isHere ? " ▸" : "  ", .marker)
            line.append(changed ? "~ " : "  ", .marker)
            line.append(shown, isHere ? .chosenLink : .text)
            lines.append(line)
        }
        add(overridden.firstLine, changed: false)
        for field in overridden.headers.fields {
            add(MessageLines.line(field), changed: !draft.headers.fields.contains(field))
        }
        add(overridden.body.isEmpty ? "(no body)" : body(overridden.body), changed: false)
        lines += [StyledLine(), StyledLine("  Overrides:", .heading)]
        for (index, choice) in choices.enumerated() {
            let isSet = choice.row?.contains(where: overrides.all.contains) ?? false
            var line = StyledLine("  ")
            line.append("\(index + 1)", .key)
            line.append(isSet ? " [x] " : " [ ] ", isSet ? .marker : .text)
            line.append(choice.name.padded(to: 17), isSet ? .changeMark : .text)
            line.append(TextWidth.shortened(choice.effect, to: max(0, width - line.width)), .dimmed)
            lines.append(line)
        }
        return Array(lines.dropFirst(range.lowerBound))
    }

    private func body(_ body: RequestBody) -> String {
        let size = String.counted(body.count, "byte")
        guard body.files.isEmpty else { return "\(size): " + Bytes.text(body.outline.prefix(500)) }
        return draft.textBody.map { "\(size): " + $0.prefix(500) } ?? "\(size), not text"
    }
}

/// An order to resend requests, one after the other.
public struct ResendOrder: Sendable, Equatable {
    /// One of the requests.
    public struct Letter: Sendable, Equatable {
        /// The address.
        public let url: WebURL
        /// The request as edited; nil for the ordinary one without stored data.
        public let draft: Request?
        /// The overrides.
        public let overrides: RequestOverrides
    }

    /// The number of the order, counted from 1.
    public let number: Int
    /// The requests.
    public let letters: [Letter]
}

/// The outcome of storing the response to a resent request.
public enum ResendStorage: Sendable, Equatable {
    /// A new version of this number was stored.
    case stored(version: Int)
    /// The stored page was confirmed, removed or marked; there is no new version.
    case changed
    /// There was nothing to store.
    case nothing
    /// It could not be written, for this reason.
    case failed(String)
}

/// The response to a resent request.
struct ResendAnswer: Sendable {
    /// The number of its order.
    let number: Int
    /// The request as sent.
    let request: Request
    let overrides: RequestOverrides
    let result: SessionResult
    /// The version number of the stored page that it was compared with; nil for none.
    let version: Int?
    /// The response; nil if none was received.
    let answer: ExchangeSide?

    /// Creates the response from a session's trace, or nil if the session did not end.
    init?(_ trace: SessionTrace, _ number: Int, _ request: Request, _ overrides: RequestOverrides) {
        guard let result = trace.result else { return nil }
        self.number = number
        self.request = request
        self.overrides = overrides
        self.result = result
        version = trace.turns.last?.stored?.number
        answer = ExchangeSide(answered: trace, title: Self.name(number, overrides))
    }

    /// Returns the name that distinguishes it from others: `resent request 2 (no tags)`.
    private static func name(_ number: Int, _ overrides: RequestOverrides) -> String {
        let words = overrides.all.map(\.words).joined(separator: ", ")
        return "resent request \(number)" + (words.isEmpty ? "" : " (\(words))")
    }
}
