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
            document?.mark(since: PageCopy(html: other.version.html, kind: kind, number: other.number))
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
}
