import BrowserValues
import CellGrid
import PageLayout
import SonicProtocol

// The inbox as a page: one line per entry if there is room for it, otherwise two.
extension Inbox {
    /// The environment that the text of the page depends on.
    struct Setting {
        /// The width of the page's lines.
        let width: Int
        /// The time of the wall clock; nil if it was not reported yet.
        let now: Instant?
        /// The key bindings in effect.
        let keys: KeyTable
        /// Whether requests may be sent to servers.
        let reach: Reach
    }

    /// The cells of a page's row, except its title.
    private struct Cells {
        let news: String
        let host: String
        let age: String
        let state: String

        init(_ row: Row, _ now: Instant?) {
            news = row.page.news.words
            host = row.page.url.hostAndPort
            age = now.flatMap { now in row.page.checked.map { now.words(since: $0) } } ?? ""
            state = row.state
        }
    }

    /// Returns the page's HTML; empty if there are no entries.
    func html(_ setting: Setting) -> String {
        guard !rows.isEmpty else { return "" }
        var html = "<h1>Inbox</h1>"
        if bookmarked.isEmpty {
            let words = "No bookmarks yet: {bookmark} bookmarks the page on the screen."
            html += "<p>\(Escaping.text(setting.keys.namingKeys(words)))</p>"
        } else {
            html += "<h2>Bookmarks</h2>" + list(bookmarked, setting)
        }
        if !recent.isEmpty { html += "<h2>Recent pages</h2>" + list(recent, setting) }
        let words =
            switch setting.reach {
            case .online:
                "{follow} opens a page at what is new, {next-change} goes to the next change, then to the next page with changes, "
                    + "{reload} reloads all pages."
            case .offline:
                "{follow} opens a page at what is new. Offline, nothing is requested: {offline} goes online."
            }
        return html + "<p>\(Escaping.text(setting.keys.namingKeys(words)))</p>"
    }

    private func list(_ rows: [Row], _ setting: Setting) -> String {
        let cells = rows.map { Cells($0, setting.now) }
        return setting.width >= 60 ? table(rows, cells, setting.width) : lines(rows, cells, setting.width)
    }

    /// Returns a table with columns for news, title, host, age and state; the title gets the remaining width.
    private func table(_ rows: [Row], _ cells: [Cells], _ width: Int) -> String {
        func widest(_ text: (Cells) -> String, atMost limit: Column) -> Column {
            min(limit, cells.map { TextWidth.columns(of: text($0)) }.max() ?? 0)
        }
        let hostWidth = widest(\.host, atMost: Column(width / 4))
        let stateWidth = widest(\.state, atMost: Column(width / 4))
        let taken = widest(\.news, atMost: 12) + hostWidth + widest(\.age, atMost: 8) + stateWidth
        // Two spaces between columns, and one to spare.
        let room = max(10, Column(width) - taken - 9)
        let lines = zip(rows, cells).map { row, cells in
            let texts = [
                cells.news, link(row, room), shortened(cells.host, hostWidth), Escaping.text(cells.age),
                shortened(cells.state, stateWidth),
            ]
            return "<tr>" + texts.map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        return "<table>\(lines.joined())</table>"
    }

    /// Returns one line for the title, and one for the rest.
    private func lines(_ rows: [Row], _ cells: [Cells], _ width: Int) -> String {
        let room = max(4, Column(width))
        return zip(rows, cells).map { row, cells in
            let rest = [cells.news, cells.age, cells.state, cells.host].filter { !$0.isEmpty }
            return "<div>\(link(row, room))<br>\(shortened(rest.joined(separator: " · "), room))</div>"
        }
        .joined()
    }

    private func link(_ row: Row, _ room: Column) -> String {
        let title = shortened(VisibleText.line(row.page.name), room)
        return "<a href=\"\(Escaping.text(row.page.url.href))\">\(title)</a>"
    }

    private func shortened(_ text: String, _ room: Column) -> String {
        Escaping.text(TextWidth.shortened(text, to: room))
    }
}

extension Inbox.Row {
    /// The state of the refresh, or the outcome of the last session, in a few words.
    var state: String {
        switch refresh {
        case .resting: page.outcome.map(Self.words) ?? ""
        case .waiting: "waiting"
        case .loading: "loading…"
        case .failed(let reason): "! " + reason
        }
    }

    /// Returns an outcome's name as words: `dataUpdate` is `data update`.
    private static func words(_ name: String) -> String {
        name.reduce(into: "") { words, letter in
            if letter.isUppercase { words += " " }
            words += letter.lowercased()
        }
    }
}
