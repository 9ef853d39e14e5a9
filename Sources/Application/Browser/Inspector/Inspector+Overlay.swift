import CellGrid

extension Inspector: Overlay {
    var title: String { "Inspector" }

    var needsWidth: Bool { true }

    var hints: [Command] {
        let own: [Command] = view == .callback ? [.runCallback] : []
        return [.closeOverlay, .nextView] + own + [
            .nextForm, .newestSession, .nextRequest, .previousRequest, .nextBlock, .previousBlock, .search,
            .lineDown,
            .pageDown, .toEnd, .quitAtOnce,
        ]
    }

    var context: KeyTable.Context { .inspector }

    func command(elsewhere key: Key, in keys: KeyTable) -> Command? {
        // The keys that open one of its views from the panes work here too.
        let command = keys.command(for: key, in: [.panes])
        return command == .inspectHeaders || command == .inspectBody
            ? command : commandThatCloses(key, in: keys)
    }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard let act = command?.digitAction, let number = key.number else { return .passes(command) }
        return .stays(act(&model, number))
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        if let visit = model.visit { follow(visit) }
        let means = Means(
            charsets: model.setup.environment.charsets, chosen: model.encoding(of: visit.opening.url),
            hashes: model.setup.hashes, secrets: model.shownSecrets,
            revealingKey: model.keys.keyName(of: .toggleSecrets),
            runningKey: hasUpdate ? model.keys.keyName(of: .runCallback) : nil)
        settle(in: area, means)
        return true
    }

    func draw(in area: Rect, on screen: inout Screen) {
        let plan = plan(in: area)
        if let rect = plan.bar { screen.draw(bar(width: rect.columns), at: rect.origin, in: rect) }
        if let rect = plan.request {
            screen.draw(requestLine(width: rect.columns, screen.model.keys), at: rect.origin, in: rect)
        }
        if let rect = plan.what { screen.draw(ScrolledText(lines: description(in: rect)), in: rect) }
        let rows = lines(top..<(top + plan.content.rows.value))
        screen.draw(ScrolledText(lines: rows), in: plan.content)
        for row in rows.indices {
            let place = Position(row: plan.content.row + Row(row), column: plan.content.column)
            screen.drawMarks(search?.marks[top + row] ?? [], at: place, in: plan.content)
        }
        screen.drawOverlayFigures(figures(height: height(in: area)))
    }

    // In place, since the content may be large.
    var scroller: Inspector {
        _read { yield self }
        _modify { yield &self }
    }
}

// The inspector on the screen: a bar of its views, the description of the content, then its rows.
extension Inspector {
    /// Returns the views with their numbers. If there is no room for all names, only the current one is shown.
    private func bar(width: Column) -> StyledLine {
        func bar(gap: String = " ", _ name: (InspectorView) -> String?) -> StyledLine {
            var line = StyledLine()
            for other in InspectorView.allCases {
                let isShown = other == view
                let name = name(other).map { " " + $0 } ?? ""
                line.append(
                    (isShown ? "▸" : " ") + "\(other.number)" + name + gap, isShown ? .chosenLink : .key)
            }
            return line
        }
        let named = [bar(\.rawValue), bar(gap: "", \.rawValue), bar(gap: "", \.shortName)]
        return named.first { $0.width <= width } ?? bar { $0 == view ? $0.rawValue : nil }
    }

    /// Returns the request, with the form of the content on the right.
    private func requestLine(width: Column, _ keys: KeyTable) -> StyledLine {
        let form = formWords(keys)
        let width = width - TextWidth.columns(of: form)
        var line = request(width: width)
        line.pad(to: width)
        line.append(form, .key)
        return line
    }

    private func request(width: Column) -> StyledLine {
        let exchange = session.exchange
        guard let request = exchange.request else {
            return StyledLine(TextWidth.shortened(" No request", to: width), .dimmed)
        }
        let answer = exchange.head.map { "\($0.status) \(VisibleText.line($0.reason))" } ?? "no response"
        let number = turnCount > 1 ? "Request \(turn + 1) of \(turnCount): " : "Request: "
        let answerShown = TextWidth.shortened(answer, to: max(8, width / 3))
        let room = width - TextWidth.columns(of: number + answerShown) - 5
        let asked = TextWidth.shortened(
            "\(request.method) \(VisibleText.line(request.url.withoutCredentials.href))", to: max(8, room))
        return StyledLine([
            StyledLine.Run(text: " " + number, role: .dimmed), StyledLine.Run(text: asked, role: .text),
            StyledLine.Run(text: " → ", role: .marker), StyledLine.Run(text: answerShown, role: .outcome),
        ])
    }

    /// Returns the current form, and the key for the next; empty if there is only one.
    private func formWords(_ keys: KeyTable) -> String {
        guard let shown = form, forms.count > 1, let index = forms.firstIndex(of: shown) else { return "" }
        let next = forms[(index + 1) % forms.count]
        return "\(shown.rawValue), \(keys.keyName(of: .nextForm)): \(next.rawValue) "
    }

    /// Returns the description of the content, with its last line shortened.
    private func description(in rect: Rect) -> [StyledLine] {
        let lines = whatLines(width: rect.columns)
        let rows = rect.rows.value
        guard lines.count > rows else { return lines }
        let rest = lines[(rows - 1)...].map { $0.text.dropFirst() }.joined(separator: " ")
        return lines.prefix(rows - 1) + [StyledLine(TextWidth.shortened(" " + rest, to: rect.columns), .name)]
    }
}

/// The layout of the inspector. Pure geometry.
struct InspectorPlan {
    /// The line with the views; nil if there is no room.
    let bar: Rect?
    /// The line with the request; nil if there is no room.
    let request: Rect?
    /// The lines with the description of the content; nil if there is no room.
    let what: Rect?
    /// The area of the content.
    let content: Rect

    /// Lays out an area.
    /// - Parameter what: The number of lines of the description; it gets one if there are few rows, otherwise at most
    ///   three.
    init(_ area: Rect, what: Int) {
        var rest = area
        func allot(_ rows: Row = 1, ifThereAre least: Row) -> Rect? {
            guard area.rows >= least else { return nil }
            var lines = rest
            lines.rows = rows
            rest.row += rows
            rest.rows -= rows
            return lines
        }
        bar = allot(ifThereAre: 4)
        request = allot(ifThereAre: 9)
        self.what = allot(area.rows >= 12 ? Row(max(1, min(3, what))) : 1, ifThereAre: 3)
        content = rest
    }
}

// Searching in the content. The search continues in other views and forms.
extension Inspector: Scrollable {
    func isAtEnd(height: Int) -> Bool { top + height >= rowCount && isWhole }

    var sought: SoughtText? { search?.sought }

    var tally: SearchTally? { search?.tally(content) }

    mutating func perform(_ step: SearchStep, height: Int) {
        switch step {
        case .begin(let sought, let origin):
            seek(sought)
            if origin.top != top || aimsAtEnd { scroll(to: origin.top, height: height) }
        case .mark(let sought): return seek(sought)
        case .next, .previous: break
        }
        search?.start(step, from: top..<top + height, &content)
        settleSearch(height: height)
    }

    /// Searches for text in the content; nil clears the search.
    private mutating func seek(_ sought: SoughtText?) {
        guard sought != self.sought else { return }
        search = sought.map { IncrementalSearch($0) }
        // Bytes are searched when idle.
        if content.isLines { search?.finish(&content) }
    }

    /// Searches content that replaced other content.
    /// - Parameter keepsHit: Whether it is the same text, with other numbers or at another width: then the current
    ///   match is found again by its number.
    mutating func searchAgain(keepingHit keepsHit: Bool) {
        guard let old = search else { return }
        search = nil
        seek(old.sought)
        if keepsHit, content.isLines { search?.keepHit(of: old, content) }
    }

    // MARK: Idle work

    /// The number of steps made at once towards an awaited match, some two milliseconds; the rest is idle work.
    private static let searchStride = 4

    /// Whether all content was searched.
    var isSearched: Bool { search?.isComplete(content) ?? true }

    /// Continues to the requested match, shows it as soon as its row is known, and highlights the matches on the
    /// screen.
    mutating func settleSearch(height: Int) {
        guard search != nil else { return }
        var steps = Self.searchStride
        while steps > 0, search?.isOnWay ?? false, search?.advance(&content) ?? false { steps -= 1 }
        showHit(height: height)
        search?.mark(top..<top + height, &content)
    }

    /// Scrolls to the match that was found, unless it is on the screen.
    private mutating func showHit(height: Int) {
        guard search?.goal == .show, let start = search?.hitPlaces(&content)?.lowerBound.start,
            let row = content.isLines ? start : row(atOffset: start)
        else { return }
        search?.rest()
        guard !(top..<top + height).contains(row) else { return }
        scroll(to: row - height / 3, height: height)
    }
}
