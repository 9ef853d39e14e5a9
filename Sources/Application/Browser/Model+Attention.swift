import BrowserValues

/// Whether the terminal's window has the keyboard focus, as far as the terminal reports it.
enum Attention: Equatable, Sendable {
    /// It has the focus, or nothing was reported.
    case here
    /// Another window has the focus.
    case away
    /// Another window has the focus, and the watch of the page in front was paused because of it.
    case awayFromWatch
}

extension Model {
    /// Handles that the window gained or lost the focus. If the setting says so, a watch pauses meanwhile.
    mutating func attend(_ isHere: Bool) {
        let moment = uptime
        switch (screen.attention, isHere) {
        case (.here, true), (.away, false), (.awayFromWatch, false): break
        case (.here, false):
            screen.attention = .away
            guard setup.settings.general.pausesUnfocused, let page = watching else { return }
            switch page.watch.state {
            case .waiting, .running, .outdated:
                _ = watching?.handle(.paused, at: moment)
                screen.attention = .awayFromWatch
                notice = .news("Watch paused while another window has the keyboard.")
            case .done, .paused, .pausing: break
            }
        case (.away, true): screen.attention = .here
        case (.awayFromWatch, true):
            screen.attention = .here
            guard let page = watching else { return }
            switch page.watch.state {
            case .paused, .pausing:
                _ = watching?.handle(.resumed, at: moment)
                notice = .news("Watching again every \(page.watch.pace.words).")
            case .waiting, .running, .outdated, .done: break
            }
        }
    }
}
