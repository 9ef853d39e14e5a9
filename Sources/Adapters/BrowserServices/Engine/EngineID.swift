import SessionReports
import SonicProtocol
import SonicSession

/// The id of a request: a whole number or a string, returned unchanged.
enum EngineID: Hashable, Sendable {
    case number(Int)
    case text(String)

    var json: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .string(text)
        }
    }

    /// Reads the member of this name.
    /// - Parameter words: What it must be, if it is neither a number nor a string.
    init(_ node: JSONNode, _ name: String, words: String) throws(EngineMistake) {
        if let text = node.string {
            self = .text(text)
            return
        }
        guard node.number != nil else { throw EngineMistake(message: "“\(name)” \(words)") }
        // From 2⁵³ on several numbers are parsed as the same one.
        guard let number = node.integer, number.magnitude < 1 << 53 else {
            throw EngineMistake(
                message: "“\(name)” is not a number that can be returned exactly: use a string")
        }
        self = .number(number)
    }

    /// Returns the line of an event; nil for events that are not reported.
    /// - Parameters:
    ///   - event: The event.
    ///   - screen: The screen before the event.
    func line(_ event: SessionEvent, on screen: SessionScreen) -> JSONValue? {
        switch event {
        case .cachedPageFound(let page), .cachedRedirectFollowed(_, let page):
            switch screen.page {
            // The target of a cached redirect is found there again once the redirect is confirmed: there is nothing
            // new.
            case .redirectTarget(let shown), .stored(let shown):
                let isSame = shown.version.url == page.version.url && shown.number == page.number
                return isSame ? nil : cached(page)
            case .none, .beginning, .current: return cached(page)
            }
        case .entered(let phase, let at):
            return [
                "id": json, "event": "phase", "phase": .string(phase.rawValue),
                "at": .number(at.millisecondsCutToMicrosecond),
            ]
        case .blocksUpdated(let page, let changes, _):
            return [
                "id": json, "event": "update", "kind": "blocks",
                "changes": .array(changes.map { change($0, in: page) }),
            ]
        case .pageReplaced(let page):
            return ["id": json, "event": "update", "kind": "page", "body": EngineAnswer.base64(page.html)]
        case .retrying(let retry):
            return [
                "id": json, "event": "retry", "number": .integer(retry.number),
                "of": .integer(retry.limit), "after": .number(retry.pause.millisecondsCutToMicrosecond),
                "reason": .string(retry.reason),
            ]
        case .newerCopyStored: return ["id": json, "event": "update", "kind": "stored"]
        default: return nil
        }
    }

    /// Returns the last line of a session that this request opened.
    func outcome(_ result: SessionResult) -> JSONValue {
        .object(
            [.init("id", json), .init("event", "outcome")] + EngineAnswer.outcome(result)
                + ReportJSON(result).members(.code, .by))
    }

    private func cached(_ page: StoredPage) -> JSONValue {
        [
            "id": json, "event": "cached", "url": .string(page.version.url.href),
            "version": .integer(page.number), "checked": .string(HTTPDate.text(page.checked)),
            "body": EngineAnswer.base64(page.version.html),
        ]
    }

    private func change(_ change: BlockChange, in page: ShownPage) -> JSONValue {
        ["name": .string(change.name), "body": EngineAnswer.base64(Array(page.html[change.new]))]
    }
}
