import BrowserValues
import CellGrid
import PageLayout
import SonicProtocol

// Showing a page that arrives, and its scroll position.
extension Tab {
    /// Whether the page is requested again.
    var isStaying: Bool { visit?.move == .stay }

    /// Replaces the page; if the tab moves on, the place that it leaves is recorded in the history.
    mutating func put(_ new: Document, _ around: inout TabContext) {
        var new = new
        new.latest.rules = ComparisonRules(around.settings[new.url])
        // A redirect may have led from a POST to a page that was requested by GET.
        if let visit, visit.trace.request?.method == visit.opening.method.name {
            new.origin.method = visit.opening.method
        }
        if isStaying || showsVisit, let document { new.keepForm(of: document) }
        new.reader = reader(in: new)
        if soughtByFragment != nil { around.show(.tally) }
        if !showsVisit {
            history.record(visit?.move ?? .stay, leaving: place)
            // Further pages of the same visit must not be recorded again.
            visit?.move = .stay
        }
        forgetReading(unlessOf: new.url)
        show(new)
        noteArrival()
        around.effects.append(.turned)
    }

    /// Returns where the reader is in a page that arrives: the page on the screen or the history has what he entered and
    /// marked in it, and a search continues in each version of a page.
    private func reader(in new: Document) -> ReadingPlace {
        var reader = new.reader
        let same = document.flatMap { $0.url.withoutFragment == new.url.withoutFragment ? $0.reader : nil }
        switch visit?.move {
        case .back(let place), .forward(let place), .again(let place):
            reader.filling = FormFilling(values: place.values, files: place.files)
            reader.placeMarks = place.placeMarks
            if !showsVisit { reader.chosenLink = place.link }
        case .stay where visit?.opening.mode != .forceReload:
            if let old = same?.filling { reader.filling = FormFilling(values: old.values, files: old.files) }
        // Marks may have been set on the page since that place was recorded.
        case .to(let place): reader.placeMarks = history.placeMarks(of: place.url) ?? place.placeMarks
        case .stay, .push, .replace, nil: break
        }
        if let same { reader.placeMarks = same.placeMarks }
        if isStaying || showsVisit { reader.search = document?.sought.map { PageSearch($0) } }
        if let soughtByFragment { reader.search = PageSearch(seeking: soughtByFragment) }
        return reader
    }

    /// The text of the fragment, which is searched on a new page until it is found.
    private var soughtByFragment: SoughtText? {
        switch visit?.move {
        case .push, .replace: return target?.sought
        // Another version of the page in the same visit, while the search is still running.
        case .stay where showsVisit && document?.isSearching ?? false: return target?.sought
        case .to, .back, .forward, .stay, .again, nil: return nil
        }
    }

    private var target: FragmentTarget? { visit?.target.fragment.map(FragmentTarget.init) }

    /// Records that the page is now the one of the visit.
    mutating func noteArrival() { documentVisit = visit?.opening.visit ?? 0 }

    mutating func finishArrival(at url: WebURL) {
        let url = pageURL(url)
        document?.finishArrival()
        document?.url = url
    }

    /// Returns the address of a page with the requested fragment, from the reader or the last redirect.
    func pageURL(_ url: WebURL) -> WebURL {
        guard let fragment = url.fragment ?? visit?.target.fragment else { return url }
        return FragmentTarget(fragment).stripped(url)
    }

    /// Returns whether the page replaces one to which a cached redirect had led: a place in one is meaningless in the
    /// other.
    private func replacesCachedRedirect(_ url: WebURL) -> Bool {
        guard let visit, showsVisit, let document else { return false }
        return visit.trace.turns.contains { $0.cachedRedirectTarget != nil }
            && document.url.withoutFragment != url.withoutFragment
    }

    /// Returns the place at which a new page is first shown.
    func arrivalAim(at url: WebURL) -> Document.Aim {
        switch visit?.move {
        case .back(let place), .forward(let place), .again(let place), .to(let place):
            return .offset(place.offset)
        case .stay where (document?.isPage ?? false) && !replacesCachedRedirect(url):
            // A place that is not laid out yet stays the target.
            if let aim = document?.reader.aim, aim != .none { return aim }
            return .offset(document?.textTop ?? 0)
        case .stay, .push, .replace, nil:
            let fragment = url.fragment ?? visit?.target.fragment
            return fragment.flatMap { FragmentTarget($0).aim } ?? .none
        }
    }
}
