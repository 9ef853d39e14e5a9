import CellGrid
import SonicProtocol

/// The cookies of the account, narrowed by the text typed after `/`. Values are secrets: only their sizes are shown.
struct CookieList: NarrowedList {
    /// The cookies that match the typed text.
    var list: Shortlist<Cookie>
    /// The typed text.
    var sought = ""

    /// Creates a list with the cursor on the first cookie.
    init(_ cookies: [Cookie]) { list = Self.list(cookies) }

    /// Replaces the cookies; the typed text and the position in the list stay.
    mutating func setCookies(_ cookies: [Cookie]) {
        let index = list.cursor.index
        list = Self.list(cookies)
        list.narrow(to: sought)
        list.cursor.move(to: index)
    }

    private static func list(_ cookies: [Cookie]) -> Shortlist<Cookie> {
        Shortlist(cookies.map { Shortlist.Entry($0, name: "\($0.name.text) \($0.domain)\($0.path)") })
    }

    var title: String { "Cookies" }

    var hints: [Command] { [.deleteCookie, .findOption, .optionDown, .optionUp, .leaveOptions] }

    var ways: String { "{delete-cookie} deletes, {find-entry} finds, {leave-list} leaves." }

    var context: KeyTable.Context { .cookies }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard command == .deleteCookie else { return .passes(command == .takeOptions ? nil : command) }
        return .stays(list.chosen.map { model.askForCookies(without: $0.item) } ?? [])
    }

    /// Returns the cookies of a range as lines of this width: name, where it is sent, and until when.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        guard !list.shown.isEmpty else {
            return [StyledLine(list.entries.isEmpty ? " No cookies." : " No matches.", .dimmed)]
        }
        let room = max(0, width - 4)
        let nameWidth = room * 2 / 5
        return range.map { place in
            let cookie = list.entries[list.shown[place]].item
            let isChosen = place == list.cursor.index
            var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
            line.append(
                TextWidth.shortened(VisibleText.line(cookie.name.text), to: nameWidth),
                isChosen ? .chosenLink : .text, marking: list.words, in: .names)
            line.pad(to: 5 + nameWidth)
            let scope = VisibleText.line(cookie.domain + cookie.path)
            line.append(
                TextWidth.shortened(scope, to: max(0, room - nameWidth - 2)), .dimmed, marking: list.words,
                in: .names)
            return line
        }
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
