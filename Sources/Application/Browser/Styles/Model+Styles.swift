import Configuration
import PageLayout
import SonicProtocol

// Style sheets that a page names by links, or imports: fetched once the page has been painted, laid in when they come.
extension Model {
    /// The most sheets that are fetched for one page.
    static let styleLimit = 16

    /// The sheets that the page names and that may be had, in page order: its words for each address, and the
    /// address. A page that came protected takes none from an unprotected place.
    private var styleLinks: [(href: String, url: WebURL)] {
        // Most pages name none, and a page is large to be copied.
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

    /// A sheet comes over the network, or from the package that the page is of.
    private func mayTake(sheet url: WebURL, for page: WebURL) -> Bool {
        guard url.isHTTP else {
            return setup.opens(url) && (url.scheme, url.host) == (page.scheme, page.host)
        }
        return url.scheme == "https" || page.scheme != "https"
    }

    /// Whether the page names sheets that may be had.
    var hasStyles: Bool { !styleLinks.isEmpty }

    /// Whether the sheets of the page's site are wanted.
    private var wantsStyles: Bool {
        guard let url = document?.url, let origin = url.origin else { return true }
        return chosen.wantsStyles(of: origin, isSaid: settings[url].styles)
    }

    /// The sheets that the page names and those that these import, each with what is known of it.
    private struct Sheets {
        /// What is at hand, by the page's words for its address: the sheets that one imports, then it.
        var here: [String: [[UInt8]]] = [:]
        /// What is known of each, in the order in which they were found.
        var states: [(url: WebURL, state: StyleShelf.State?)] = []
    }

    /// Looks for the page's sheets. What several import is laid in where it is met first.
    private func sheets(of page: WebURL) -> Sheets {
        var sheets = Sheets()
        let links = styleLinks
        for link in links where !sheets.states.contains(where: { $0.url == link.url }) {
            sheets.states.append((link.url, account.shelf[link.url]))
        }
        for link in links {
            var met: Set<WebURL> = []
            let parts = parts(of: link.url, for: page, &met, &sheets)
            if !parts.isEmpty { sheets.here[link.href] = parts }
        }
        return sheets
    }

    /// A sheet behind those that it imports, as far as they are here.
    private func parts(
        of url: WebURL, for page: WebURL, _ met: inout Set<WebURL>, _ sheets: inout Sheets
    ) -> [[UInt8]] {
        guard met.insert(url).inserted else { return [] }
        let state = account.shelf[url]
        if !sheets.states.contains(where: { $0.url == url }) {
            guard sheets.states.count < Self.styleLimit, mayTake(sheet: url, for: page) else { return [] }
            sheets.states.append((url, state))
        }
        guard case .here(let sheet, _) = state else { return [] }
        return sheet.imports.flatMap { parts(of: $0, for: page, &met, &sheets) } + [sheet.bytes]
    }

    /// Lays the page out with the sheets at hand, and asks for the others once the page has been painted.
    mutating func style() -> [Effect] {
        guard let page = document?.url, document?.isPage == true else { return [] }
        // Most pages link none; they are spared the question what the configuration says of their site.
        let use = chosen.bareSites.isEmpty && styleLinks.isEmpty ? .own : styleUse
        let sheets = use == .all ? sheets(of: page) : Sheets()
        let own = settings.readerSheets(at: page)
        document?.apply(styles: sheets.here, ofReader: own, areApplied: use != .none)
        // The page comes first: until it is on the screen nothing else is asked for.
        guard !isBusy || account.tabs.front.showsVisit && visit?.painted != nil else { return [] }
        let due = sheets.states.map(\.url).filter(account.shelf.isDue)
        for url in due { account.shelf.ask(for: url) }
        return due.map {
            .resources(.fetchStyle(StyleOrder(url: $0, page: page, reach: reach, mode: account.shelf.mode)))
        }
    }

    /// Which styles count on the pages of a site.
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

    /// The site of the page; empty for one that has no site, such as a file.
    private var styledPlace: String { document?.url.origin ?? "" }

    /// Goes on to the next of all styles, without linked ones, none. A page that links none has two of them.
    mutating func toggleStyles() -> [Effect] {
        guard let url = document?.url else { return [] }
        let site = url.origin.map { " of \($0)" } ?? ""
        switch styleUse {
        case .all where hasStyles && url.origin != nil:
            notice = .news("Linked style sheets\(site) are off.")
            return wantLinkedStyles(false, url)
        case .all, .own:
            chosen.bareSites.insert(styledPlace)
            notice = .news("All styles\(site) are off.")
            return []
        case .none:
            chosen.bareSites.remove(styledPlace)
            notice = .news("All styles\(site) are on.")
            return wantLinkedStyles(true, url)
        }
    }

    private mutating func wantLinkedStyles(_ isWanted: Bool, _ url: WebURL) -> [Effect] {
        guard let origin = url.origin, wantsStyles != isWanted else { return [] }
        chosen.wantStyles(isWanted, of: origin, isSaid: settings[url].styles)
        return [
            .preferences(.saveStyledSites(chosen.styledSites)),
            .preferences(.saveUnstyledSites(chosen.unstyledSites)),
        ]
    }

    /// What is told of the page's sheets; nil when it names none.
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
        var (here, failed) = (0, 0)
        for (_, state) in states {
            switch state {
            case .here: here += 1
            case .failed: failed += 1
            case .asked, nil: break
            }
        }
        let waiting = states.count - here - failed
        return "\(here) fetched, \(failed) failed" + (waiting > 0 ? ", \(waiting) pending" : "")
    }
}

extension Document {
    /// Lays the page out with these style sheets, by their addresses in the page, each behind those that it imports; the
    /// place being read stays.
    /// - Parameters:
    ///   - ofReader: The reader's own.
    ///   - areApplied: Whether any styles count: those of the page itself, too.
    mutating func apply(styles: [String: [[UInt8]]], ofReader: [[UInt8]], areApplied: Bool) {
        guard layout.apply(sheets: styles, readerSheets: ofReader, appliesStyles: areApplied) else { return }
        search?.forget()
        isSettled = false
        // Links that are hidden now have no number any more.
        chosenLink = nil
        if aim == .none { aim(at: .offset(topOffset)) }
    }
}
