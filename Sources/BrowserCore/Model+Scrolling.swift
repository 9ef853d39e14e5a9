// Scrolling of whatever is on top: the sheet, else the pane in focus.
extension Model {
    /// The lines that fit where scrolling keys act.
    var scrollHeight: Int {
        if let inspector { return inspector.height(in: sheetArea) }
        if sheet != nil { return max(1, sheetArea.rows.value) }
        return max(1, plan[focus]?.content.rows.value ?? 1)
    }

    /// The first line on the screen where scrolling keys act.
    var scrollTop: Int {
        switch sheet {
        case .facts(let text), .log(let text), .findings(let text): text.top
        case .inspector(let inspector): inspector.top
        case .answer(let answer): answer.top
        case .options(let list): list.cursor.top
        case .accounts(let list): list.cursor.top
        case .tabs(let list): list.cursor.top
        case .menu(let list): list.cursor.top
        case .versions(let list): list.cursor.top
        case .sessions(let list): list.list.cursor.top
        case .telling(let telling): telling.text.top
        case .request(let request): request.cursor.top
        case .aside(let answer): answer.text.top
        case .held(let list): list.cursor.top
        case .help(let help): help.text.top
        case nil: focus == .page ? document?.top ?? 0 : texts[focus]?.top ?? 0
        }
    }

    /// Whether the first line is on the screen.
    var isAtStart: Bool {
        switch sheet {
        case .facts(let text), .log(let text), .findings(let text): text.top == 0
        case .inspector(let inspector): inspector.top == 0
        case .answer(let answer): answer.isAtStart
        case .options(let list): list.cursor.top == 0
        case .accounts(let list): list.cursor.top == 0
        case .tabs(let list): list.cursor.top == 0
        case .menu(let list): list.cursor.top == 0
        case .versions, .sessions, .telling: scrollTop == 0
        case .request(let request): request.cursor.top == 0
        case .aside(let answer): answer.text.top == 0
        case .held(let list): list.cursor.top == 0
        case .help(let help): help.text.top == 0
        case nil where focus == .page: document?.isAtStart ?? true
        case nil: scrollTop == 0
        }
    }

    /// Whether the last line is on the screen and known to be the last.
    var isAtEnd: Bool {
        let end = scrollTop + scrollHeight
        return switch sheet {
        case .facts(let text), .log(let text), .findings(let text): end >= text.lines.count
        case .inspector(let inspector): end >= inspector.rowCount && inspector.isWhole
        case .answer(let answer): end >= answer.layout.lineCount && answer.hasNoMoreLines
        case .options(let list): end >= list.cursor.count
        case .accounts(let list): end >= list.cursor.count
        case .tabs(let list): end >= list.cursor.count
        case .menu(let list): end >= list.cursor.count
        case .versions(let list): end >= list.cursor.count
        case .sessions(let list): end >= list.list.cursor.count
        case .telling(let telling): end >= telling.text.lines.count
        case .request(let request): end >= request.cursor.count
        case .aside(let answer): end >= answer.text.lines.count
        case .held(let list): end >= list.cursor.count
        case .help(let help): end >= help.text.lines.count
        case nil where focus == .page:
            document.map { end >= $0.layout.lineCount && $0.hasNoMoreLines } ?? true
        case nil: end >= texts[focus]?.lines.count ?? 0
        }
    }

    /// Whether the page is still on its way to the place to be shown.
    var isAiming: Bool { sheet == nil && focus == .page && document.map { $0.aim != .none } ?? false }

    /// How far one key scrolls; negative numbers go up.
    enum Distance {
        /// So many lines.
        case lines(Int)
        /// So many screens, less the one line that stays in sight.
        case screens(Int)
        /// So many half screens.
        case halfScreens(Int)
        /// To the first line.
        case start
        /// To the last line.
        case end
    }

    mutating func scroll(_ distance: Distance) {
        let height = scrollHeight
        switch distance {
        case .lines(let count): scroll(to: scrollTop + count)
        case .screens(let count): scroll(to: scrollTop + count * max(1, height - 1))
        case .halfScreens(let count): scroll(to: scrollTop + count * max(1, height / 2))
        case .start: scrollToStart()
        case .end: scrollToEnd()
        }
    }

    /// Puts a line of the page at the top of its pane.
    mutating func scrollPage(to line: Int) {
        let height = pageHeight(plan)
        document?.scroll(to: line, height: height)
    }

    private mutating func scroll(to line: Int) {
        let height = scrollHeight
        switch sheet {
        case .help(var help):
            help.list.cursor.move(to: line)
            sheet = .help(help)
        case .facts(var text):
            text.top = line
            text.clamp(height: height)
            sheet = .facts(text)
        case .log(var text):
            text.top = line
            text.clamp(height: height)
            sheet = .log(text)
        case .findings(var text):
            text.top = line
            text.clamp(height: height)
            sheet = .findings(text)
        case .inspector: turnInspector { $0.scroll(to: line, height: height) }
        case .answer(var answer):
            sheet = nil
            answer.scroll(to: line, height: height)
            sheet = .answer(answer)
        case .options(var list):
            list.cursor.move(to: line)
            sheet = .options(list)
        case .accounts(var list):
            list.cursor.move(to: line)
            sheet = .accounts(list)
        case .tabs(var list):
            list.cursor.move(to: line)
            sheet = .tabs(list)
        case .menu(var list):
            list.cursor.move(to: line)
            sheet = .menu(list)
        case .versions(var list):
            list.cursor.move(to: line)
            sheet = .versions(list)
        case .sessions(var list):
            list.list.cursor.move(to: line)
            sheet = .sessions(list)
        case .telling(var telling):
            telling.text.top = line
            telling.text.clamp(height: height)
            sheet = .telling(telling)
        case .request(var request):
            request.cursor.move(to: line)
            sheet = .request(request)
        case .aside(var answer):
            answer.text.top = line
            answer.text.clamp(height: height)
            sheet = .aside(answer)
        case .held(var list):
            list.cursor.move(to: line)
            sheet = .held(list)
        case nil where focus == .page:
            scrollPage(to: line)
        case nil:
            texts[focus]?.top = line
            texts[focus]?.clamp(height: height)
        }
    }

    private mutating func scrollToStart() {
        let height = scrollHeight
        switch sheet {
        case .answer(var answer):
            sheet = nil
            answer.scrollToStart(height: height)
            sheet = .answer(answer)
        case nil where focus == .page: document?.scrollToStart(height: height)
        case .help, .facts, .log, .findings, .inspector, .options, .accounts, .tabs, .menu, .versions,
            .sessions, .telling, .request, .aside, .held, nil:
            scroll(to: 0)
        }
    }

    private mutating func scrollToEnd() {
        switch sheet {
        case .facts(let text), .log(let text), .findings(let text): scroll(to: text.lines.count)
        case .inspector: turnInspector { $0.scrollToEnd() }
        case .answer(var answer):
            sheet = nil
            answer.aim(at: .end)
            sheet = .answer(answer)
        case .options(let list): scroll(to: list.cursor.count)
        case .accounts(let list): scroll(to: list.cursor.count)
        case .tabs(let list): scroll(to: list.cursor.count)
        case .menu(let list): scroll(to: list.cursor.count)
        case .versions(let list): scroll(to: list.cursor.count)
        case .sessions(let list): scroll(to: list.list.cursor.count)
        case .telling(let telling): scroll(to: telling.text.lines.count)
        case .request(let request): scroll(to: request.cursor.count)
        case .aside(let answer): scroll(to: answer.text.lines.count)
        case .held(let list): scroll(to: list.cursor.count)
        case .help(let help): scroll(to: help.list.cursor.count)
        case nil where focus == .page: document?.aim(at: .end)
        case nil: scroll(to: texts[focus]?.lines.count ?? 0)
        }
    }
}
