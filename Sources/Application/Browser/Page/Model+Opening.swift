import BrowserValues
import CellGrid
import PageLayout
import SonicProtocol
import SonicSession

// Beginning and stopping sessions, and moving through the history.
extension Model {
    /// Opens an address; a fragment of the page on the screen is shown at once.
    mutating func open(
        _ url: WebURL, method: RequestMethod = .get, mode: SessionMode = .open, move: History.Move,
        from: WebURL? = nil,
        credentials: Credentials? = nil
    ) -> [Effect] {
        // It may be a place in the server's response on the screen.
        let isInAnswer =
            account.tabs.front.showsAnswer && document?.url.withoutFragment == url.withoutFragment
        if move == .push, method == .get, let fragment = url.fragment, isShown(url) || isInAnswer {
            if isShown(url) { history.record(move, leaving: place) }
            let target = FragmentTarget(fragment)
            document?.url = target.stripped(url)
            if let aim = target.aim { document?.aim(at: aim) }
            if let sought = target.sought {
                document?.reader.search = PageSearch(seeking: sought)
                document?.aim(at: target.aim ?? .none)
                notice = .tally
            }
            screen.focus(on: .page)
            return []
        }
        // A link to the page on the screen requests it again, without a history entry. The response to a form is
        // another page, whatever its address.
        let isAgain = method == .get && document?.origin.method == .get && isShown(url)
        let move = move == .push && isAgain ? .stay : move
        let mode = reach == .offline ? .cacheOnly : mode
        // The mode of a page also applies to its style sheets and pictures.
        account.shelf.beginVisit(mode)
        let opening = Opening(
            visit: nextVisit(), url: url, from: from, method: method, mode: mode, credentials: credentials)
        overlay = nil
        return account.tabs.front.begin(opening, move: move)
    }

    mutating func reload(_ mode: SessionMode) -> [Effect] {
        // A page that is still loading is requested again with its original move in the history.
        if let visit, visit.isBusy, !account.tabs.front.showsVisit {
            return again(visit.opening.url, visit.opening.method, mode, visit.move)
        }
        guard let document = account.tabs.front.pageDocument else {
            guard let place = account.tabs.front.left?.place else { return [] }
            return again(place.url, place.method, mode, .again(place))
        }
        return again(document.url, document.origin.method, mode, .stay)
    }

    /// Requests a page once more; the response to a form only after the reader confirms it.
    private mutating func again(
        _ url: WebURL, _ method: RequestMethod, _ mode: SessionMode, _ move: History.Move
    ) -> [Effect] {
        switch method {
        case .get: return open(url, mode: mode, move: move, from: visit?.opening.from)
        case .post(let body):
            inputMode = .question(.repeatPost(url, body, mode, move))
            return []
        }
    }

    mutating func stop() -> [Effect] {
        guard account.tabs.front.navigation == nil else {
            account.tabs.front.leaveNavigation()
            return notify(.news("This is the newest version."))
        }
        guard isBusy || !account.tabs.front.showsAnswer else {
            account.tabs.front.leaveAnswer()
            return []
        }
        let isBegun = account.tabs.front.showsVisit && document?.isBegun ?? false
        notice = .news(isBegun ? "Stopped: only the beginning of the page was read." : "Stopped.")
        return stopSession()
    }

    mutating func goOn(_ isForward: Bool) -> [Effect] {
        guard let place = (isForward ? history.ahead : history.before).last else { return [] }
        return go(to: place, isForward ? .forward(place) : .back(place))
    }

    /// Goes to a page and the place in it, by default without revalidating what is stored.
    mutating func go(
        to place: History.Place, _ move: History.Move, _ mode: SessionMode = .back, from: WebURL? = nil
    ) -> [Effect] {
        if isShown(place.url), place.method == document?.origin.method {
            history.record(move, leaving: self.place)
            document?.url = place.url
            document?.aim(at: .offset(place.offset))
            document?.reader.chosenLink = place.link
            return []
        }
        guard place.method == .get else { return showLeftAnswer(place, move) }
        return open(place.url, mode: mode, move: move, from: from)
    }

    /// Returns whether an address is that of the page on the screen, apart from fragments.
    private func isShown(_ url: WebURL) -> Bool {
        guard let document, document.isPage else { return false }
        return document.url.withoutFragment == url.withoutFragment
    }

    /// Reports that the page has no place for the requested fragment.
    mutating func reportMissingPlace() {
        guard let name = document?.missing else { return }
        document?.missing = nil
        if case .failure = notice { return }
        notice = .news("Not found on this page: “#\(VisibleText.line(name))”.")
    }

    /// Returns a fragment percent-decoded, as ids are written (HTML §7.4.6.3).
    static func decoded(_ fragment: String) -> String {
        String(decoding: WebURL.percentDecoded(fragment), as: UTF8.self)
    }

    // The completions of an address being typed.

    /// Opens the address prompt and requests the stored and bookmarked pages. In the same tab it begins with the address
    /// of the page, which is replaced by what is typed.
    mutating func typeAddress(in tab: TabChoice = .here) -> [Effect] {
        let text = tab == .here ? addressShown?.href ?? "" : ""
        prompt = .address(AddressLine(completions, in: tab, editing: text, isSelected: true))
        return [askForPages(.address)]
    }

    /// Opens the address prompt with the address of the page.
    mutating func editAddress() -> [Effect] {
        guard let url = addressShown else { return refuse(.noPage) }
        prompt = .address(AddressLine(completions, editing: url.href))
        return [askForPages(.address)]
    }

    /// The address of the page on the screen, or of the page that is being opened, without credentials; nil if there is
    /// none.
    var addressShown: WebURL? {
        (document.flatMap { $0.source == .own ? nil : $0.url } ?? visit?.opening.url)?.withoutCredentials
    }

    /// The possible pages: first those visited in this run, the latest first, then bookmarks, then stored pages.
    var completions: [KnownPage] {
        let known = Dictionary(account.knownPages.map { ($0.url, $0) }) { first, _ in first }
        let visited = visited.map { known[$0.withoutFragment.withoutCredentials] ?? KnownPage(url: $0) }
        return visited + account.knownPages.filter { $0.bookmark != nil }
            + account.knownPages.filter { $0.bookmark == nil }
    }

    /// The pages visited in this run, the latest first. The response to a form is left out, as it cannot be typed.
    private var visited: [WebURL] {
        let places = history.before.reversed() + history.ahead
        return [place].compactMap(\.self).filter { $0.method == .get }.map(\.url)
            + places.filter { $0.method == .get }.map(\.url)
    }

    // The start page. The tab writes the page of its failure.

    /// The address of the start page.
    static let startAddress = WebURL("about:start")

    /// Shows the page for a browser without an address: the inbox or an introduction, and the keys.
    mutating func showStartPage() {
        guard let url = Self.startAddress else { return }
        let rows: [Command] = [
            .openAddress, .nextLink, .follow, .back, .reload, .nextArrangement, .typeCommand, .help, .quit,
        ]
        let help = rows.compactMap { keys.binding(of: $0) }.map { binding in
            let key = Escaping.text(keys.keyName(of: binding.command))
            return "<tr><td><b>\(key)</b></td><td>\(Escaping.text(binding.help))</td></tr>"
        }
        let width = pageWidth(pageArea(plan))
        let pages = account.inbox.html(width: width, now: now, keys: keys, reach: reach)
        let beginning =
            pages.isEmpty
            ? """
            <h1>sonic</h1>
            <p>Visited pages open at once, and only changes come over the network.</p>
            <p>Press <b>\(Escaping.text(keys.keyName(of: .openAddress)))</b> and type an address. Run <code>sonic demo</code> for a tour.</p>
            """ : pages
        let html = "<title>sonic</title>\(beginning)<h2>Keys</h2><table>\(help.joined())</table>"
        var page = Document(url: url, source: .own, html: Array(html.utf8), width: width)
        if !pages.isEmpty {
            page.layOutWhole()
            page.reader.chosenLink = 0
        }
        account.tabs.front.show(page)
    }
}
