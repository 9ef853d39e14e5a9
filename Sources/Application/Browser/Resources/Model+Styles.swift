import BrowserValues
import Configuration
import PageLayout
import SonicProtocol

// Linked and imported style sheets: fetched once the page has been painted, and applied when they arrive.
extension Model {
    /// The maximum number of sheets fetched for one page.
    static let styleLimit = 16

    /// The linked sheets that may be loaded, in page order: the address as written in the page, and the URL. A page
    /// from a secure origin loads none from an insecure one.
    private var styleLinks: [(href: String, url: WebURL)] {
        // Most pages link none, and copying a page is costly.
        guard let links = document?.layout.sheetLinks, !links.isEmpty, let document, document.isPage
        else { return [] }
        var seen: Set<String> = []
        var found: [(href: String, url: WebURL)] = []
        for link in links where seen.insert(link.href).inserted {
            guard found.count < Self.styleLimit else { break }
            let url = document.resolve(link.href, domainToASCII: setup.domainToASCII)
            guard let url, mayTake(sheet: url, for: document.url) else { continue }
            found.append((link.href, url))
        }
        return found
    }

    /// Returns whether a sheet may be loaded: from the network, or from the package that contains the page.
    private func mayTake(sheet url: WebURL, for page: WebURL) -> Bool {
        guard url.isHTTP else {
            return setup.opens(url) && (url.scheme, url.host) == (page.scheme, page.host)
        }
        return url.scheme == "https" || page.scheme != "https"
    }

    /// Whether the page links sheets that may be loaded.
    var hasStyles: Bool { !styleLinks.isEmpty }

    /// Whether linked sheets are enabled for the page's site.
    private var wantsStyles: Bool {
        guard let url = document?.url, let origin = url.origin else { return true }
        return chosen.wantsStyles(of: origin, isSaid: settings[url][Settings.styles])
    }

    /// The sheets in memory, by the address as written in the page: first the imported ones, then the sheet itself; and
    /// the state of each in the order in which they were found.
    private typealias Sheets = (
        here: [String: [[UInt8]]],
        states: [(url: WebURL, state: ResourceShelf<SubresourceShelf.Sheet>.State?)]
    )

    /// Returns the page's sheets. A sheet that several others import is applied only where it is first imported.
    private func sheets(of page: WebURL) -> Sheets {
        var sheets: Sheets = ([:], [])
        let links = styleLinks
        for link in links where !sheets.states.contains(where: { $0.url == link.url }) {
            sheets.states.append((link.url, account.shelf[sheet: link.url]))
        }
        for link in links {
            var met: Set<WebURL> = []
            let parts = parts(of: link.url, for: page, &met, &sheets)
            if !parts.isEmpty { sheets.here[link.href] = parts }
        }
        return sheets
    }

    /// Returns a sheet after those that it imports, as far as they are loaded.
    private func parts(
        of url: WebURL, for page: WebURL, _ met: inout Set<WebURL>, _ sheets: inout Sheets
    ) -> [[UInt8]] {
        guard met.insert(url).inserted else { return [] }
        let state = account.shelf[sheet: url]
        if !sheets.states.contains(where: { $0.url == url }) {
            guard sheets.states.count < Self.styleLimit, mayTake(sheet: url, for: page) else { return [] }
            sheets.states.append((url, state))
        }
        guard let sheet = state?.item else { return [] }
        return sheet.imports.flatMap { parts(of: $0, for: page, &met, &sheets) } + [sheet.bytes]
    }

    /// Lays the page out with the loaded sheets, and requests the others once the page has been painted.
    mutating func style() -> [Effect] {
        guard let page = document?.url, document?.isPage == true else { return [] }
        // Most pages link none; for them the configuration need not be searched.
        let use = chosen.bareSites.isEmpty && styleLinks.isEmpty ? .own : styleUse
        let sheets: Sheets = use == .all ? sheets(of: page) : ([:], [])
        let own = settings.readerSheets(at: page)
        document?.apply(styles: sheets.here, ofReader: own, areApplied: use != .none)
        // The page comes first: until it is on the screen nothing else is requested.
        guard !isBusy || account.tabs.front.showsVisit && visit?.painted != nil else { return [] }
        let due = sheets.states.map(\.url).filter(account.shelf.isDue)
        for url in due { account.shelf.ask(for: url) }
        return due.map {
            let order = StyleOrder(url: $0, page: page, reach: reach, mode: account.shelf.mode)
            return .ask(.style(order, reply { $0.accept($1, for: order) }))
        }
    }

    private mutating func accept(_ sheet: [UInt8]?, for order: StyleOrder) {
        account.shelf.put(sheet, for: order, domainToASCII: setup.domainToASCII)
    }

    /// The styles that apply to the pages of a site.
    private enum StyleUse {
        case all
        /// The page's own, but no linked sheets.
        case own
        case none
    }

    private var styleUse: StyleUse {
        if chosen.bareSites.contains(styledPlace) { return .none }
        return wantsStyles ? .all : .own
    }

    /// The site of the page; empty for one without a site, such as a file.
    private var styledPlace: String { document?.url.origin ?? "" }

    /// Cycles through all styles, no linked styles, and no styles. A page without links cycles through two of them.
    mutating func toggleStyles() -> [Effect] {
        guard let url = document?.url else { return [] }
        let site = url.origin.map { " of \($0)" } ?? ""
        switch styleUse {
        case .all where hasStyles && url.origin != nil:
            notice = .news("Linked style sheets\(site) are off.")
            return wantLinkedStyles(false, url)
        case .all, .own:
            chosen.bareSites.insert(styledPlace)
            return notify(.news("All styles\(site) are off."))
        case .none:
            chosen.bareSites.remove(styledPlace)
            notice = .news("All styles\(site) are on.")
            return wantLinkedStyles(true, url)
        }
    }

    private mutating func wantLinkedStyles(_ isWanted: Bool, _ url: WebURL) -> [Effect] {
        guard let origin = url.origin, wantsStyles != isWanted else { return [] }
        chosen.wantStyles(isWanted, of: origin, isSaid: settings[url][Settings.styles])
        return [
            .save(.styledSites(chosen.styledSites)),
            .save(.unstyledSites(chosen.unstyledSites)),
        ]
    }

    /// The state of the page's sheets, in words; nil if there are none.
    var styleWords: String? {
        guard let page = document?.url else { return nil }
        switch styleUse {
        case .none: return "off, all of them: \(keys.keyName(of: .toggleStyles)) switches them on"
        case _ where !hasStyles: return nil
        case .own:
            return "off for this site: \(keys.keyName(of: .toggleStyles)) switches to no styles, then to all"
        case .all: break
        }
        let states = sheets(of: page).states
        let here = states.count { $0.state?.item != nil }
        let failed = states.count { if case .failed? = $0.state { true } else { false } }
        let waiting = states.count - here - failed
        return "\(here) fetched, \(failed) failed" + (waiting > 0 ? ", \(waiting) pending" : "")
    }
}
