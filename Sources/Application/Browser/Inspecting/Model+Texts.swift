import CellGrid

// The text in panes and overlays, made again when its inputs changed.
extension Model {
    mutating func settleTexts(_ plan: ScreenPlan) {
        for place in plan.places where place.pane != .page {
            let area = place.content
            var text = texts[place.pane] ?? ScrolledText()
            switch place.pane {
            case .page: continue
            case .state:
                // A session that ends at once is drawn only once.
                if !text.lines.isEmpty, isQuietlyBusy { break }
                text.lines = stateLines(in: area)
            case .headers:
                text.lines =
                    HeadersText(visit: visit, secrets: shownSecrets, width: area.columns).lines
            case .diff: settleDiff(&text, width: area.columns)
            }
            text.clamp(height: max(1, area.rows.value))
            texts[place.pane] = text
        }
    }

    /// Returns the lines of the state pane. For a watch, only the polls that fit are made.
    private mutating func stateLines(in area: Rect) -> [StyledLine] {
        var words = StateText(
            visit: visit, elapsed: elapsed, age: ageWords, pause: pauseWords, keys: keys,
            intercepted: interceptedInFront?.text(at: uptime), runs: runsInFront, plot: plot,
            width: area.columns)
        if let page = watching {
            words.timeline = timelineText(page, width: area.columns)
        } else {
            // For a watched page the timeline shows this.
            words.news = newsWords
        }
        guard let timeline = words.timeline else { return words.lines }
        let height = area.rows.value
        let first = words.head.count + timeline.heading.count
        watching?.timeline.settle(on: first..<max(height, first + min(3, max(1, height - 1))))
        if let page = watching { words.timeline = timelineText(page, width: area.columns) }
        words.hasCursor = screen.focus == .state || timeline.page.timeline.selected != nil
        return words.lines
    }

    /// Many lines may have changed: they are wrapped again only if they or the width differ.
    private mutating func settleDiff(_ text: inout ScrolledText, width: Column) {
        if account.tabs.front.navigation == nil, let page = watching, let poll = page.timeline.selected {
            let words = PollDiffText(poll: poll, difference: page.timeline.difference, width: width)
            guard words.key != account.tabs.front.diffKey else { return }
            account.tabs.front.diffKey = words.key
            (text.lines, text.top) = (words.lines, 0)
            return
        }
        let stored = account.tabs.front.navigation == nil ? visit?.storedChanges ?? [] : []
        let changes = stored.isEmpty ? document?.changes ?? [] : stored
        let key = DiffKey(
            width: width, visit: documentVisit, isBusy: isBusy, changes: changes.map(\.name),
            compared: changes.count { $0.lines != nil }, bytes: document?.bytes.count ?? 0,
            span: account.tabs.front.navigation?.span)
        guard key != account.tabs.front.diffKey else { return }
        account.tabs.front.diffKey = key
        text.lines =
            DiffText(
                changes: changes, visit: visit, navigation: account.tabs.front.navigation, width: width,
                keys: keys
            )
            .lines
        text.top = 0
    }
}

// The elapsed time of the session in front.
extension Model {
    /// A session that ends within this time is drawn only once: flashing steps inform nobody.
    private static let quiet = Duration.milliseconds(100)

    /// The elapsed time of the session in front; nil if none is running.
    var elapsed: Duration? {
        guard let visit, visit.isBusy else { return nil }
        return visit.begun.map { max(.zero, uptime - $0) } ?? .zero
    }

    /// Whether the session in front has only just begun and there is nothing to report.
    var isQuietlyBusy: Bool {
        guard let elapsed, visit?.trace.retry == nil, interceptedInFront == nil else { return false }
        return elapsed < Self.quiet
    }

    /// Records when the session in front began, and schedules redraws for its steps and seconds. Called at the end of
    /// every update.
    mutating func followProgress() -> [Effect] {
        guard let visit, let elapsed else { return setTimer(.progress, at: nil) }
        let begun = visit.begun ?? uptime
        if visit.begun == nil { self.visit?.begun = begun }
        let next = elapsed < Self.quiet ? Self.quiet : .seconds(elapsed.wholeSeconds + 1)
        return setTimer(.progress, at: begun + next)
    }
}
