import CellGrid
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
        if move == .push, method == .get, let fragment = url.fragment, isShown(url) || isInAnswer(url) {
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
        // A link to the page on the screen requests it again, without a history entry. The response to a form is
        // another page, whatever its address.
        let isAgain = method == .get && document?.method == .get && isShown(url)
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
        return again(document.url, document.method, mode, .stay)
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

    /// Goes to a page and the place in it, by default without revalidating what is stored.
    mutating func go(
        to place: History.Place, _ move: History.Move, _ mode: SessionMode = .back, from: WebURL? = nil
    ) -> [Effect] {
        if isShown(place.url), place.method == document?.method {
            history.record(move, leaving: self.place)
            document?.url = place.url
            document?.aim(at: .offset(place.offset))
            document?.chosenLink = place.link
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

    /// Returns whether an address is a place in the server's response on the screen.
    private func isInAnswer(_ url: WebURL) -> Bool {
        account.tabs.front.showsAnswer && document?.url.withoutFragment == url.withoutFragment
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
}
