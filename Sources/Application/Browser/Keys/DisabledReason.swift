/// Why a command can do nothing at the moment. Each is a question to the model and a sentence for people, in which
/// keys are named by their commands (`KeyTable.told`).
enum DisabledReason: String, CaseIterable, Sendable {
    case noPage = "there is no page yet: press {open} to open one"
    case noSession = "nothing was asked for yet: press {open} to open a page"
    case answerToForm = "the answer to a form is not asked for again unasked"
    case noLinks = "this page has no links"
    case noLinkChosen = "no link or field is chosen: press {next-link} first"
    case linkOutOfSight = "the chosen link or field is not on the screen: press {next-link} to choose one"
    case noLinksShown = "no link or field is on the screen"
    case noFieldChosen = "no field of a form is chosen: press {next-link} first"
    case offline = "offline no server is asked: press {offline} to go online"
    case otherPane = "links belong to the page pane: press {page-pane} to go there"
    case atStart = "this is the start"
    case atEnd = "this is the end"
    case nothingBefore = "there is no page to go back to"
    case nothingAhead = "there is no page to go forward to"
    case nothingLoading = "nothing is loading"
    case nothingChanged = "nothing changed since the copy shown before"
    case onlyFigures = "only numbers and times changed, on lines marked ~"
    case noChangeBelow = "no change further down"
    case noChangeAbove = "no change further up"
    case stillArriving = "the page is still arriving"
    case oldestShown = "this is the oldest version that is kept"
    case newestShown = "this is the newest version"
    case nothingSent = "no server sent anything for this page: there is nothing to save"
    case noAnswer = "the server sent no answer besides the page"
    case noRequest = "no server was asked for this page: there is no request"
    case sessionUnderWay = "the session is still under way"
    case nothingJournalled = "no session has ended in this run"
    case noElements = "this is text without styles"
    case noTree = "this page is no JSON: only objects and arrays are folded"
    case noForm = "this page is shown in one form only"
    case onePane = "no other pane is shown: press {layout} for more panes"
    case onlyTab = "this is the only tab"
    case noClosedTab = "no tab was closed"
    case nothingIntercepted = "nothing is held: press {intercept-what} to say what is to be"
    case alreadyThere = "this pane is in focus already"
    case onlyForm = "this is shown in one form only"
    case noLaterRequest = "the session made no later request"
    case noEarlierRequest = "the session made no earlier request"
    case noNewerSession = "this is the newest session of the tab"
    case notInBlocks = "blocks are turned over in their view: press 4 first"
    case noLaterBlock = "no later block"
    case noEarlierBlock = "all blocks are listed here"
    case noEarlierLine = "no earlier line"
    case noLaterLine = "no later line"
    case nothingSought = "nothing was looked for yet: press {search} first"
}

extension DisabledReason {
    /// Why an entry of the `:` line can do nothing as it is: an address behind its name stands in for a link.
    func words(of binding: KeyTable.Binding) -> String {
        switch (self, binding.parameter) {
        case (.otherPane, .address), (.noLinks, .address), (.noLinkChosen, .address),
            (.linkOutOfSight, .address):
            "press {next-link} to choose a link, or type an address"
        default: rawValue
        }
    }
}

extension Command {
    /// What can keep the command from doing anything, in the order in which it is asked.
    var possibleHindrances: [DisabledReason] {
        switch self {
        case .lineDown, .pageDown, .halfPageDown, .toEnd: [.atEnd]
        case .lineUp, .pageUp, .halfPageUp, .toStart: [.atStart]
        case .nextLink, .previousLink: [.otherPane, .noLinks]
        case .follow, .followInTab, .followBehind: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight]
        case .preload, .saveLink: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight, .offline]
        case .listLinks: [.noLinks]
        case .setMark: [.noPage]
        case .numberLinks, .numberLinksToChoose: [.otherPane, .noLinks, .noLinksShown]
        case .sendForm: [.otherPane, .noFieldChosen, .linkOutOfSight]
        case .back: [.nothingBefore]
        case .forward: [.nothingAhead]
        case .inspectHeaders, .inspectBody: [.noSession]
        case .nextForm: [.onlyForm]
        case .nextRequest: [.noLaterRequest]
        case .previousRequest: [.noEarlierRequest]
        case .newestSession: [.noNewerSession]
        case .nextBlock: [.notInBlocks, .noLaterBlock]
        case .previousBlock: [.notInBlocks, .noEarlierBlock]
        case .reload, .showFacts, .showLog, .showFindings, .changePin, .chooseCopy,
            .copyAddress,
            .copyBlock, .copyExchange:
            [.noPage]
        case .copyCurl, .copyHeaders: [.noPage, .noRequest]
        case .copyTest, .exportSession: [.noPage, .sessionUnderWay]
        case .exportPage, .exportText: [.noPage, .sessionUnderWay, .nothingSent]
        case .exportLog: [.nothingJournalled]
        case .forceReload, .editRequest: [.noPage, .offline]
        case .watch, .watchEvery: [.noPage, .offline, .answerToForm]
        case .stop: [.nothingLoading]
        case .changeBookmark: [.noPage]
        case .showOlder: [.noPage, .answerToForm, .stillArriving, .oldestShown]
        case .showNewer: [.noPage, .newestShown]
        case .listVersions, .findBlockChange: [.noPage, .answerToForm, .stillArriving]
        case .listIntercepted, .forwardIntercepted, .acceptUnstored, .dropIntercepted, .editIntercepted:
            [.nothingIntercepted]
        case .nextChange: [.noPage, .nothingChanged, .onlyFigures, .noChangeBelow]
        case .previousChange: [.noPage, .nothingChanged, .onlyFigures, .noChangeAbove]
        case .compareAnswers: [.noPage]
        case .showAnswer: [.noAnswer]
        case .toggleStyles: [.noPage, .noElements]
        case .toggleReader: [.noPage, .noForm]
        case .toggleFolds: [.noPage, .noTree]
        case .nextPane, .zoom: [.onePane]
        case .nextTab, .previousTab, .closeTab: [.onlyTab]
        case .reopenTab: [.noClosedTab]
        case .focusPage, .focusState, .focusDiff, .focusHeaders: [.alreadyThere]
        case .earlierLine: [.noEarlierLine]
        case .laterLine: [.noLaterLine]
        case .nextMatch, .previousMatch: [.nothingSought]
        case .chooseExport, .toggleSecrets, .search, .goToMark, .listHeadings, .nextHeading,
            .previousHeading, .intercept, .typeFilter, .respond, .openAddress, .openTab, .showTab,
            .listTabs, .closeListed, .compareVersions, .listSessions, .showInbox, .listBookmarks,
            .listHistory, .forget, .toggleOffline, .toggleDiff,
            .nextArrangement, .help, .redraw, .quit, .quitAtOnce, .closeOverlay, .nextView, .previousView,
            .showView, .goToPlace, .typeCommand, .accept, .cancel, .complete, .cursorLeft, .cursorRight,
            .cursorToStart, .cursorToEnd, .deleteBackward, .deleteForward, .deleteToStart, .deleteToEnd,
            .deleteWord, .lineBreak, .editLine, .typeNumber, .takeNumber, .eraseNumber, .leaveNumbers,
            .optionDown, .optionUp, .optionPageDown, .optionPageUp, .firstOption, .lastOption,
            .takeOptions, .toggleOption, .findOption, .leaveOptions, .chooseAccount, .nextTheme,
            .switchTone, .typeAccount, .agree, .disagree, .sendRequest, .editText, .changeRow, .addRow,
            .removeRow, .override, .storeAnswer, .backToRequest, .comparePage, .toggleMouse, .listDownloads,
            .openFile,
            .resumeDownload, .cancelDownload, .browseOutside, .send, .togglePictures, .chooseEncoding:
            []
        }
    }

    /// The sentences of `possibleHindrances`, for documentation.
    var hindrances: [String] { possibleHindrances.map { KeyTable.standard.namingKeys($0.rawValue) } }
}
