import CellGrid
import Configuration
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

// The top and bottom lines.
extension Screen {
    /// Draws the address at the left, and account, outcome and times at the right. The outcome has priority over
    /// everything else.
    mutating func drawTitle() {
        frame.fill(plan.title, style: theme[.titleLine])
        var column = plan.title.column
        for fact in model.inForce where fact.isOfEveryPage {
            column = put(
                " \(fact.words) ", at: column, fact == .insecure ? .warning : .outcome, in: plan.title)
        }
        column += 1
        let right = titleParts(room: plan.title.endColumn - column)
        let end = plan.title.endColumn - right.width - 1
        let address = TextWidth.shortened(addressShown, to: max(0, end - column - 1))
        let behind = put(address, at: column, .titleLine, in: plan.title)
        note(
            .command(.openAddress), at: Position(row: plan.title.row, column: column),
            columns: behind - column)
        drawPageTitle(behind: behind, before: end)
        draw(
            right, at: Position(row: plan.title.row, column: max(column, end)), in: plan.title, on: .titleLine
        )
    }

    /// Draws the page's title after the address, if its pane's border does not show it and enough of it fits.
    private mutating func drawPageTitle(behind start: Column, before end: Column) {
        let room = end - start - 4
        guard plan[.page]?.isBordered != true, room >= 8,
            let title = model.account.tabs.front.pageTitle
        else { return }
        put(" · " + TextWidth.shortenedInMiddle(title, to: room), at: start, .titleLine, in: plan.title)
    }

    private var addressShown: String {
        let address = model.account.tabs.front.address
        return address.isEmpty ? "sonic" : address
    }

    /// Returns account, outcome and times, as far as they fit next to the address or half a line of it.
    private func titleParts(room: Column) -> StyledLine {
        let address = TextWidth.columns(of: addressShown) + 2
        let addressRoom = max(24, min(address, room / 2))
        let account = TextWidth.shortened(VisibleText.line(model.account.name), to: 24)
        guard let visit = model.visit else {
            let line = StyledLine(offline + account, .titleLine)
            return line.width + address <= room ? line : StyledLine()
        }
        let said = visit.headline == "OFFLINE" ? "" : offline
        var outcome = StyledLine(said + visit.headline + ofThisPage, visit.mark(model.plot).role)
        if let travel = model.navigationWords { outcome = StyledLine(travel, .outcome) }
        if let age = model.ageWords, outcome.width + TextWidth.columns(of: age) + 3 + addressRoom <= room {
            outcome.append(" · " + age, .titleLine)
        }
        if let watch = model.watching?.words,
            outcome.width + TextWidth.columns(of: watch) + 3 + addressRoom <= room
        {
            outcome.runs = StyledLine(watch + " · ", .titleLine).runs + outcome.runs
        }
        let times = model.account.tabs.front.navigation == nil ? visit.times : ""
        var best = outcome
        let isNewest = model.account.tabs.front.navigation == nil
        let comparer = isNewest && visit.result?.by == .client ? "compared here" : nil
        for (hasAccount, hasTimes) in [(false, false), (false, true), (true, true)] {
            var line = StyledLine()
            if hasAccount, !account.isEmpty { line.append(account + " · ", .titleLine) }
            line.runs += outcome.runs
            if let comparer { line.append(", " + comparer, .titleLine) }
            if hasTimes, !times.isEmpty { line.append(" · " + times, .titleLine) }
            if line.width + addressRoom <= room { best = line }
        }
        return best
    }

    /// The view and the status badges of this page, which follow the outcome.
    private var ofThisPage: String {
        (model.document?.viewWords.map { " · \($0)" } ?? "")
            + model.inForce.filter { !$0.isOfEveryPage }.map { " \($0.words)" }.joined()
    }

    private var offline: String { model.reach == .offline ? "OFFLINE · " : "" }

    /// Draws the state line, which replaces a hidden state pane.
    mutating func drawStateLine() {
        guard let rect = plan.stateLine else { return }
        frame.fill(rect, style: theme[.titleLine])
        let parts = plan[.page]?.isBordered == true ? [] : model.pageFigures(plan)
        let figures = parts.map(\.words).joined(separator: " ")
        let width = TextWidth.columns(of: figures)
        noteFigures(parts, from: Position(row: rect.row, column: rect.endColumn - width - 1))
        var area = rect
        area.columns = max(0, rect.columns - width - 2)
        draw(
            stateWords(room: area.columns - 1), at: Position(row: rect.row, column: 1), in: area,
            on: .titleLine)
        put(figures, at: rect.endColumn - width - 1, .titleLine, in: rect)
    }

    private func stateWords(room: Column) -> StyledLine {
        guard let visit = model.visit else { return StyledLine() }
        if let travel = model.navigationWords {
            let key = model.keys.keyName(of: .stop)
            let words = "\(travel); \(key) goes back to the newest version"
            return StyledLine(TextWidth.shortened(words, to: room), .outcome)
        }
        let mark = visit.mark(model.plot)
        guard let result = visit.result else {
            let intercepted = model.interceptedInFront.map { VisibleText.line($0.text(at: model.uptime)) }
            let time = model.elapsed.map { $0.wholeSeconds < 1 ? "" : " \($0.inSeconds)" } ?? ""
            let activity = intercepted ?? (visit.isBusy ? "\(visit.activity)…" + time : "stopped")
            return StyledLine("\(mark.sign) \(activity)", mark.role)
        }
        var line = StyledLine("\(mark.sign) \(visit.headline)", mark.role)
        let bytes = visit.bytesWords.map { $0.words + ($0.part.isEmpty ? "" : ", \($0.part)") }
        let isReported = model.overlay == nil && model.pageTellsFailure(plan)
        let reason = SessionVerdict(result).isTrouble ? nil : result.reason.words
        let change = visit.changeWords.flatMap { reason?.hasPrefix($0) ?? false ? nil : $0 }
        let facts = [
            visit.hasNewerCopy ? model.keys.namingKeys(Visit.newerCopy) : nil, visit.versionWords,
            isReported ? nil : change, model.ageWords, bytes, reason,
        ]
        for fact in facts.compactMap(\.self) {
            let room = room - line.width - 3
            guard room > 1 else { break }
            line.append(" · " + TextWidth.shortened(fact, to: room), .titleLine)
        }
        return line
    }

    /// Draws the prompt, or key hints and the message above them.
    mutating func drawBottom() {
        frame.fill(plan.keys, style: theme[.hint])
        if let prompt = model.prompt { return drawPrompt(prompt) }
        if let inputMode = model.inputMode { return draw(inputMode) }
        drawKeys()
        if let percent = model.document?.percentRead {
            return drawMessage(StyledLine("Reading on to the end: \(percent)%"), .notice, in: plan.message)
        }
        switch model.notice {
        case .refusal(let line), .news(let line): drawMessage(line, .notice, in: plan.message)
        case .tally:
            if let tally = model.tally { drawMessage(StyledLine(tally.words), .notice, in: plan.message) }
        case .failure(let line): drawMessage(line, .warning, in: plan.message)
        case nil: break
        }
    }

    private mutating func drawMessage(_ message: StyledLine, _ role: Role, in line: Rect) {
        frame.fill(line, style: theme[role == .warning ? .warning : .hint])
        draw(message.shortened(to: line.columns - 2, role), at: Position(row: line.row, column: 1), in: line)
    }

    /// Draws key hints; a click on one presses its key. In two rows, groups are kept together, and each row gets about
    /// half of them.
    private mutating func drawKeys() {
        guard model.setup.settings.general[Settings.hints] else { return }
        let area = plan.keys
        var groups = keyGroups.map { $0.compactMap(hint) }.filter { !$0.isEmpty }
        if area.rows == 1 { groups = [Array(groups.joined())] }
        let widths = groups.map { group in group.reduce(0) { $0 + $1.line.width.value } }
        let (half, room) = (widths.reduce(0, +) / 2, area.endColumn.value)
        var place = Position(row: area.row, column: 1)
        for (group, width) in zip(groups, widths) {
            if place.column > 1 {
                let used = place.column.value
                if place.row < plan.bottom.row, used + width / 2 > half || used + width > room {
                    place = Position(row: plan.bottom.row, column: 1)
                } else {
                    place.column = draw(StyledLine("·  ", .hint), at: place, in: area)
                }
            }
            for (key, line) in group where place.column + line.width <= area.endColumn {
                note(.hint(key), at: place, columns: line.width - 2)
                place.column = draw(line, at: place, in: area)
            }
        }
    }

    /// Returns the hint of a command that can be used now and has a key.
    private func hint(of command: Command) -> (key: Key, line: StyledLine)? {
        guard let binding = model.keys.binding(of: command), let key = binding.keys.first,
            model.inspector == nil && model.overlay != nil || command.disabledReason(in: model) == nil
        else { return nil }
        var line = StyledLine()
        let entering =
            command == .takeOptions ? (model.comparesMarks ? "compare" : model.listed?.entering) : nil
        line.append(key: key.name, " \(entering ?? binding.short)  ", .hint)
        return (key, line)
    }

    /// The commands of the hints, in groups, the most useful ones first.
    private var keyGroups: [[Command]] {
        guard let overlay = model.overlay else { return keyGroupsOfPanes }
        guard plan.keys.rows > 1 else { return [overlay.hints] }
        // What only this overlay has, and what moves in and leaves every one.
        let isOwn = { (command: Command) in model.keys.binding(of: command)?.context == overlay.context }
        return [overlay.hints.filter(isOwn), overlay.hints.filter { !isOwn($0) }]
    }

    private var keyGroupsOfPanes: [[Command]] {
        if model.account.tabs.front.navigation != nil {
            return [
                [.showOlder, .showNewer, .listVersions, .stop],
                [.findBlockChange, .help, .toggleDiff, .quit],
            ]
        }
        if model.account.tabs.front.showsAnswer, !model.isBusy {
            return [
                [.showAnswer, .nextLink, .follow, .sendForm, .back], [.help, .quit],
                [.numberLinks, .reload, .openAddress],
            ]
        }
        if !model.account.intercepted.entries.isEmpty {
            return [
                [.forwardIntercepted, .editIntercepted, .dropIntercepted, .listIntercepted, .stop],
                [.help, .quit],
            ]
        }
        if model.isTimelineInFocus {
            return [
                [.lineDown, .lineUp, .follow, .watch, .focusPage, .showLegend], [.help, .quit, .toEnd],
            ]
        }
        if model.isBusy { return [[.stop, .openAddress], [.help, .quit, .nextArrangement]] }
        if model.showsInbox, !model.account.inbox.rows.isEmpty {
            return [
                [.follow, .nextLink, .nextChange, .reload, .openAddress], [.help, .quit, .listHistory],
            ]
        }
        if model.screen.zoomed != nil {
            return [
                [.zoom, .help, .quit], [.openAddress, .reload],
                [.focusPage, .focusState, .focusDiff, .focusHeaders],
            ]
        }
        return [
            [.help, .quit, .typeCommand], [.openAddress, .reload, .forceReload, .back],
            [.sendForm, .nextLink, .follow, .nextChange],
            [.toggleDiff, .nextArrangement, .showFacts, .watch],
            [.inspectHeaders, .showFindings, .listVersions, .listSessions, .openTraffic],
            [.search, .listLinks, .listBookmarks, .listHistory, .listTabs],
        ]
    }

    private mutating func drawPrompt(_ prompt: Prompt) {
        let area = plan.bottom
        let line = PromptLine(prompt, in: area)
        frame.fill(area, style: theme[.prompt])
        let start = line.field.column - line.shift
        put(line.text, at: start, prompt.editor.isSelected ? .chosenLink : .prompt, in: line.field)
        put(line.label, at: 0, .key, in: area)
        frame.cursor = Position(row: area.row, column: line.cursor)
        drawWays(behind: start + TextWidth.columns(of: line.text))
        if case .failure(let line) = model.notice { drawAbove(line) }
        if case .refusal(let line) = model.notice { drawAbove(line) }
    }

    /// Draws the keys of a text of several lines and those that end the prompt, or the progress of a search, at the
    /// right end, as far as they fit.
    private mutating func drawWays(behind end: Column) {
        if case .search = model.prompt, model.tally != nil { return drawTally(behind: end) }
        var line = StyledLine()
        let writing: [Command] = model.prompt?.editor.breaks == .kept ? [.lineBreak, .editLine] : []
        for command in writing + [.accept, .cancel] {
            guard let binding = model.keys.binding(of: command), let key = binding.keys.first else {
                continue
            }
            var more = line
            more.append("  ", .prompt)
            more.append(key: key.name, " " + binding.short, .prompt)
            if plan.bottom.endColumn - more.width - 1 > end || writing.isEmpty { line = more }
        }
        let column = plan.bottom.endColumn - line.width - 1
        guard column > end else { return }
        draw(line, at: Position(row: plan.bottom.row, column: column), in: plan.bottom)
    }

    /// Draws an error about the prompt on the line above it.
    mutating func drawAbove(_ message: StyledLine) {
        var line = plan.bottom
        line.row -= 1
        drawMessage(message, .warning, in: line)
    }

    // The list above the prompt.

    /// Draws the completions of the prompt. A command is shown with its key, and with its description or the reason why
    /// it is not available.
    mutating func drawList() {
        if case .command(let line) = model.prompt, let list = line.arguments(in: model) {
            let form = ListForm(list, count: list.entries.count, above: plan.bottom)
            draw(
                list, in: form, title: line.list.chosen?.name ?? "", isWalked: false
            ) { _ in nil }
        } else if let line = model.prompt?.listed, line.showsList {
            drawList(of: line)
        }
    }

    private mutating func drawList(of line: some ListedLine) {
        let (model, form) = (model, line.form(above: plan.bottom))
        draw(line.list, in: form, title: line.listTitle, isWalked: line.isListed) {
            line.disabledReason(of: $0, model)
        }
    }

    /// Draws a list.
    /// - Parameters:
    ///   - isWalked: Whether the entry under the cursor is chosen.
    ///   - disabledReason: The reason why an entry cannot be chosen now; nil if it can.
    private mutating func draw<Item>(
        _ list: Shortlist<Item>, in form: ListForm, title: String, isWalked: Bool,
        disabledReason: (Item) -> String?
    ) {
        let cursor = list.cursor
        frame.fill(form.area, style: theme[.text])
        if form.isBordered {
            frame.box(form.area, title: title, style: theme[.focusedBorder])
            let figures = "\(list.shown.count)/\(list.entries.count)"
            drawFigures(figures, on: form.area, theme[.focusedBorder])
        }
        for row in 0..<form.rows.rows.value where cursor.top + row < list.shown.count {
            let entry = list.entries[list.shown[cursor.top + row]]
            let line = form.line(
                entry, isChosen: isWalked && cursor.top + row == cursor.index, by: list.words,
                disabledReason(entry.item))
            draw(
                line, at: Position(row: form.rows.row + Row(row), column: form.rows.column), in: form.rows)
            if isWalked, cursor.top + row == cursor.index { drawCursor(inRow: row, of: form.rows) }
        }
        if let chosen = list.chosen {
            let words = form.words(of: chosen, disabledReason(chosen.item))
            draw(ScrolledText(lines: words), in: form.below)
        } else {
            let words = "  No matches: type less, or {cancel} leaves."
            draw(model.keys.line(words, .dimmed), at: form.rows.origin, in: form.rows)
        }
    }
}
