/// Everything a key can do. The raw value is its name in words, as help and the `:` line have it; the key table
/// gives each its keys and its help.
public enum Command: String, CaseIterable, Sendable {
    // Scrolling, in the pane in focus or the sheet on top.
    case lineDown = "line-down"
    case lineUp = "line-up"
    case pageDown = "page-down"
    case pageUp = "page-up"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case toStart = "start"
    case toEnd = "end"
    // Looking for text there.
    case search
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    // Places of the page.
    case listLinks = "links"
    case listHeadings = "headings"
    case nextHeading = "next-heading"
    case previousHeading = "previous-heading"
    case setMark = "mark"
    case goToMark = "to-mark"
    // Links and fields of the page.
    case nextLink = "next-link"
    case previousLink = "previous-link"
    case follow
    case preload
    case numberLinks = "number-links"
    case numberLinksToChoose = "choose-link"
    case sendForm = "send-form"
    // Opening pages.
    case openAddress = "open"
    case back
    case forward
    case reload
    case forceReload = "force-reload"
    case stop
    case toggleOffline = "offline"
    case watch
    case watchEvery = "watch-every"
    // Tabs.
    case openTab = "tab"
    case followInTab = "follow-in-tab"
    case followBehind = "follow-behind"
    case nextTab = "next-tab"
    case previousTab = "previous-tab"
    case showTab = "show-tab"
    case closeTab = "close-tab"
    case reopenTab = "reopen-tab"
    case listTabs = "tabs"
    // Holding requests and answers.
    case intercept
    case typeFilter = "intercept-what"
    case listIntercepted = "held"
    case forwardIntercepted = "accept-held"
    case acceptUnstored = "forward-unstored"
    case dropIntercepted = "drop-held"
    case editIntercepted = "edit-held"
    case respond
    // Changes and answers.
    case nextChange = "next-change"
    case previousChange = "previous-change"
    case showAnswer = "answer"
    case showFacts = "facts"
    case showLog = "log"
    case showFindings = "findings"
    case inspectHeaders = "inspect"
    case inspectBody = "source"
    // Pages that are known.
    case showInbox = "inbox"
    case changeBookmark = "bookmark"
    case listBookmarks = "bookmarks"
    case listHistory = "history"
    case forget
    // The versions of a page and the sessions that made them.
    case showOlder = "older"
    case showNewer = "newer"
    case listVersions = "versions"
    case compareVersions = "compare-versions"
    case findBlockChange = "block-changed"
    case listSessions = "sessions"
    // How pages are shown and kept.
    case toggleStyles = "styles"
    case toggleReader = "reader"
    case toggleFolds = "folds"
    case togglePictures = "pictures"
    case chooseEncoding = "encoding"
    case changePin = "pin"
    case goToPlace = "go"
    // What is taken along.
    case chooseCopy = "copy"
    case copyAddress = "copy-address"
    case copyCurl = "copy-curl"
    case copyHeaders = "copy-headers"
    case copyBlock = "copy-block"
    case copyExchange = "copy-exchange"
    case copyTest = "copy-test"
    case chooseExport = "export"
    case exportSession = "export-session"
    case exportLog = "export-log"
    case exportPage = "export-page"
    case exportText = "export-text"
    case toggleSecrets = "secrets"
    // Files, and other programs.
    case saveLink = "save-link"
    case listDownloads = "downloads"
    case browseOutside = "outside"
    case send
    case openFile = "open-file"
    case resumeDownload = "resume-download"
    case cancelDownload = "cancel-download"
    // Resent requests.
    case editRequest = "edit-request"
    case compareAnswers = "compare-answers"
    case comparePage = "compare"
    case sendRequest = "send-request"
    case editText = "edit-text"
    case changeRow = "change-line"
    case addRow = "add-header"
    case removeRow = "remove-header"
    case override = "lie"
    case storeAnswer = "store-answer"
    case backToRequest = "back-to-request"
    // Panes.
    case focusPage = "page-pane"
    case focusState = "state-pane"
    case focusDiff = "diff-pane"
    case focusHeaders = "headers-pane"
    case nextPane = "next-pane"
    case zoom
    case toggleDiff = "diff"
    case nextArrangement = "layout"
    case nextTheme = "theme"
    case switchTone = "tone"
    case toggleMouse = "mouse"
    // The program.
    case chooseAccount = "account"
    case help
    case typeCommand = "commands"
    case redraw
    case quit
    case quitAtOnce = "quit-at-once"
    // A sheet.
    case closeOverlay = "close"
    // The inspector.
    case nextView = "next-view"
    case previousView = "previous-view"
    case showView = "view"
    case nextForm = "next-form"
    case nextRequest = "next-request"
    case previousRequest = "previous-request"
    case newestSession = "newest-session"
    case nextBlock = "next-block"
    case previousBlock = "previous-block"
    // The line being typed.
    case accept
    case cancel
    case complete
    case cursorLeft = "cursor-left"
    case cursorRight = "cursor-right"
    case cursorToStart = "cursor-to-start"
    case cursorToEnd = "cursor-to-end"
    case deleteBackward = "delete-backward"
    case deleteForward = "delete-forward"
    case deleteToStart = "delete-to-start"
    case deleteToEnd = "delete-to-end"
    case deleteWord = "delete-word"
    case earlierLine = "earlier-line"
    case laterLine = "later-line"
    case lineBreak = "line-break"
    case editLine = "edit-line"
    // Numbers of links.
    case typeNumber = "type-number"
    case takeNumber = "take-number"
    case eraseNumber = "erase-number"
    case leaveNumbers = "leave-numbers"
    // Accounts.
    case typeAccount = "type-account"
    // The list of tabs.
    case closeListed = "close-entry"
    // Options of a field, accounts and tabs.
    case optionDown = "entry-down"
    case optionUp = "entry-up"
    case optionPageDown = "entries-page-down"
    case optionPageUp = "entries-page-up"
    case firstOption = "first-entry"
    case lastOption = "last-entry"
    case takeOptions = "take-entry"
    case toggleOption = "toggle-entry"
    case findOption = "find-entry"
    case leaveOptions = "leave-list"
    // A question.
    case agree
    case disagree
}
