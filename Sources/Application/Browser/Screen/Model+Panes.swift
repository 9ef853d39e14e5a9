import BrowserValues
import CellGrid
import Configuration
import SonicSession

// Focus, zoom and layout.
extension Model {
    mutating func focusNext() {
        if screen.zoomed != nil {
            let panes = Pane.allCases
            screen.focus(on: panes[(screen.focus.rawValue) % panes.count])
            return
        }
        let shown = plan.places.map(\.pane)
        guard let index = shown.firstIndex(of: screen.focus) else { return }
        screen.focus(on: shown[(index + 1) % shown.count])
    }

    mutating func toggleDiff() {
        screen.toggleDiff()
        notice = .news(screen.wantsDiff ? "Diff on." : "Diff off.")
        if screen.wantsDiff, plan[.diff] == nil {
            notice = .news(keys.line("Diff on, but there is no room: press {diff-pane} to see it."))
        }
    }

    mutating func rearrange(to choice: LayoutPreset) -> [Effect] {
        screen.arrange(as: choice)
        if plan.places.count == 1 { screen.focus(on: .page) }
        let isCramped = screen.arrangement != .read && plan.places.count == 1
        notice = .news(
            isCramped
                ? keys.namingKeys(
                    "Layout \(screen.arrangement.rawValue): press {page-pane} to {headers-pane} for panes.")
                : screen.arrangement.sentence)
        return [.save(.arrangement(screen.arrangement))]
    }

    /// Applies the layout with a name.
    mutating func rearrange(as name: String) throws(TypingMistake) -> [Effect] {
        guard let choice = LayoutPreset(rawValue: name) else {
            let names = LayoutPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw TypingMistake(words: "Unknown layout “\(name)”; known are \(names).")
        }
        return rearrange(to: choice)
    }

    // The geometry of the screen.

    /// The positions of all parts of the screen.
    var plan: ScreenPlan {
        ScreenPlan(
            size: screen.size, arrangement: screen.arrangement, focus: screen.focus,
            zoomed: screen.zoomed != nil, diff: screen.wantsDiff,
            tabs: account.tabs.count, shares: screen.shares, hints: settings.general[Settings.hints])
    }

    /// Returns the area of the page's lines, gutter included; the whole body if the pane is not on the screen.
    func pageArea(_ plan: ScreenPlan) -> Rect { plan[.page]?.content ?? plan.body }

    /// Returns the number of lines of the page that fit.
    func pageHeight(_ plan: ScreenPlan) -> Int { max(1, pageArea(plan).rows.value) }

    /// Returns the number of columns left of the page's text, in which changed lines are marked.
    func gutter(_ area: Rect) -> Column { area.columns >= 40 ? 2 : 1 }

    /// Returns the width at which the page's lines are broken: that of the area without the gutter and a blank at the
    /// right, for flowing text limited to a readable width.
    func pageWidth(_ area: Rect) -> Int {
        let room = max(1, (area.columns - gutter(area) - 1).value)
        guard document?.isFlowing ?? true, let most = settings.general[Settings.textWidth] else {
            return room
        }
        return min(room, max(Self.narrowestText, most))
    }

    /// The lower bound of the configured text width, in columns.
    private static let narrowestText = 20

    /// Returns the area of the page's lines, gutter included, within an area that may be wider than they are.
    func textArea(_ area: Rect) -> Rect {
        guard settings.general[Settings.textAlign] == .center, let document else { return area }
        let spare = area.columns - gutter(area) - 1 - Column(document.layout.width)
        var text = area
        text.column += max(0, spare) / 2
        text.columns = area.endColumn - text.column
        return text
    }

    /// Breaks the page's lines for the available width.
    mutating func resizeDocuments(_ plan: ScreenPlan) {
        let width = pageWidth(pageArea(plan))
        document?.resize(width: width)
        let (preformatted, text) = (chosen.preformatted, textArea(pageArea(plan)))
        let room = (text.columns - gutter(text) - 1).value
        document?.lay(preformatted: preformatted, room: room)
    }

    // Figures about the page next to its lines, and the timing of frames.

    /// Returns the scroll position in the page, and the numbers of changes outside of the screen.
    func pageFigures(_ plan: ScreenPlan) -> [(words: String, command: Command)] {
        guard let document, document.source != .own else { return [] }
        var figures: [(words: String, command: Command)] = []
        let marks = marksOffScreen
        if marks.above > 0 { figures.append(("▲\(marks.above)", .previousChange)) }
        if marks.below > 0 { figures.append(("▼\(marks.below)", .nextChange)) }
        let percent = document.percentSeen(height: pageHeight(plan))
        return figures + [("\(percent)%", .goToPlace)]
    }

    /// Returns whether the page on the screen states why the session failed, so that no other part needs to.
    func pageTellsFailure(_ plan: ScreenPlan) -> Bool {
        guard let document, document.source == .own, document.reader.top == 0, account.tabs.front.showsVisit,
            let place = plan[.page]
        else { return false }
        return visit?.verdict?.isTrouble ?? false
            && place.content.rows.value >= TabContext.failureRows
    }

    /// The visit whose page is about to be drawn for the first time; nil if no frame is to be timed. Send
    /// `.framePainted` once the frame is on the screen.
    public var awaitsPaint: Int? {
        guard let visit, visit.painted == nil, account.tabs.front.showsVisit else { return nil }
        return documentVisit
    }

    /// Handles that the window gained or lost the focus. If the setting says so, a watch pauses meanwhile.
    mutating func attend(_ isHere: Bool) {
        let moment = uptime
        switch (screen.attention, isHere) {
        case (.here, true), (.away, false), (.awayFromWatch, false): break
        case (.here, false):
            screen.attention = .away
            guard setup.settings.general[Settings.pausesUnfocused], let page = watching else { return }
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

    /// All badges that apply, in display order.
    var inForce: [StatusBadge] {
        let intercepted = account.intercepted
        // A stored version records how it was produced; a session's result is available after it has ended.
        let result = account.tabs.front.navigation == nil ? visit?.result : nil
        var badges: [StatusBadge] = []
        if setup.isInsecure { badges.append(.insecure) }
        if setup.client.isAnother { badges.append(.client(setup.client)) }
        if intercepted.filter != nil || !intercepted.entries.isEmpty {
            badges.append(.intercepting(intercepted.entries.count))
        }
        badges += chosen.impairment.parts.map { .impaired($0.kind, $0.value) }
        if let progress = account.downloads.progress { badges.append(.downloading(progress)) }
        if let name = visit?.result?.answeredBy, name != .network { badges.append(.detour(name)) }
        if visit?.isOfEditedRequest ?? false { badges.append(.edited) }
        if result.map(\.isEditedByHand) ?? document?.origin.isEdited ?? false { badges.append(.byHand) }
        if (result?.exception?.text ?? document?.origin.exception) != nil { badges.append(.exception) }
        return badges
    }
}

/// Whether the terminal's window has the keyboard focus, as far as the terminal reports it.
enum Attention: Equatable, Sendable {
    /// It has the focus, or nothing was reported.
    case here
    /// Another window has the focus.
    case away
    /// Another window has the focus, and the watch of the page in front was paused because of it.
    case awayFromWatch
}

// Choosing themes: applied at once, and saved for the next start.
extension Model {
    /// The theme to draw: while a theme is being typed, that one as a preview.
    var shownTheme: Theme {
        if case .command(let line) = prompt, let theme = line.namedTheme { theme } else { screen.theme }
    }

    mutating func dress(in theme: Theme) -> [Effect] {
        screen.dress(in: theme)
        let place = (Theme.builtIn.firstIndex { $0.name == theme.name } ?? 0) + 1
        notice = .news("Theme \(theme.name), \(place) of \(Theme.builtIn.count).")
        return [.save(.theme(theme.name))]
    }

    /// Applies the theme with a name.
    mutating func dress(as name: String) throws(TypingMistake) -> [Effect] {
        guard let theme = Theme.named(name) else {
            let names = Theme.builtIn.map(\.name).joined(separator: ", ")
            let near = NearestName.among(Theme.builtIn.map(\.name), to: name)
            throw TypingMistake(
                words: "Unknown theme “\(name)”"
                    + (near.map { "; did you mean \($0)?" } ?? "; themes are \(names)."))
        }
        return dress(in: theme)
    }
}
