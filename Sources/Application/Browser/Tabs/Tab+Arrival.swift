import CellGrid
import PageLayout
import SonicProtocol

// Where a page that comes is put, and where in it the reader goes.
extension Tab {
    /// Whether the page is asked for again.
    var isStaying: Bool { visit?.move == .stay }

    /// A page takes the place of the one before: where the tab moves on, the place left is remembered.
    mutating func put(_ new: Document, _ around: inout TabContext) {
        var new = new
        new.rules = around.settings[new.url].comparison
        // A redirect may have led from a POST to a page that was asked for by GET.
        if let visit, visit.trace.request?.method == visit.opening.method.name {
            new.asked = visit.opening.method
        }
        switch visit?.move {
        case .back(let place), .forward(let place), .again(let place):
            (new.filling, new.placeMarks) = (FormFilling(place.values, place.files), place.placeMarks)
        case .stay where visit?.opening.mode != .forceReload:
            if let document, document.url.withoutFragment == new.url.withoutFragment {
                new.filling = FormFilling(document.filling.values, document.filling.files)
            }
        // The page may have been given letters since that place was.
        case .to(let place): new.placeMarks = history.placeMarks(of: place.url) ?? place.placeMarks
        case .stay, .onward, .ledOn, nil: break
        }
        if let document, document.url.withoutFragment == new.url.withoutFragment {
            new.placeMarks = document.placeMarks
        }
        if isStaying || showsVisit, let document { new.keepForm(of: document) }
        // What is looked for on a page is looked for in each of its versions.
        if isStaying || showsVisit { new.search = document?.sought.map { PageSearch($0) } }
        if let sought = soughtByFragment {
            new.search = PageSearch(seeking: sought)
            around.show(.tally)
        }
        if !showsVisit {
            switch visit?.move {
            case .back(let place), .forward(let place), .again(let place): new.chosenLink = place.link
            case .stay, .onward, .to, .ledOn, nil: break
            }
            history.record(visit?.move ?? .stay, leaving: place)
            // What comes again for the same visit must not be recorded again.
            visit?.move = .stay
        }
        forgetReading(unlessOf: new.url)
        show(new)
        noteArrival()
        around.effects.append(.turned)
    }

    /// The text that a page of its own is asked for with, until it was found.
    private var soughtByFragment: SoughtText? {
        switch visit?.move {
        case .onward, .ledOn: return target?.sought
        // The page came again for the same visit, and the text was not found before.
        case .stay where showsVisit && document?.isSearching ?? false: return target?.sought
        case .to, .back, .forward, .stay, .again, nil: return nil
        }
    }

    private var target: FragmentTarget? { visit?.target.fragment.map(FragmentTarget.init) }

    /// The page is from here on the one that the visit has brought.
    mutating func noteArrival() { documentVisit = visit?.opening.visit ?? 0 }

    mutating func finishArrival(at url: WebURL) {
        let url = pageURL(url)
        document?.finishArrival()
        document?.url = url
    }

    /// The address of a page with the fragment that was asked for, by the reader or by the last redirect.
    func pageURL(_ url: WebURL) -> WebURL {
        guard let fragment = url.fragment ?? visit?.target.fragment else { return url }
        return FragmentTarget(fragment).stripped(url)
    }

    /// Whether a page comes instead of the one on the screen, which the address led to before: a place in the
    /// one is none in the other.
    private func replacesCachedRedirect(_ url: WebURL) -> Bool {
        guard let visit, showsVisit, let document else { return false }
        return visit.trace.turns.contains { $0.cachedRedirectTarget != nil }
            && document.url.withoutFragment != url.withoutFragment
    }

    /// Where a page that appears is to be shown first.
    func arrivalAim(at url: WebURL) -> Document.Aim {
        switch visit?.move {
        case .back(let place), .forward(let place), .again(let place), .to(let place):
            return .offset(place.offset)
        case .stay where (document?.isPage ?? false) && !replacesCachedRedirect(url):
            // A place not reached yet stays the place to reach.
            if let aim = document?.aim, aim != .none { return aim }
            return .offset(document?.topOffset ?? 0)
        case .stay, .onward, .ledOn, nil:
            let fragment = url.fragment ?? visit?.target.fragment
            return fragment.flatMap { FragmentTarget($0).aim } ?? .none
        }
    }
}
