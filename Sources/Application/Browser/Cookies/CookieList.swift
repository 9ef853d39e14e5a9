import CellGrid
import SonicProtocol

/// The cookies of the account, narrowed by the text typed after `/`. Values are secrets: only their sizes are shown.
struct CookieList: NarrowedList {
    /// The cookies that match the typed text.
    var list: Shortlist<Cookie>
    /// The typed text.
    var sought = ""

    /// Creates a list with the cursor on the first cookie.
    init(_ cookies: [Cookie]) {
        list = Shortlist(cookies.map { .init($0, name: "\($0.name.text) \($0.domain)\($0.path)") })
    }

    var title: String { "Cookies" }

    var hints: [Command] { [.deleteCookie, .findOption, .optionDown, .optionUp, .leaveOptions] }

    var ways: String { "{delete-cookie} deletes, {find-entry} finds, {leave-list} leaves." }

    var context: KeyTable.Context { .cookies }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard command == .deleteCookie else { return .passes(command == .takeOptions ? nil : command) }
        return .stays(list.chosen.map { model.askForCookies(without: $0.item) } ?? [])
    }

    var emptiness: String { "No cookies: {leave-list} leaves." }

    var headings: [ListColumn: String]? { [.title: "name", .path: "sent to"] }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        let cookie = list.entries[list.shown[index]].item
        return [
            .title: ListCell(VisibleText.line(cookie.name.text)),
            .path: ListCell(VisibleText.line(cookie.domain + cookie.path), .dimmed),
        ]
    }

    func footer(_ model: Model) -> String {
        guard let cookie = list.chosen?.item else { return "" }
        var parts = [cookie.expires.map { "until \(model.date($0))" } ?? "until sonic ends"]
        parts.append("value of \(cookie.value.bytes.count.byteText)")
        if case .domain = cookie.scope {
            parts.append("also for hosts below \(VisibleText.line(cookie.domain))")
        }
        if cookie.demands.contains(.secure) { parts.append("Secure") }
        if cookie.demands.contains(.httpOnly) { parts.append("HttpOnly") }
        if let sameSite = cookie.sameSite { parts.append("SameSite=\(sameSite.rawValue)") }
        return parts.joined(separator: ", ")
    }
}
