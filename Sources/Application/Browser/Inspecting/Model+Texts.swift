import CellGrid

// The words in panes and sheets, made anew when what they tell of has changed.
extension Model {
    mutating func settleTexts(_ plan: ScreenPlan) {
        for place in plan.places where place.pane != .page {
            let area = place.content
            var text = texts[place.pane] ?? ScrolledText()
            switch place.pane {
            case .page: continue
            case .state:
                text.lines =
                    StateText(
                        visit: visit, age: ageWords, news: newsWords, watch: watching, keys: keys,
                        intercepted: interceptedInFront?.text(at: uptime), runs: runsInFront, plot: plot,
                        width: area.columns,
                        height: area.rows
                    ).lines
            case .headers:
                text.lines =
                    HeadersText(visit: visit, secrets: shownSecrets, width: area.columns).lines
            case .diff: settleDiff(&text, width: area.columns)
            }
            text.clamp(height: max(1, area.rows.value))
            texts[place.pane] = text
        }
    }

    mutating func settleOverlay(_ plan: ScreenPlan) {
        let area = overlayArea
        let height = max(1, area.rows.value)
        switch sheet {
        case .help(var help):
            help.settle(width: area.columns, height: height)
            sheet = .help(help)
        case .facts(var text):
            guard let visit else { return sheet = nil }
            text.lines =
                FactsText(
                    visit: visit, account: account, hashes: setup.hashes, document: document,
                    styles: styleWords, pin: pinWords, secrets: shownSecrets, bookmark: bookmarkWords,
                    width: area.columns
                ).lines
            text.clamp(height: height)
            sheet = .facts(text)
        case .log(var text):
            guard let visit else { return sheet = nil }
            text.lines =
                LogText(
                    visit: visit, runs: RunsText(runs: runsInFront, plot: plot, width: area.columns),
                    width: area.columns
                ).lines
            text.clamp(height: height)
            sheet = .log(text)
        case .findings(var text):
            guard let visit else { return sheet = nil }
            text.lines =
                FindingsText(visit: visit, source: document?.unseenChange, width: area.columns).lines
            text.clamp(height: height)
            sheet = .findings(text)
        case .inspector(var inspector):
            sheet = nil
            settle(&inspector)
            sheet = .inspector(inspector)
        case .options, .accounts, .menu, .versions, .request: sheet?.cursor?.settle(height: height)
        case .intercepted(var list):
            list.settle(intercepted, width: area.columns, height: height)
            sheet = .intercepted(list)
        case .tabs(var list):
            list.cursor.settle(height: Tabs.hasAddresses(width: area.columns) ? height : height - 1)
            sheet = .tabs(list)
        case .downloads(var list):
            // Files come and go while the list is open.
            list.cursor.resize(to: downloads.entries.count)
            list.cursor.settle(height: max(1, height - 1))
            sheet = .downloads(list)
        case .sessions(var list):
            list.list.cursor.settle(height: max(1, height - 1))
            sheet = .sessions(list)
        case .pages(var list):
            list.list.cursor.settle(height: max(1, height - 1))
            sheet = .pages(list)
        case .textDialog(var telling):
            telling.settle(width: area.columns, height: height)
            sheet = .textDialog(telling)
        case .resent(var answer):
            answer.settle(width: area.columns, height: height)
            sheet = .resent(answer)
        case nil: return
        }
    }

    /// Many lines may have changed: they are broken anew only when they or the width differ.
    private mutating func settleDiff(_ text: inout ScrolledText, width: Column) {
        let stored = tabs.front.navigation == nil ? visit?.storedChanges ?? [] : []
        let changes = stored.isEmpty ? document?.changes ?? [] : stored
        let key = DiffKey(
            width: width, visit: documentVisit, isBusy: isBusy, changes: changes.map(\.name),
            compared: changes.count { $0.lines != nil }, bytes: document?.bytes.count ?? 0,
            span: tabs.front.navigation?.span)
        guard key != tabs.front.diffKey else { return }
        tabs.front.diffKey = key
        text.lines =
            DiffText(
                changes: changes, visit: visit, navigation: tabs.front.navigation, width: width, keys: keys
            )
            .lines
        text.top = 0
    }
}
