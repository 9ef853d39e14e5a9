import PageLayout
import SonicProtocol

@testable import Browser
@testable import BrowserValues

/// Questions about what was requested and is kept: `sent` (the requests for pages since the last question about effects, as
/// method, address, mode, initiator and body), `orders` (the downloads that were begun since then), `clipboard` (to the
/// clipboard since then), `saved` (the last file to be written), `origin` (of the page, and how much of it is there), `idle-work`, `controls` (the rows with control
/// characters), `percent` (of the page that is seen), `theme-name`, `account`,
/// `typed` (the lines that are recalled), `downloads`, `bookmarks`, `forgotten`, `closed` (tabs), `entries` (the rows of the
/// overlay with single blanks), `draft` (the request that is edited), `chosen` (the text of the link), `told` (the diff pane),
/// `weights` (their weights, and how many are off the screen), `addresses` (that can be completed),
/// `source` (of the page on the screen) `watching`, `kept-tabs` (those that are saved) and `requests` (for pages and files that run).
extension Script {
    mutating func answerAboutRequests(_ words: [String]) -> [String]? {
        let document = stage.model.document
        let account = stage.model.account
        switch words[0] {
        case "sent":
            return fresh().compactMap { if case .open(let opening) = $0 { Self.line(opening) } else { nil } }
        case "orders":
            return fresh().compactMap {
                guard case .download(let number, let order) = $0 else { return nil }
                let origin = order.handover == nil ? "requested" : "handed over"
                let cause =
                    order.cause.chain.isEmpty
                    ? "nobody" : order.cause.chain.map(\.href).joined(separator: " ")
                return "\(number) \(order.url.href) to \(Self.word(order.target)), \(origin), from \(cause)"
            }
        case "clipboard":
            return fresh().flatMap {
                if case .copy(let text) = $0 { Self.visible(text) } else { [String]() }
            }
        case "saved":
            guard let order = exports.last else { return ["nothing"] }
            let text = String(decoding: order.bytes(version: "1"), as: UTF8.self)
            return [order.path + (order.replacesFile ? " replaces" : "")]
                + (words.count > 1 ? Self.visible(text) : [])
        case "origin":
            let cache = stage.model.visit.map { Self.word($0.trace.screen.cache) } ?? "none"
            let checked = document?.origin.checked.map { "\($0.milliseconds)" } ?? "never"
            let bytes = document?.bytes.count ?? 0
            return [
                "checked \(checked), cache \(cache), \(bytes) bytes"
                    + (document?.isBegun == true ? ", begun" : "")
            ]
        case "idle-work": return [stage.model.hasIdleWork ? "some" : "none"]
        case "controls":
            let rows = stage.screen.filter {
                $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            }
            return rows.isEmpty ? ["(none)"] : rows.flatMap { Self.visible($0) }
        case "percent":
            let percent = document?.percentSeen(height: stage.model.pageHeight(stage.model.plan))
            return [percent.map { "\($0)" } ?? "none"]
        case "theme-name": return [stage.model.screen.theme.name]
        case "account": return [Self.word(account.name)]
        case "typed":
            return account.typed.addresses.map { "address \($0)" }
                + account.typed.commands.map { "command \($0)" }
                + account.typed.searches.map { "search \($0)" }
        case "downloads":
            return account.downloads.entries.map {
                "\($0.number) \($0.url.href) \(Self.word($0.state)), \($0.received) bytes"
            }
        case "bookmarks":
            return stage.bookmarks.map {
                "\($0.title) \($0.url.href)" + ($0.isKeptOffline ? ", kept offline" : "")
            }
        case "forgotten": return stage.forgotten.map { Self.word($0) }
        case "closed": return account.tabs.closed.map(\.tab.title)
        case "entries":
            return stage.popupRows.map {
                $0.replacing("▸", with: "▸ ").split(separator: " ").joined(separator: " ")
            }.filter { !$0.isEmpty }
        case "draft":
            guard let draft = (stage.model.overlay as? RequestEditor)?.overriddenDraft else {
                return ["none"]
            }
            return [draft.firstLine] + draft.headers.fields.map(\.name)
        case "chosen":
            return [document?.reader.chosenLink.flatMap { document?.layout.link($0)?.text } ?? "none"]
        case "told":
            return DiffText(changes: document?.latest.changes ?? [], visit: stage.model.visit, width: 300)
                .lines.map(\.text)
        case "weights":
            let off = stage.model.marksOffScreen
            let marks = (document?.latest.changes ?? []).flatMap(\.marks)
            return [
                "\(off.above) above, \(off.below) below", marks.map { "\($0.weight)" }.joined(separator: " "),
                "\(document?.countedMarks.count ?? 0) counted, \(document?.changedLines ?? 0) lines",
            ]
        case "addresses": return account.knownPages.map(\.url.href)
        case "source":
            let bytes = document?.bytes ?? []
            if let text = String(validating: bytes, as: UTF8.self) { return Self.visible(text) }
            return [
                bytes.map {
                    $0 < 0x80 ? String(Character(Unicode.Scalar($0))) : "\\x" + String($0, radix: 16)
                }.joined()
            ]
        case "watching": return [Self.word(stage.model.watching as Any)]
        case "kept-tabs": return (account.savedTabs?.entries ?? []).map(\.url.href)
        case "requests": return stage.outstanding.sorted().map { "visit \($0)" }
        default: return nil
        }
    }

    /// The effects since the last question about them.
    private mutating func fresh() -> [Effect] {
        defer { effectsShown = stage.effects.count }
        return Array(stage.effects.dropFirst(effectsShown))
    }

    private static func line(_ opening: Opening) -> String {
        var line = "GET \(opening.url.href) (\(word(opening.mode))"
        if case .post = opening.method { line = "POST" + line.dropFirst(3) }
        line += opening.from.map { ", from \($0.href))" } ?? ")"
        guard case .post(let body) = opening.method else { return line }
        let text = String(decoding: body.body.bytesInMemory, as: UTF8.self)
        return line + " \(body.contentType)"
            + (text.isEmpty ? ", no body" : " \(text.replacing("\r\n", with: "\\r\\n"))")
    }

    /// The lines of a text; what a play could not have is escaped.
    private static func visible(_ text: String) -> [String] {
        text.replacing("\r\n", with: "\\r\n").split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            String(line).replacing("\u{1B}", with: "\\e").replacing("\r", with: "\\r").replacing(
                "\t", with: "\\t")
        }
    }
}
