import PageLayout
import SonicProtocol

// Choosing and following links of the page.
extension Model {
    /// The direction of a step through links, headings, and lines of a list or of the history.
    enum Step: Int {
        case next = 1
        case previous = -1
    }

    mutating func chooseLink(_ step: Step) -> [Effect] {
        let (chosen, shown) = (chosenLinkShown, linesShown)
        let found =
            step == .next
            ? document?.nextLink(from: chosen, shown: shown)
            : document?.previousLink(from: chosen, shown: shown)
        guard let found, let link = document?.layout.link(found.index) else {
            return refuse("No link here. " + DisabledReason.noLinks.rawValue.sentence)
        }
        if found.hasWrapped {
            notice = .news(step == .next ? "Continued at the first link." : "Continued at the last link.")
        }
        document?.reader.chosenLink = found.index
        if !linesShown.contains(link.line) { scrollPage(to: link.line - linesShown.count / 3) }
        document?.show(columnsOfLink: found.index)
        if notice == nil { notice = .news("\(keys.keyName(of: .follow)): \(description(link))") }
        return linger(at: found.index)
    }

    /// The lines of the page on the screen.
    var linesShown: Range<Int> {
        let top = document?.reader.top ?? 0
        return top..<(top + pageHeight(plan))
    }

    /// The chosen link; nil if it is not visible, as moves then start at the visible lines.
    var chosenLinkShown: Int? { document?.reader.chosenLink.flatMap { linksShown.contains($0) ? $0 : nil } }

    /// Returns the target of a link for display: the full address, or the fragment on this page.
    func description(_ link: PageLink) -> String {
        guard let href = link.href else { return link.text + " (form field)" }
        if showsInbox, let words = account.inbox.words(of: href) { return words }
        if document?.foldKey(ofLink: href) != nil {
            return "\(link.text): \(keys.keyName(of: .follow)) folds or unfolds it"
        }
        return href.hasPrefix("#") ? href : validTarget(of: href)?.href ?? href
    }

    /// Returns the URL of an address in the page.
    func target(of address: String) throws(WebURL.Failure) -> WebURL {
        guard let document else { return try WebURL.parse(address, domainToASCII: setup.domainToASCII) }
        return try document.target(of: address, domainToASCII: setup.domainToASCII)
    }

    /// Returns the URL of an address in the page; nil if the address is invalid.
    func validTarget(of address: String) -> WebURL? {
        // Following the link reports why an address is invalid.
        try? target(of: address)
    }

    mutating func followLink() -> [Effect] {
        guard let index = document?.reader.chosenLink else { return [] }
        switch document?.layout.target(ofLink: index) {
        case .address(let href):
            if let key = document?.foldKey(ofLink: href) {
                document?.toggleFold(key)
                return []
            }
            if let url = validTarget(of: href), isHandedOn(url) { return handOn(url) }
            guard let url = page(behind: href) else { return [] }
            return showsInbox ? openNews(url) : open(url, move: .push, from: document?.url)
        case .download(let href, let name):
            if let url = validTarget(of: href), isHandedOn(url) { return handOn(url) }
            return page(behind: href).map { save($0, from: document?.url, named: name) } ?? []
        case .field(let source): return useField(at: source)
        case nil: return []
        }
    }

    /// Preloads the page of the chosen link.
    mutating func preloadLink() -> [Effect] {
        pageBehindLink().map { preload($0, from: document?.url) } ?? []
    }

    /// Returns the address of the chosen link if it can be opened; otherwise shows the reason and returns nil.
    mutating func pageBehindLink() -> WebURL? {
        guard let index = document?.reader.chosenLink else { return nil }
        guard let href = document?.layout.target(ofLink: index)?.href else {
            notice = .refusal("A form field is not a link.")
            return nil
        }
        return page(behind: href)
    }

    /// Opens the feed that the page links to.
    mutating func openFeed() -> [Effect] {
        guard let href = document?.layout.feedHref, let url = page(behind: href) else { return [] }
        return open(url, move: .push, from: document?.url)
    }

    /// Returns the address of a link if it can be opened; otherwise shows the reason and returns nil.
    private mutating func page(behind href: String) -> WebURL? {
        guard document?.foldKey(ofLink: href) == nil else {
            notice = .refusal(
                "This is a fold, not a link: \(keys.keyName(of: .follow)) folds or unfolds it.")
            return nil
        }
        do {
            let url = try target(of: href)
            guard url.scheme != "file" || mayOpenFiles else {
                notice = .refusal("Blocked: a page from the network may not open local files: \(url.href)")
                return nil
            }
            if setup.opens(url) { return url }
            notice = .refusal("\(url.scheme): addresses cannot be opened here: \(url.href)")
        } catch {
            notice = .failure(error.description)
        }
        return nil
    }

    /// Whether links of the page may open files of this machine. A page from the network may not: it could probe which
    /// files exist, or present the reader's files as part of itself.
    private var mayOpenFiles: Bool { document.map { $0.source == .own || $0.url.scheme == "file" } ?? true }
}
