import CellGrid
import SonicProtocol
import SonicSession

/// In which tab a page is opened.
enum TabChoice: Equatable, Sendable {
    /// In the one in front.
    case here
    /// In a new one, which comes in front.
    case inFront
    /// In a new one, which stays behind.
    case behind
}

// Opening, closing and turning over tabs.
extension Model {
    /// Opens an address in the tab of choice.
    mutating func open(_ url: WebURL, in choice: TabChoice, from: WebURL? = nil) -> [Effect] {
        switch choice {
        case .here: return open(url, move: .onward, from: from)
        case .inFront:
            account.tabs.append(
                Tab(Tab.Left(place: History.Place(url: url, offset: 0), mode: .open, from: from)))
            return turn(to: account.tabs.count - 1)
        case .behind:
            var tab = Tab(Tab.Left(place: History.Place(url: url, offset: 0), mode: .open))
            let opening = Opening(
                visit: nextVisit(), url: url, from: from, mode: reach == .offline ? .cacheOnly : .open)
            let effects = tab.begin(opening, move: .onward)
            account.tabs.append(tab)
            notice = .news("Tab \(account.tabs.count), in the background: \(url.withoutCredentials.href)")
            return effects
        }
    }

    /// Opens the page behind the chosen link in a new tab.
    mutating func followLink(in choice: TabChoice) -> [Effect] {
        pageBehindLink().map { open($0, in: choice, from: document?.url) } ?? []
    }

    /// Brings a tab in front; a page that is not there is opened.
    mutating func turn(to index: Int) -> [Effect] {
        account.tabs.turn(to: index)
        return comeInFront()
    }

    /// Brings the tab after the one in front there, or the one before; behind the last comes the first.
    mutating func turn(by step: Int) -> [Effect] {
        turn(to: (account.tabs.frontIndex + step + account.tabs.count) % account.tabs.count)
    }

    /// Brings the tab with a number in front, counted from 1.
    mutating func show(tab number: Int) -> [Effect] {
        guard number >= 1, account.tabs.indices.contains(number - 1) else {
            notice = .refusal(
                "No tab \(number): there \(account.tabs.count == 1 ? "is one" : "are \(account.tabs.count)")."
            )
            return []
        }
        return turn(to: number - 1)
    }

    /// Brings the tab in front whose number was typed.
    mutating func showTab(_ number: String) throws(TypingMistake) -> [Effect] {
        guard let number = Int(number) else {
            throw TypingMistake(words: "show-tab takes the number of a tab: show-tab 2.")
        }
        return show(tab: number)
    }

    /// Takes a tab away; its page can be opened again.
    mutating func close(tab index: Int) -> [Effect] {
        let stopping = account.tabs[index].stopSession()
        let isInFront = index == account.tabs.frontIndex
        account.tabs.close(index)
        return stopping + (isInFront ? comeInFront() : [])
    }

    mutating func reopenTab() -> [Effect] { account.tabs.reopen() ? comeInFront() : [] }

    /// Another tab is in front: what lay over the one before goes, and a page that is not here is asked for.
    mutating func comeInFront() -> [Effect] {
        (overlay, inputMode) = (nil, nil)
        account.tabs.keep()
        guard let left = account.tabs.front.left, !isBusy else { return [] }
        return go(to: left.place, .again(left.place), left.mode, from: left.from)
    }
}
