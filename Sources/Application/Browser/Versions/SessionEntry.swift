import CellGrid
import SonicProtocol
import SonicSession

/// A row of the list of sessions.
enum SessionEntry: Sendable {
    /// A session that has ended.
    case past(PastSession)
    /// The session of a tab that was running when the list was opened.
    case running(tab: Int, WebURL)
    /// A page that is or was preloaded.
    case ahead(WebURL)

    /// The address of its page.
    var url: WebURL {
        switch self {
        case .past(let past): past.url
        case .running(_, let url), .ahead(let url): url
        }
    }
}

extension SessionRowForm {
    /// Returns the row of a running session or a preloaded page.
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
