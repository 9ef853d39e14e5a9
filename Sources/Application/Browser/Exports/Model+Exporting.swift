import CellGrid
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

// Saving to files.
extension Model {
    /// Opens a file name prompt for the session in front, or for the exchange under the cursor of the traffic.
    mutating func exportSession() {
        guard let subject else { return }
        if subject.opening.visit < 0, account.traffic?.source != .own,
            let exchange = account.traffic?.log[-subject.opening.visit]?.exchange
        {
            return name(.exchanges([exchange], secrets), after: exchange.url)
        }
        name(.sessions([subject.trace], secrets), after: subject.result?.url)
    }

    /// Opens a file name prompt for all sessions of this run, or for all exchanges that the traffic shows.
    mutating func exportLog() {
        guard isAboutTraffic, let traffic = account.traffic else {
            return name(.sessions(account.journal.sessions, secrets), after: nil)
        }
        name(.exchanges(traffic.shownExchanges, secrets), after: nil)
    }

    /// Opens a file name prompt for the page as sent.
    mutating func exportPage() {
        guard let document = sentPage else { return }
        name(.page(document.bytes), after: document.url)
    }

    /// Opens a file name prompt for the page as text.
    mutating func exportText() {
        guard let document = sentPage else { return }
        name(.text(document.textSource), after: document.url)
    }

    /// Opens a file name prompt for a request.
    mutating func export(_ request: Request) { name(.request(request.fileText), after: request.url) }

    /// Opens a file name prompt for the differences of two exchanges.
    mutating func save(_ sides: SideBySide) {
        guard case .success(let compared) = sides.comparison.bytes(of: sides.part, shownSecrets) else {
            notice = .refusal("There is nothing to save: one side does not have this part.")
            return
        }
        name(
            .comparison(old: compared.old, new: compared.new, names: sides.names),
            after: sides.comparison.new.url)
    }

    /// The page as sent by a server, or the server's response if a page of this program is shown instead.
    var sentPage: Document? { document?.source == .own ? answer : document }

    private mutating func name(_ content: ExportOrder.Content, after url: WebURL?) {
        let stem = url.map(Self.stem) ?? "sonic-sessions"
        prompt = .file(LineEditor("\(stem).\(content.suffix)"), content)
    }

    /// Returns a file name made of an address: host and path, without characters that are special to a shell or file
    /// system.
    private static func stem(_ url: WebURL) -> String {
        let path = url.path.split(separator: "/").joined(separator: "-")
        let words = url.hostAndPort + (path.isEmpty ? "" : "-" + path)
        let plain = words.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
        }
        let stem = String(plain.prefix(longestStem))
        // A leading period would hide the file, and a leading hyphen would make it an option.
        let name = String(stem.drop { $0 == "." || $0 == "-" })
        for ending in [".html", ".htm"] where name.hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name.isEmpty ? "page" : name
    }

    private static let longestStem = 80

    mutating func acceptFile(_ text: String, _ content: ExportOrder.Content) -> [Effect] {
        let path = text.trimmed
        guard !path.isEmpty else {
            prompt = nil
            return refuse("No name was typed: nothing is saved.")
        }
        guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            // The prompt stays open, so that the name can be fixed.
            return notify(.failure("A file name cannot have control characters."))
        }
        prompt = nil
        notice = .news("Saving \(path)…")
        return export(ExportOrder(content: content, path: path))
    }

    /// Saves to a file.
    func export(_ order: ExportOrder) -> [Effect] { [.ask(.export(order, QueryReply { $0.handle($1) }))] }

    private mutating func handle(_ report: ExportReport) {
        switch report {
        case .written(let order, let bytes):
            notice = .news("Saved \(order.path): \(bytes.byteText), \(order.content.words).")
        case .exists(let order, let bytes):
            guard prompt == nil, inputMode == nil else {
                notice = .failure("Nothing was saved: the file \(order.path) exists.")
                return
            }
            inputMode = .question(.replaceFile(order, bytes: bytes))
        case .failed(let why): notice = .failure(why.sentence)
        }
    }
}

/// A session as text for a bug report: how it ended, the findings, each step with its reasons, and the bodies.
struct ExchangeText {
    let visit: Visit
    let program: String
    let secrets: Secrets

    /// The maximum number of bytes of a body in a report.
    private static let longestBody = 8_000

    /// All lines, without control characters. Linear in their content.
    var lines: [String] {
        let steps = SessionReport.text(visit.sessionReport.steps, secrets)
        let found = FindingText.section(visit.report?.findings ?? [])
        return (ending + found + [""] + steps + [""] + bodies).map { VisibleText.line(secrets.text($0)) }
    }

    private var ending: [String] {
        guard let result = visit.result else {
            return ["\(visit.opening.url.href), under way", "with \(program)"]
        }
        let verdict = SessionVerdict(result)
        return ["\(result.url.href): \(verdict.nameAndCode)", result.reason.words, "with \(program)"]
    }

    private var bodies: [String] {
        visit.trace.turns.enumerated().flatMap { index, turn -> [String] in
            guard let body = turn.body, !body.isEmpty else { return [] }
            let type = turn.head?.headers.first("content-type") ?? "no Content-Type"
            let which = visit.trace.turns.count > 1 ? " of request \(index + 1)" : ""
            let title = "Body\(which), \(body.count) bytes, \(type)"
            guard String(validating: body, as: UTF8.self) != nil else {
                return [title, "  not UTF-8, so not shown here", ""]
            }
            let lines = body.prefix(Self.longestBody).split(separator: 0x0A)
                .map { "  " + String(decoding: $0, as: UTF8.self) }
            let rest =
                body.count > Self.longestBody ? ["  … \(body.count - Self.longestBody) more bytes"] : []
            return [title] + lines + rest + [""]
        }
    }
}
