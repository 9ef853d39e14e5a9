import CellGrid

// What keys do: the table says which command, hindrances say why not, the rest is here.
extension Model {
    mutating func press(_ key: Key) -> [Effect] {
        switch key {
        case .mouse(let mouse): return point(mouse)
        case .focusGained, .focusLost:
            attend(key == .focusGained)
            return []
        case .background(let tone):
            apply(background: tone)
            return []
        case .paste(let text) where prompt == nil && isLargeEnough: return paste(text)
        case .character, .control, .alt, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert,
            .delete, .backspace, .tab, .backTab, .enter, .escape, .function, .paste:
            break
        }
        drag = .none
        guard isLargeEnough else {
            let command = keys.command(for: key, in: [.panes, .everywhere])
            return command == .quit || command == .quitAtOnce ? leave() : []
        }
        notice = nil
        seeking = nil
        if prompt != nil { return pressInLine(key) }
        switch interlude {
        case .hints(let hints): return pressInHints(key, hints)
        case .letter(let purpose): return pressLetter(key, purpose)
        case .question(let question): return pressInQuestion(key, question)
        case nil: break
        }
        // In sheets as on the page, the marks of a search go first.
        if key == .escape, sheet != nil, endSearch() { return [] }
        if case .options(let list) = sheet { return pressInList(key, list) }
        if case .accounts(let list) = sheet { return press(key, in: list) }
        if case .tabs(let list) = sheet { return press(key, in: list) }
        if case .downloads(let list) = sheet { return press(key, in: list) }
        if case .menu(let menu) = sheet { return press(key, in: menu) }
        if case .versions(let list) = sheet { return press(key, in: list) }
        if case .sessions(let list) = sheet { return press(key, in: list) }
        if case .pages(let list) = sheet { return press(key, in: list) }
        if case .request(let request) = sheet { return press(key, in: request) }
        if case .resent(let answer) = sheet { return press(key, in: answer) }
        if case .intercepted(let list) = sheet { return press(key, in: list) }
        if case .help(let help) = sheet { return press(key, in: help) }
        let contexts: [KeyTable.Context] =
            sheet == nil ? [.page, .panes, .everywhere] : [.sheet, .everywhere]
        let found = inspector == nil ? keys.command(for: key, in: contexts) : commandInInspector(key)
        guard let command = found ?? commandThatCloses(key) else {
            notice = .refusal(unknown(key))
            return []
        }
        // With nothing to stop, the key that stops takes the marks of a search away.
        if command == .stop, !isBusy, endSearch() { return [] }
        if command == .showTab, let number = key.number { return show(tab: number) }
        if command == .showView, let view = key.number.flatMap(InspectorView.init(rawValue:)) {
            turnInspector { $0.show(view) }
            return []
        }
        return call(command, as: key.name) ?? []
    }

    /// Why a command can do nothing now; nil when it can.
    func hindrance(of command: Command) -> DisabledReason? {
        // Behind the last change of a page come those of the next page in the inbox.
        if command == .nextChange, nextNews != nil { return nil }
        // The inbox is no page of a server, and can be asked for anew all the same.
        if command == .reload, showsInbox, !inbox.rows.isEmpty { return nil }
        return command.possibleHindrances.first { hinders($0, command) }
    }

    private func unknown(_ key: Key) -> String {
        if sheet != nil {
            return keys.namingKeys("\(key.name) does nothing here: press {close} to go back to the page.")
        }
        return keys.namingKeys("\(key.name) does nothing. Press {help} for the keys.")
    }

    private func hinders(_ hindrance: DisabledReason, _ command: Command) -> Bool {
        switch hindrance {
        case .noPage: return !(document?.isWorthReturning ?? (tabs.front.left != nil)) && !isBusy
        case .noSession: return visit == nil
        case .answerToForm: return document.map { $0.asked != .get } ?? false
        case .noLinks: return document.map { $0.layout.linkCount == 0 && $0.layout.isComplete } ?? false
        case .noLinkChosen: return document?.chosenLink == nil
        case .linkOutOfSight: return chosenLinkShown == nil
        case .noLinksShown: return linksShown.isEmpty
        case .noFieldChosen: return !isFieldChosen
        case .offline: return reach == .offline
        case .otherPane: return focus != .page
        // While the page is on its way to a place, a scrolling key ends that.
        case .atStart: return isAtStart && !isAiming
        case .atEnd: return isAtEnd && !isAiming
        case .nothingBefore: return history.before.isEmpty
        case .nothingAhead: return history.ahead.isEmpty
        case .nothingLoading: return !isBusy && tabs.front.navigation == nil && !tabs.front.showsAnswer
        case .stillArriving: return document.map { !$0.isPage || $0.isArriving } ?? true
        case .oldestShown: return tabs.front.navigation.map { $0.versions.last?.number == $0.shown } ?? false
        case .newestShown: return tabs.front.navigation == nil
        case .nothingChanged: return document?.changes.isEmpty ?? true
        case .onlyFigures: return document?.hasOnlyFigures ?? false
        case .noChangeBelow: return nextMark() == nil
        case .noChangeAbove: return previousMark() == nil
        case .nothingSent: return document?.source == .own && visit?.answer == nil
        case .noAnswer: return visit?.answer == nil && !tabs.front.showsAnswer
        case .noRequest: return visit?.request == nil
        case .sessionUnderWay: return isBusy
        case .nothingJournalled: return journal.sessions.isEmpty
        case .noElements: return document.map { !$0.kind.isHTML } ?? true
        case .noTree: return document.map { !$0.isTree } ?? true
        case .noForm: return document.map { !$0.hasOtherForm } ?? true
        case .onePane:
            return zoomed == nil && plan.places.count < 2
        case .onlyTab: return tabs.count == 1
        case .noClosedTab: return tabs.closed.isEmpty
        case .nothingIntercepted: return intercepted.entries.isEmpty
        case .alreadyThere: return command == focusCommand(focus)
        case .onlyForm: return inspector.map { $0.forms.count < 2 } ?? false
        case .noLaterRequest: return inspector.map { $0.turn >= $0.turnCount - 1 } ?? false
        case .noEarlierRequest: return inspector.map { $0.turn == 0 } ?? false
        case .noNewerSession: return !isInspectingEarlier
        case .notInBlocks: return inspector.map { $0.view != .blocks } ?? false
        case .noLaterBlock: return inspector.map { ($0.block ?? -1) >= $0.blockCount - 1 } ?? false
        case .noEarlierBlock: return inspector.map { $0.block == nil } ?? false
        case .noEarlierLine, .noLaterLine: return false
        case .nothingSought: return !hasSearched
        }
    }

    private func focusCommand(_ pane: Pane) -> Command {
        switch pane {
        case .page: .focusPage
        case .state: .focusState
        case .diff: .focusDiff
        case .headers: .focusHeaders
        }
    }

    mutating func perform(_ command: Command) -> [Effect] {
        switch command {
        case .lineDown: scroll(.lines(1))
        case .lineUp: scroll(.lines(-1))
        case .pageDown: scroll(.screens(1))
        case .pageUp: scroll(.screens(-1))
        case .halfPageDown: scroll(.halfScreens(1))
        case .halfPageUp: scroll(.halfScreens(-1))
        case .toStart:
            if sheet == nil, focus == .page { noteJump() }
            scroll(.start)
        case .toEnd:
            if sheet == nil, focus == .page { noteJump() }
            scroll(.end)
        case .listLinks: list(.links)
        case .listHeadings: list(.headings)
        case .nextHeading: goToHeading(.next)
        case .previousHeading: goToHeading(.previous)
        case .setMark: interlude = .letter(.set)
        case .goToMark: interlude = .letter(.go)
        case .search: typeSearch()
        case .nextMatch: goToMatch(.next)
        case .previousMatch: goToMatch(.previous)
        case .nextLink: return chooseLink(.next)
        case .previousLink: return chooseLink(.previous)
        case .follow: return followLink()
        case .preload: return preloadLink()
        case .numberLinks: numberLinks(.follow)
        case .numberLinksToChoose: numberLinks(.choose)
        case .sendForm: return sendForm()
        case .openAddress: return typeAddress()
        case .openTab: return typeAddress(in: .inFront)
        case .followInTab: return followLink(in: .inFront)
        case .followBehind: return followLink(in: .behind)
        case .nextTab: return turn(by: 1)
        case .previousTab: return turn(by: -1)
        case .showTab: prompt = .command(CommandLine("\(Command.showTab.rawValue) ", keys: keys))
        case .closeTab: return close(tab: tabs.frontIndex)
        case .reopenTab: return reopenTab()
        case .listTabs: sheet = .tabs(TabList(tabs, at: tabs.frontIndex))
        case .typeCommand: prompt = .command(CommandLine(keys: keys))
        case .goToPlace: prompt = .command(CommandLine("\(Command.goToPlace.rawValue) ", keys: keys))
        case .back: return goBack()
        case .forward: return goForward()
        // Over the inbox a page may be on its way: then that is asked for anew.
        case .reload: return showsInbox && !isBusy ? reloadInbox() : reload(.reload)
        case .forceReload: return reload(.forceReload)
        case .stop: return stop()
        case .toggleOffline: return toggleOffline()
        case .changePin: return changePin()
        case .chooseEncoding: chooseEncoding("")
        case .watch: return toggleWatch()
        case .watchEvery: prompt = .command(CommandLine("\(Command.watch.rawValue) ", keys: keys))
        case .intercept: return interceptNothing()
        case .typeFilter: typeFilter()
        case .listIntercepted: listIntercepted()
        case .forwardIntercepted: return forwardIntercepted()
        case .acceptUnstored: return forwardInterceptedUnstored()
        case .dropIntercepted: return dropIntercepted()
        case .editIntercepted: return editIntercepted()
        case .respond: prompt = .command(CommandLine("\(Command.respond.rawValue) "))
        case .nextChange: return walkOn()
        case .previousChange: goToMark(previousMark())
        case .showAnswer: showAnswer()
        case .showFacts: sheet = .facts(ScrolledText())
        case .showLog: sheet = .log(ScrolledText())
        case .showFindings: sheet = .findings(ScrolledText())
        case .chooseCopy: sheet = .menu(Menu(.copying, keys: keys))
        case .inspectHeaders: inspect(.headers)
        case .inspectBody: inspect(.body)
        case .nextView: turnInspector { $0.turnView(by: 1) }
        case .previousView: turnInspector { $0.turnView(by: -1) }
        case .nextForm: turnInspector { $0.turnForm() }
        case .nextRequest: turnInspector { $0.turnRequest(by: 1) }
        case .previousRequest: turnInspector { $0.turnRequest(by: -1) }
        case .newestSession: inspectNewest()
        case .nextBlock: turnInspector { $0.turnBlock(by: 1) }
        case .previousBlock: turnInspector { $0.turnBlock(by: -1) }
        case .showOlder: return showOlder()
        case .showNewer: return showNewer()
        case .listVersions: return readVersion(.list)
        case .findBlockChange: return findBlockChange()
        case .listSessions: return [.listSessions]
        case .showInbox: return showInbox()
        case .changeBookmark: return changeBookmark()
        case .listBookmarks: return list(pages: .bookmarks)
        case .listHistory: return list(pages: .history)
        case .forget: prompt = .command(CommandLine("\(Command.forget.rawValue) ", keys: keys))
        case .copyAddress: return copyAddress()
        case .copyCurl: return copyCurl()
        case .copyHeaders: return copyHeaders()
        case .copyBlock: return copyBlock()
        case .copyExchange: return copyExchange()
        case .copyTest: return copyTest()
        case .chooseExport: sheet = .menu(Menu(.exporting, keys: keys))
        case .exportSession: exportSession()
        case .exportLog: exportLog()
        case .exportPage: exportPage()
        case .exportText: exportText()
        case .toggleSecrets: toggleSecrets()
        case .editRequest: return editRequest()
        case .compareAnswers: return compareAnswers()
        case .comparePage: prompt = .command(CommandLine("\(Command.comparePage.rawValue) "))
        case .saveLink: return saveLink()
        case .listDownloads: return listDownloads()
        case .browseOutside: return browseOutside()
        case .send: prompt = .command(CommandLine("\(Command.send.rawValue) ", keys: keys))
        case .toggleStyles: return toggleStyles()
        case .toggleReader: toggleReader()
        case .toggleFolds: toggleFolds()
        case .togglePictures: return togglePictures()
        case .focusPage: focus(on: .page)
        case .focusState: focus(on: .state)
        case .focusDiff: focus(on: .diff)
        case .focusHeaders: focus(on: .headers)
        case .nextPane: focusNext()
        case .zoom: zoomed = zoomed == nil ? focus : nil
        case .toggleDiff: toggleDiff()
        case .nextArrangement: return rearrange(to: arrangement.next)
        case .nextTheme: return dress(in: theme.next)
        case .switchTone: return dress(in: theme.counterpart)
        case .toggleMouse: toggleMouse()
        case .chooseAccount: return chooseAccount()
        case .help: sheet = .help(HelpList(focus: focus, keys: keys))
        case .redraw: return [.redraw]
        case .quit: return quit()
        case .quitAtOnce: return leave()
        case .closeOverlay: sheet = nil
        case .accept, .cancel, .complete, .cursorLeft, .cursorRight, .cursorToStart, .cursorToEnd,
            .deleteBackward, .deleteForward, .deleteToStart, .deleteToEnd, .deleteWord, .earlierLine,
            .laterLine, .lineBreak, .editLine, .typeNumber, .takeNumber, .eraseNumber, .leaveNumbers,
            .optionDown, .optionUp, .optionPageDown, .optionPageUp, .firstOption, .lastOption,
            .takeOptions, .toggleOption, .findOption, .leaveOptions, .typeAccount, .closeListed, .showView,
            .compareVersions, .agree, .disagree, .sendRequest, .editText, .changeRow, .addRow, .removeRow,
            .override, .storeAnswer, .backToRequest, .openFile, .resumeDownload, .cancelDownload:
            break
        }
        return []
    }

    /// Ends the program, where files are on their way only when the reader says so.
    private mutating func quit() -> [Effect] {
        guard downloads.runningCount > 0 else { return leave() }
        interlude = .question(.leaveDownloads(downloads.runningCount))
        return []
    }

    /// Ends the program.
    mutating func leave() -> [Effect] {
        stopSessions() + rememberPlaces() + [.quit]
    }
}
