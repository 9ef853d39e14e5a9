import SonicProtocol
import SonicSession

// What belongs to the tab in front, by the names it has there.
extension Model {
    /// The page on the screen.
    var document: Document? {
        _read { yield tabs.front.document }
        _modify { yield &tabs.front.document }
    }

    /// The visit that brought the page on the screen.
    var documentVisit: Int { tabs.front.documentVisit }

    /// The pages before and after it.
    var history: History {
        _read { yield tabs.front.history }
        _modify { yield &tabs.front.history }
    }

    /// The visit begun last in the tab in front.
    var visit: Visit? {
        _read { yield tabs.front.visit }
        _modify { yield &tabs.front.visit }
    }

    /// The watch of the page on the screen; nil while it is not watched.
    var watching: PageWatch? {
        _read { yield tabs.front.watching }
        _modify { yield &tabs.front.watching }
    }

    /// The words in the panes besides the page.
    var texts: [Pane: ScrolledText] {
        _read { yield tabs.front.texts }
        _modify { yield &tabs.front.texts }
    }

    /// The page on the screen and the place in it, worth coming back to; nil for words of this program.
    var place: History.Place? { tabs.front.place }

    /// The number of that visit; nil before the first.
    public var visitInFront: Int? { visit?.opening.visit }

    /// Whether a visit is the one begun last in one of the tabs. Linear in their number.
    public func shows(visit number: Int) -> Bool {
        tabs.indices.contains { tabs[$0].visit?.opening.visit == number }
    }

    /// Whether the session of the tab in front is outstanding.
    public var isBusy: Bool { tabs.front.isBusy }
}

// What sessions report goes to the tab that it is for.
extension Model {
    /// Takes in a report of a visit's session. Whatever an earlier visit still says is noise by one comparison.
    mutating func handle(_ report: SessionEvent, of number: Int, after: Duration) -> [Effect] {
        guard let index = tabs.index(ofVisit: number) else { return [] }
        var around = TabContext(
            charsets: setup.charsets, encodings: encodings, sites: sites, reach: reach, keys: keys,
            width: pageWidth(pageArea(plan)), now: now)
        tabs[index].handle(report, after: after, &around)
        if index != tabs.frontIndex { settleBehind(index) }
        if !tabs[index].isBusy { tabs.trimTraces() }
        return around.effects.flatMap { perform($0, isInFront: index == tabs.frontIndex) }
    }

    /// What is not on the screen is laid out when it is; of a page behind the title alone is wanted now.
    private mutating func settleBehind(_ index: Int) {
        tabs[index].document?.readTitle()
        if !tabs[index].isBusy { tabs.keep() }
    }

    /// Does what a tab wants. The screen belongs to the one in front.
    private mutating func perform(_ upshot: TabContext.TabEffect, isInFront: Bool) -> [Effect] {
        switch upshot {
        case .pinnable(let url): return [.findPin(url)]
        case .ended(let trace):
            journal.add(trace)
            reportPersistence(of: trace.result, isInFront: isInFront)
            if let result = trace.result { records.add(result) }
        case .handedOver(let handover, let url): accept(handover, of: url, isInFront: isInFront)
        case .judgeable(let order): return [.findFindings(order)]
        case .notice(let notice) where isInFront: self.notice = notice
        case .challenged(let challenge, let words) where isInFront && prompt == nil:
            prompt = .user(LineEditor(), challenge)
            notice = .failure(words)
        case .turned where isInFront: if zoomed == nil, plan[.page] == nil { focus = .page }
        case .notice, .challenged, .turned: break
        }
        return []
    }

    /// Gives up the session of the tab in front, if any; what it brought stays on the screen.
    mutating func stopSession() -> [Effect] { tabs.front.stopSession() }

    /// Gives up the sessions of all tabs.
    mutating func stopSessions() -> [Effect] {
        tabs.indices.flatMap { tabs[$0].stopSession() }
    }
}
