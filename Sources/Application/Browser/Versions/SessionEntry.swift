import CellGrid
import SonicProtocol
import SonicSession

/// What the list of sessions has in a row.
enum SessionEntry: Sendable {
    /// A session that has ended.
    case past(PastSession)
    /// The session of a tab, which was under way when the list was opened.
    case running(tab: Int, WebURL)
    /// A page that is loaded ahead, or was.
    case ahead(WebURL)

    /// Its page.
    var url: WebURL {
        switch self {
        case .past(let past): past.url
        case .running(_, let url), .ahead(let url): url
        }
    }
}

extension Model {
    /// The sessions under way and the pages loaded ahead, as rows.
    var currentSessions: [SessionEntry] {
        let running = account.tabs.indices.compactMap { index -> SessionEntry? in
            guard let visit = account.tabs[index].visit, visit.isBusy else { return nil }
            return .running(tab: index, visit.opening.url.withoutCredentials)
        }
        return running + account.ahead.pages.reversed().map { .ahead($0.url.withoutCredentials) }
    }

    /// What a session that is none of the past does now, in a few words.
    func activity(of entry: SessionEntry) -> String {
        switch entry {
        case .past: return ""
        case .running(let tab, let url):
            guard account.tabs.indices.contains(tab), let visit = account.tabs[tab].visit, visit.isBusy,
                visit.opening.url.withoutCredentials == url
            else { return "ended" }
            return "\(visit.activity), tab \(tab + 1)"
        case .ahead(let url):
            switch account.ahead.pages.first(where: { $0.url.withoutCredentials == url })?.state {
            case .loading: return "loading ahead"
            case .over: return "loaded ahead"
            case nil: return "ended"
            }
        }
    }
}

extension SessionRowForm {
    /// A row of a session that has not ended, or was loaded ahead.
    func line(now activity: String, isChosen: Bool, tail: String, marking words: [SoughtWord]) -> StyledLine {
        var line = StyledLine(isChosen ? "▸" : " ", .marker)
        line.append("now".padded(to: timeWidth) + " ", .dimmed)
        line.append("▶ ", .name)
        let room = max(0, width - line.width)
        let tailRoom = min(room, max(Column(14), room * 2 / 5))
        let end = line.width + room - tailRoom
        line.append(TextWidth.shortened(activity, to: room - tailRoom), .text, marking: words, in: .details)
        line.pad(to: end)
        line.append(
            "  " + TextWidth.shortened(tail, to: max(0, tailRoom - 2)), .text, marking: words, in: .names)
        return isChosen ? line.chosen(to: width) : line
    }
}
