import CellGrid
import SonicProtocol
import SonicSession

/// The tab in which a page is opened.
enum TabChoice: Equatable, Sendable {
    /// The tab in front.
    case here
    /// A new tab in front.
    case inFront
    /// A new tab in the background.
    case behind
}

// Opening, closing and switching tabs.
extension Model {
    /// Opens an address in a tab.
    mutating func open(_ url: WebURL, in choice: TabChoice, from: WebURL? = nil) -> [Effect] {
        switch choice {
        case .here: return open(url, move: .push, from: from)
        case .inFront:
            account.tabs.append(
                Tab(Tab.Left(place: History.Place(url: url, offset: 0), mode: .open, from: from)))
            return turn(to: account.tabs.count - 1)
        case .behind:
            var tab = Tab(Tab.Left(place: History.Place(url: url, offset: 0), mode: .open))
            let opening = Opening(
                visit: nextVisit(), url: url, from: from, mode: reach == .offline ? .cacheOnly : .open)
            let effects = tab.begin(opening, move: .push)
            account.tabs.append(tab)
            notice = .news("Tab \(account.tabs.count), in the background: \(url.withoutCredentials.href)")
            return effects
        }
    }

    /// Opens the page of the chosen link in a new tab.
    mutating func followLink(in choice: TabChoice) -> [Effect] {
        pageBehindLink().map { open($0, in: choice, from: document?.url) } ?? []
    }

    /// Brings a tab to the front; an unloaded page is opened.
    mutating func turn(to index: Int) -> [Effect] {
        account.tabs.turn(to: index)
        return comeInFront()
    }

    /// Brings the next or previous tab to the front; the first follows the last.
    mutating func turn(by step: Int) -> [Effect] {
        turn(to: (account.tabs.frontIndex + step + account.tabs.count) % account.tabs.count)
    }

    /// Brings the tab with a number to the front, counted from 1.
    mutating func show(tab number: Int) -> [Effect] {
        guard number >= 1, account.tabs.indices.contains(number - 1) else {
            notice = .refusal(
                "No tab \(number): there \(account.tabs.count == 1 ? "is one" : "are \(account.tabs.count)")."
            )
            return []
        }
        return turn(to: number - 1)
    }

    /// Brings the tab with a typed number to the front.
    mutating func showTab(_ number: String) throws(TypingMistake) -> [Effect] {
        guard let number = Int(number) else {
            throw TypingMistake(words: "show-tab takes the number of a tab: show-tab 2.")
        }
        return show(tab: number)
    }

    /// Closes a tab; it can be reopened.
    mutating func close(tab index: Int) -> [Effect] {
        let stopping = account.tabs[index].stopSession()
        let isInFront = index == account.tabs.frontIndex
        account.tabs.close(index)
        return stopping + (isInFront ? comeInFront() : [])
    }

    mutating func reopenTab() -> [Effect] { account.tabs.reopen() ? comeInFront() : [] }

    /// Completes a switch to another tab: the overlay of the previous one is closed, and an unloaded page is requested.
    mutating func comeInFront() -> [Effect] {
        (overlay, inputMode) = (nil, nil)
        account.tabs.keep()
        guard let left = account.tabs.front.left, !isBusy else { return [] }
        return go(to: left.place, .again(left.place), left.mode, from: left.from)
    }
}
