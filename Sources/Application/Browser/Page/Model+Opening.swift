import CellGrid
import SonicProtocol
import SonicSession

// Beginning and stopping sessions, and walking through the pages seen.
extension Model {
    /// Opens an address; a place on the page that is shown already is gone to at once.
    mutating func open(
        _ url: WebURL, method: RequestMethod = .get, mode: SessionMode = .open, move: History.Move,
        from: WebURL? = nil,
        credentials: Credentials? = nil
    ) -> [Effect] {
        if move == .onward, method == .get, let fragment = url.fragment, isShown(url) || isInAnswer(url) {
            if isShown(url) { history.record(move, leaving: place) }
            let target = FragmentTarget(fragment)
            document?.url = target.stripped(url)
            if let aim = target.aim { document?.aim(at: aim) }
            if let sought = target.sought {
                document?.search = PageSearch(seeking: sought)
                document?.aim(at: target.aim ?? .none)
                notice = .tally
            }
            screen.focus(on: .page)
            return []
        }
        // A link to the page on the screen asks for it again; it does not move on. The answer to a form is another
        // page, whatever its address.
        let isAgain = method == .get && document?.asked == .get && isShown(url)
        let move = move == .onward && isAgain ? .stay : move
        let mode = reach == .offline ? .cacheOnly : mode
        // Who asks for a page asks for the sheets and pictures that it names, too.
        account.shelf.beginVisit(mode)
        let opening = Opening(
            visit: nextVisit(), url: url, from: from, method: method, mode: mode, credentials: credentials)
        overlay = nil
        return account.tabs.front.begin(opening, move: move)
    }

    mutating func reload(_ mode: SessionMode) -> [Effect] {
        // A page still on its way is asked for anew and moves on as it would have.
        if let visit, visit.isBusy, !account.tabs.front.showsVisit {
            return again(visit.opening.url, visit.opening.method, mode, visit.move)
        }
        guard let document = account.tabs.front.standing else {
            return account.tabs.front.left.map { again($0.place.url, $0.place.asked, mode, .again($0.place)) }
                ?? []
        }
        return again(document.url, document.asked, mode, .stay)
    }

    /// Asks for a page once more; for the answer to a form only when the reader says so.
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
            notice = .news("This is the newest version.")
            return []
        }
        guard isBusy || !account.tabs.front.showsAnswer else {
            account.tabs.front.leaveAnswer()
            return []
        }
        let isBegun = account.tabs.front.showsVisit && document?.isBegun ?? false
        notice = .news(isBegun ? "Stopped: only the beginning of the page was read." : "Stopped.")
        return stopSession()
    }

    mutating func goBack() -> [Effect] {
        guard let place = history.before.last else { return [] }
        return go(to: place, .back(place))
    }

    mutating func goForward() -> [Effect] {
        guard let place = history.ahead.last else { return [] }
        return go(to: place, .forward(place))
    }

    /// Goes to a page and the place in it, by default without asking for what is stored.
    mutating func go(
        to place: History.Place, _ move: History.Move, _ mode: SessionMode = .back, from: WebURL? = nil
    ) -> [Effect] {
        if isShown(place.url), place.asked == document?.asked {
            history.record(move, leaving: self.place)
            document?.url = place.url
            document?.aim(at: .offset(place.offset))
            document?.chosenLink = place.link
            return []
        }
        guard place.asked == .get else { return showLeftAnswer(place, move) }
        return open(place.url, mode: mode, move: move, from: from)
    }

    /// Whether an address is the page on the screen, fragments apart.
    private func isShown(_ url: WebURL) -> Bool {
        guard let document, document.isPage else { return false }
        return document.url.withoutFragment == url.withoutFragment
    }

    /// Whether an address is a place in the server's answer that is shown.
    private func isInAnswer(_ url: WebURL) -> Bool {
        account.tabs.front.showsAnswer && document?.url.withoutFragment == url.withoutFragment
    }

    /// Says that the page has no place for the fragment that was asked for.
    mutating func reportMissingPlace() {
        guard let name = document?.missing else { return }
        document?.missing = nil
        if case .failure = notice { return }
        notice = .news("Not found on this page: “#\(VisibleText.line(name))”.")
    }

    /// A fragment without percent-encoding, as ids are written (HTML §7.4.6.3).
    static func decoded(_ fragment: String) -> String {
        String(decoding: WebURL.percentDecoded(fragment), as: UTF8.self)
    }
}
