import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession

// The version of the page in front that the reader has seen: looked up once the page is on the screen, and then
// recorded.
extension Model {
    /// Looks up the version of the page in front that was seen before, and records the current one. Called at the end
    /// of every update; the first frame does not wait for it.
    mutating func followReading() -> [Effect] {
        let effects = account.tabs.front.followReading(in: account.name)
        for case .noteRead(let page, _, _) in effects { account.inbox.noteRead(page) }
        return effects
    }

    /// Passes what is new of a page to the tabs that wait for it.
    fileprivate mutating func handle(_ news: LastRead.News, since base: StoredPage?, of page: WebURL) {
        for index in account.tabs.indices {
            account.tabs[index].updateCurrentPage { $0.handle(news, since: base, of: page) }
        }
    }

    /// What changed since the reader has last seen the page, in words; nil for nothing.
    var newsWords: String? {
        guard let reading = account.tabs.front.reading, reading.news != .none, case .known = reading.state,
            account.tabs.front.navigation == nil, account.tabs.front.showsPageOfVisit, let document
        else { return nil }
        let shown = account.tabs.front.shownVersion
        switch reading.news {
        case .none: return nil
        case .since(let number), .sinceLater(let number, _):
            guard number != shown, !document.latest.changes.isEmpty else { return nil }
            let what = document.changedWords
            let span = shown.map { "v\(number) → v\($0)" } ?? "Since v\(number)"
            guard case .sinceLater(_, let last) = reading.news else {
                return "\(span): \(what) changed since you last read it"
            }
            return "\(span): \(what) changed; you last read v\(last), which is no longer stored"
        case .lost(let number): return "It changed since you last read it: v\(number) is no longer stored"
        }
    }
}

extension Tab {
    /// Returns the effects that look up and record the seen version, for the tab in front.
    fileprivate mutating func followReading(in account: String) -> [Effect] {
        guard let state = reading?.state, navigation == nil, visit?.painted != nil || !isBusy,
            let page = reading?.page, page.isHTTP, page != forgotten, document?.origin.method == .get,
            document?.isPage != false,
            let number = shownVersion
        else { return [] }
        switch state {
        // If nothing was stored, nothing can have been seen.
        case .notRequested where visit?.trace.screen.cache == .miss: break
        case .notRequested:
            reading?.state = .requested
            let reply = QueryReply<(news: LastRead.News, base: StoredPage?)>(of: account) {
                $0.handle($1.news, since: $1.base, of: page)
            }
            return [.ask(.seenVersion(of: page, before: number, reply))]
        case .requested: return []
        case .known(let noted): if noted == number { return [] }
        }
        reading?.state = .known(noted: number)
        document?.readTitle()
        return [
            .noteRead(page, number: number, title: VisibleText.line(document?.layout.title ?? ""))
        ]
    }
}
