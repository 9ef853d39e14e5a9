import BrowserValues
import CellGrid
import PageLayout
import SonicProtocol
import SonicSession

// Navigating between the stored versions of a page.
extension Model {
    /// Requests a version of the page in front, or the list of versions.
    mutating func readVersion(_ wanted: VersionOrder.Wanted) -> [Effect] {
        guard let document else { return [] }
        return [readVersions(of: document.url.withoutFragment, wanted)]
    }

    /// Asks for versions of a page.
    func readVersions(of page: WebURL, _ wanted: VersionOrder.Wanted) -> Effect {
        let order = VersionOrder(page: page, wanted: wanted)
        return .ask(.versions(order, reply { $0.show($1.found, among: $1.versions, for: order) }))
    }

    mutating func showOlder() -> [Effect] {
        readVersion(.older(than: account.tabs.front.navigation?.shown ?? account.tabs.front.shownVersion))
    }

    mutating func showNewer() -> [Effect] {
        account.tabs.front.navigation.map { readVersion(.newer(than: $0.shown)) } ?? []
    }

    /// Looks for the version in which the block of the chosen link, or at the top of the screen, last changed.
    mutating func findBlockChange() -> [Effect] {
        guard let name = blockInSight else { return refuse("No block of the page is on the screen.") }
        return readVersion(
            .lastChange(
                of: name, upTo: account.tabs.front.navigation?.shown ?? account.tabs.front.shownVersion))
    }

    /// The name of the block that contains the chosen link if that is visible, otherwise of the first visible block.
    private var blockInSight: String? {
        guard let document else { return nil }
        let shown = document.bytesShown(height: pageHeight(plan))
        let blocks = document.blocks
        if let link = document.reader.chosenLink.flatMap({ document.layout.link($0) }),
            case let offset = document.layout.byteOffset(ofLine: link.line), shown.contains(offset),
            let block = blocks.first(where: { $0.range.contains(offset) })
        {
            return block.name
        }
        return blocks.first {
            $0.range.lowerBound < shown.upperBound && shown.lowerBound < $0.range.upperBound
        }?
        .name
    }

    /// Shows the versions that were found.
    private mutating func show(
        _ found: FoundVersion, among versions: [ListedVersion], for order: VersionOrder
    ) -> [Effect] {
        switch found {
        case .none(let words):
            if case .past(let past) = (overlay as? SessionList)?.list.chosen?.item { showDetails(of: past) }
            return refuse(words)
        case .listed:
            guard document?.url.withoutFragment == order.page else { return [] }
            let shown = account.tabs.front.navigation?.shown ?? account.tabs.front.shownVersion
            overlay = VersionList(versions, of: order.page, shown: shown)
            return []
        case .version(let version, let other):
            overlay = nil
            guard document?.isPage != false, document?.url.withoutFragment == order.page else {
                // Only for an explicit version number the page of the version is opened.
                guard case .number = order.wanted else { return [] }
                account.goal = .version(version, against: other, among: versions, order)
                return open(order.page, mode: .back, move: .push)
            }
            navigate(to: version, against: other, among: versions, for: order)
            return []
        }
    }

    /// Shows a version after its page has been opened.
    mutating func followNavigation() {
        guard case .version(let version, let other, let versions, let order) = account.goal, document != nil,
            !isBusy
        else { return }
        account.goal = nil
        guard document?.url.withoutFragment == order.page else { return }
        navigate(to: version, against: other, among: versions, for: order)
    }

    /// Shows a version of the page in front. The newest is the page itself.
    private mutating func navigate(
        to version: StoredPage, against other: StoredPage?, among versions: [ListedVersion],
        for order: VersionOrder
    ) {
        let newest = account.tabs.front.shownVersion ?? versions.first?.number
        let isNewest = version.number >= newest ?? version.number
        if isNewest {
            let wasAway = account.tabs.front.navigation != nil
            account.tabs.front.leaveNavigation()
            if wasAway { notice = .news("This is the newest version.") }
        } else if let other {
            account.tabs.front.navigate(to: version, against: other, versions)
        }
        guard case .lastChange(let name, _) = order.wanted else { return }
        if isNewest, let other {
            let kind = Document.Kind(other.version.headers, other.version.html, chosen: document?.kind.chosen)
            document?.mark(since: (html: other.version.html, kind: kind, number: other.number))
        }
        let age = now.map { ", stored \(version.version.stored.ago(at: $0))" } ?? ""
        notice = .news("Block \(VisibleText.line(name)) changed last in v\(version.number)\(age).")
        guard let block = document?.blocks.first(where: { $0.name == name }) else { return }
        goToMark(block.range.lowerBound)
    }

    /// The title line's description of an older version; nil while the newest is shown.
    var navigationWords: String? {
        guard let travel = account.tabs.front.navigation else { return nil }
        let number = account.tabs.front.shownVersion ?? travel.versions.first?.number ?? travel.shown
        let stored = travel.versions.first { $0.number == travel.shown }?.stored
        let age = now.flatMap { now in stored.map { ", stored \($0.ago(at: now))" } } ?? ""
        return "v\(travel.shown) of \(number)\(age)"
    }

    // The version of the page in front that the reader has seen: looked up once the page is on the screen, and then
    // recorded.

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
