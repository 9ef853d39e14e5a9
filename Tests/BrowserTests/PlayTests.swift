import PageLayout
import SonicProtocol
import TestSupport
import Testing

@testable import Browser
@testable import BrowserValues

/// Plays of the browser: events as in `Script`, and questions with their answers (`PlayFile`).
struct PlayTests {
    private static let folder = "Tests/BrowserTests/Plays"

    /// All together take some seconds, mostly to draw the screens that they ask for; none takes a second.
    @Test(arguments: GoldenFile.names(in: folder, ending: ".play"))
    func `each case of a play has the answers of its file`(name: String) async throws {
        let difference = try await PlayFile.difference(at: "\(Self.folder)/\(name)", Script.self)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `there are plays, and each case asks something`() throws {
        let (count, silent) = try PlayFile.cases(in: Self.folder)
        #expect(count >= 850 && silent == [])
    }
}

extension Script: PlayScript {
    /// Answers a question: `screen`; `row N` or `rows A B` (from 1); `top` and `bottom` (the first row, and the message or the last row); `has TEXT`
    /// (the rows with it, without borders); `popup` (the rows of the overlay); `effects` or `effects NAME NAME` (those since
    /// the last such question, all or of these cases); `page`, `place`, `link`, `hit`, `fields`, `tabs`, `history`, `changes`
    /// and `state` (of the model).
    mutating func answer(_ question: String) throws -> [String] {
        let words = question.split(separator: " ").map(String.init)
        if let answer = answerAboutRequests(words) { return answer }
        let rest = question.drop { $0 != " " }.dropFirst()
        let document = stage.model.document
        switch words[0] {
        case "screen": return stage.screen
        case "row": return [stage.screen[(Int(words[1]) ?? 1) - 1]]
        case "rows": return Array(stage.screen[((Int(words[1]) ?? 1) - 1)..<(Int(words[2]) ?? 1)])
        case "top": return [stage.screen.first ?? ""]
        case "bottom": return [stage.screen[stage.bottomRow]]
        case "has":
            let found = stage.screen.filter { $0.contains(rest) }
            return found.isEmpty ? ["(none)"] : found.map { $0.trimmed { " │".contains($0) } }
        case "popup": return stage.popupRows.map { $0.trimmed { $0 == " " } }
        case "effects":
            defer { effectsShown = stage.effects.count }
            let new = stage.effects.dropFirst(effectsShown).map { Self.word($0) }
            let named = words.dropFirst()
            return new.filter { text in named.isEmpty || named.contains { text.hasPrefix($0) } }
        case "page":
            return [document.map { "\($0.url.href) \(Self.word($0.source)) “\($0.layout.title)”" } ?? "none"]
        case "place": return [document.map { "line \($0.reader.top), aim \($0.reader.aim)" } ?? "none"]
        case "link":
            let index = document?.reader.chosenLink
            return [index.map { "\($0): \(document?.layout.link($0)?.href ?? "a field")" } ?? "none"]
        case "hit":
            let line = document?.reader.search?.marks.first { $0.value.contains { $0.isHit } }?.key
            return [line.flatMap { document?.layout.line($0).text } ?? "none"]
        case "fields":
            return (document?.reader.filling.values ?? [:]).map {
                "\(Self.word($0.key)) = \(Self.word($0.value))"
            }
            .sorted()
        case "tabs":
            return stage.model.account.tabs.indices.map { index in
                let tab = stage.model.account.tabs[index]
                return (index == stage.model.account.tabs.frontIndex ? "▸ " : "  ")
                    + (tab.document?.layout.title ?? "") + " " + (tab.document?.url.href ?? "no page")
            }
        case "history":
            return stage.model.history.before.map { "before \($0.url.href)" }
                + stage.model.history.ahead.map { "ahead \($0.url.href)" }
        case "changes":
            return (document?.latest.changes ?? []).map { "\($0.name) \($0.kind)" }
        case "state":
            let overlay = stage.model.overlay.map { "\(type(of: $0))" } ?? "none"
            return [
                "\(stage.model.isBusy ? "busy" : "idle"), focus \(stage.model.screen.focus), overlay \(overlay), "
                    + "prompt \(stage.model.prompt.map { Self.word($0).prefix { $0 != "(" } } ?? "none")"
            ]
        case "prompt", "notice", "list", "titles", "running", "version", "shown", "exports", "theme", "text",
            "traffic", "held", "marks", "expiry", "work", "outcomes", "inspected",
            "posted", "tally",
            "resent":
            return answerAboutTab(words)
        case "news", "watch": return answer(ofWatch: words[0])
        case "where", "modes", "pixels", "mousemodes", "panes", "tops", "copied", "selected", "cursor",
            "role":
            return try answerAboutMouse(words)
        case "offscreen", "lines", "tabtitles", "area", "front", "inboxnews", "matches", "timer", "inspector",
            "what", "inspectormarks", "url", "focus", "entry", "width", "mode", "noted", "asked", "end",
            "marked":
            return answerAboutModel(words)
        default: throw Mistake(description: "no question: see \(question)")
        }
    }

    /// Returns a value as a case with its values; what is empty, nil, false or a function is left out.
    static func word(_ value: Any, depth: Int = 0) -> String {
        switch value {
        case let url as WebURL: return url.href
        case let text as String: return "“\(text.escaped)”"
        case let line as StyledLine: return "“\(line.text.escaped)”"
        case let bytes as [UInt8]: return "“\(String(decoding: bytes, as: UTF8.self).escaped)”"
        case let duration as Duration: return "\(duration)"
        case let number as any BinaryInteger: return "\(number)"
        case let flag as Bool: return "\(flag)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        if "\(mirror.subjectType)".hasPrefix("QueryReply") { return "" }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { word($0.value, depth: depth) } ?? ""
        case .enum:
            guard let child = mirror.children.first else { return "\(value)" }
            let inner = Mirror(reflecting: child.value)
            let values = inner.displayStyle == .tuple ? inner.children.map(\.value) : [child.value]
            let words = values.map { word($0, depth: depth + 1) }.filter { !$0.isEmpty }
            return (child.label ?? "") + (words.isEmpty ? "" : "(\(words.joined(separator: ", ")))")
        case .collection, .set:
            let words = mirror.children.map { word($0.value, depth: depth + 1) }
            return words.isEmpty ? "" : "[\(words.joined(separator: ", "))]"
        case .struct, .tuple:
            guard depth < 4 else { return "…" }
            let words = mirror.children.compactMap { child -> String? in
                let text = word(child.value, depth: depth + 1)
                let isPlain = text.isEmpty || text == "false" || text == "“”" || text.contains("(Function)")
                return isPlain ? nil : "\(child.label ?? "") \(text)"
            }
            return "{\(words.joined(separator: ", "))}"
        default: return "\(value)"
        }
    }
}

extension String {
    fileprivate func trimmed(_ isBlank: (Character) -> Bool) -> String {
        String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
