import PageLayout
import SonicProtocol

// Links of the page: choosing and following.
extension Model {
    /// Which way the choice goes.
    enum LinkStep {
        /// To the link after the chosen one, or the first one on the screen.
        case next
        /// To the link before the chosen one, or the last one on the screen.
        case previous
    }

    mutating func chooseLink(_ step: LinkStep) {
        let index = linkIndex(step)
        // Links beyond what is laid out cannot be told from none at all, so the rest is laid out first.
        if index < 0 || index >= document?.layout.linkCount ?? 0 { document?.layout.layOutAll() }
        let count = document?.layout.linkCount ?? 0
        guard count > 0 else { return }
        let wrapped = (index % count + count) % count
        if wrapped != index {
            notice = .news(step == .next ? "First link again." : "Last link again.")
        }
        document?.chosenLink = wrapped
        guard let link = document?.layout.link(wrapped) else { return }
        if !linesShown.contains(link.line) { scrollPage(to: link.line - linesShown.count / 3) }
        if notice == nil { notice = .news(told(link)) }
    }

    /// The lines of the page on the screen.
    private var linesShown: Range<Int> {
        let top = document?.top ?? 0
        return top..<(top + pageHeight(plan))
    }

    /// The link that a step leads to; it may lie beyond the first or the last one.
    private func linkIndex(_ step: LinkStep) -> Int {
        // A link scrolled out of sight is no place to start from.
        let chosen = document?.chosenLink.flatMap { index in
            document?.layout.link(index).flatMap { linesShown.contains($0.line) ? index : nil }
        }
        return switch step {
        case .next: chosen.map { $0 + 1 } ?? firstLink(fromLine: linesShown.lowerBound)
        case .previous: (chosen ?? firstLink(fromLine: linesShown.upperBound)) - 1
        }
    }

    /// The index of the first link at or below a line; the number of links when there is none.
    private func firstLink(fromLine line: Int) -> Int {
        guard let layout = document?.layout else { return 0 }
        var (low, high) = (0, layout.linkCount)
        while low < high {
            let middle = (low + high) / 2
            if let link = layout.link(middle), link.line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A link's target as people are told of it: the whole address, or the place on this very page.
    private func told(_ link: PageLink) -> String {
        // What is wrong with an address is said by the key that follows it.
        link.href.hasPrefix("#") ? link.href : (try? target(of: link))?.href ?? link.href
    }

    private func target(of link: PageLink) throws(WebURL.Failure) -> WebURL {
        let base = document.flatMap { page in
            page.layout.baseHref.flatMap { page.url.resolve($0) } ?? page.url
        }
        return try WebURL.parse(link.href, base: base, domainToASCII: setup.domainToASCII)
    }

    mutating func followLink() -> [Effect] {
        guard let document, let index = document.chosenLink, let link = document.layout.link(index) else {
            return []
        }
        do {
            let url = try target(of: link)
            guard url.isHTTP else {
                notice = .refusal("\(url.scheme): addresses cannot be opened here: \(url.href)")
                return []
            }
            return open(url, move: .onward)
        } catch {
            notice = .failure(error.description)
            return []
        }
    }
}
