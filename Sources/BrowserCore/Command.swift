/// Everything a key can do. The key table gives each its keys and its help.
public enum Command: String, CaseIterable, Sendable {
    // Scrolling, in the pane in focus or the sheet on top.
    case lineDown, lineUp, pageDown, pageUp, halfPageDown, halfPageUp, toStart, toEnd
    // Links and fields of the page.
    case nextLink, previousLink, follow, preload, numberLinks, numberLinksToChoose, sendForm
    // Opening pages.
    case openAddress, back, forward, reload, forceReload, stop, toggleOffline
    // Changes and answers.
    case nextChange, previousChange, showAnswer, showFacts, showLog
    // How pages are shown and kept.
    case toggleStyles, changePin
    // Panes.
    case focusPage, focusState, focusDiff, focusHeaders, nextPane, zoom, toggleDiff, nextArrangement
    // The program.
    case chooseAccount, help, redraw, quit, quitAtOnce
    // A sheet.
    case closeSheet
    // The line being typed.
    case accept, cancel, cursorLeft, cursorRight, cursorToStart, cursorToEnd
    case deleteBackward, deleteForward, deleteToStart, deleteToEnd, deleteWord
    case earlierLine, laterLine, lineBreak
    // Numbers of links.
    case typeNumber, takeNumber, eraseNumber, leaveNumbers
    // Accounts.
    case typeAccount
    // Options of a field, and accounts.
    case optionDown, optionUp, optionPageDown, optionPageUp, firstOption, lastOption
    case takeOptions, toggleOption, findOption, leaveOptions
    // A question.
    case agree, disagree
}
