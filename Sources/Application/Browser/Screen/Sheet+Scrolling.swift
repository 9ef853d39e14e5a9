// What of a sheet scrolls, said once for all keys that scroll.
extension Sheet {
    /// The kinds of sheet, by how they scroll.
    enum Body {
        /// A list with a cursor.
        case list
        /// The list of keys, whose entries take several lines.
        case keys
        /// Words.
        case text
        /// The session taken apart, of which not all rows are known at first.
        case inspector
    }

    /// How it scrolls.
    var body: Body {
        switch self {
        case .help: .keys
        case .options, .accounts, .tabs, .menu, .downloads, .versions, .sessions, .pages, .request,
            .intercepted:
            .list
        case .facts, .log, .findings, .textDialog, .resent: .text
        case .inspector: .inspector
        }
    }

    /// The place in the list that it shows; nil where it shows none.
    var cursor: ListCursor? {
        get {
            switch self {
            case .help(let help): help.list.cursor
            case .options(let list): list.cursor
            case .accounts(let list): list.cursor
            case .tabs(let list): list.cursor
            case .downloads(let list): list.cursor
            case .menu(let menu): menu.cursor
            case .versions(let list): list.cursor
            case .sessions(let sessions): sessions.list.cursor
            case .pages(let pages): pages.list.cursor
            case .request(let request): request.cursor
            case .intercepted(let list): list.cursor
            case .facts, .log, .findings, .textDialog, .resent, .inspector: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .help(var help):
                help.list.cursor = newValue
                self = .help(help)
            case .options(var list):
                list.cursor = newValue
                self = .options(list)
            case .accounts(var list):
                list.cursor = newValue
                self = .accounts(list)
            case .tabs(var list):
                list.cursor = newValue
                self = .tabs(list)
            case .downloads(var list):
                list.cursor = newValue
                self = .downloads(list)
            case .menu(var menu):
                menu.cursor = newValue
                self = .menu(menu)
            case .versions(var list):
                list.cursor = newValue
                self = .versions(list)
            case .sessions(var sessions):
                sessions.list.cursor = newValue
                self = .sessions(sessions)
            case .pages(var pages):
                pages.list.cursor = newValue
                self = .pages(pages)
            case .request(var request):
                request.cursor = newValue
                self = .request(request)
            case .intercepted(var list):
                list.cursor = newValue
                self = .intercepted(list)
            case .facts, .log, .findings, .textDialog, .resent, .inspector: return
            }
        }
    }

    /// The words of a sheet of words that scroll; nil for another.
    var text: ScrolledText? {
        get {
            switch self {
            case .facts(let text), .log(let text), .findings(let text): text
            case .textDialog(let telling): telling.text
            case .resent(let answer): answer.text
            case .help, .inspector, .intercepted, .options, .accounts, .tabs, .menu, .downloads, .versions,
                .sessions,
                .pages, .request:
                nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .facts: self = .facts(newValue)
            case .log: self = .log(newValue)
            case .findings: self = .findings(newValue)
            case .textDialog(var telling):
                telling.text = newValue
                self = .textDialog(telling)
            case .resent(var answer):
                answer.text = newValue
                self = .resent(answer)
            case .help, .inspector, .intercepted, .options, .accounts, .tabs, .menu, .downloads, .versions,
                .sessions,
                .pages, .request:
                return
            }
        }
    }
}
