import CellGrid

// The description of a tab in the tab line and the tab list.
extension Tab {
    /// Its sign in the tab line and the tab list: that of its last session if there is something to see.
    func mark(_ plot: Plot) -> (sign: Character, role: Role) {
        if document == nil, !isBusy { return ("○", .dimmed) }
        let isTrouble = visit?.verdict?.isTrouble ?? false
        return isBusy || isTrouble || changeCount > 0 ? visit?.mark(plot) ?? (" ", .dimmed) : (" ", .dimmed)
    }

    /// The number of places that the last update changed.
    private var changeCount: Int { document?.latest.changes.count ?? 0 }

    /// The session's state in a few words.
    var stateWords: String {
        guard let visit else { return left == nil ? "" : "not opened yet" }
        if visit.isBusy { return visit.activity }
        if document == nil, visit.result != nil { return "unloaded" }
        let headline = visit.headline.lowercased()
        return changeCount > 0 ? "\(headline), \(changeCount) changed" : headline
    }

    /// The address of the page, or of the one being loaded; empty for a page of this program.
    var address: String {
        if let visit, visit.isBusy { return visit.opening.url.withoutCredentials.href }
        guard let url = document?.url ?? left?.place.url, url.hasAuthority else { return "" }
        return url.withoutCredentials.href
    }

    /// The page's title, or the last part of its path, or its host if that is empty.
    var title: String {
        if let pageTitle { return pageTitle }
        let url = isBusy ? visit?.opening.url : document?.url ?? left?.place.url
        guard !address.isEmpty, let url else { return "sonic" }
        let part = url.path.split(separator: "/").last.map { String($0) + (url.path.last == "/" ? "/" : "") }
        return VisibleText.line((part ?? url.hostAndPort) + (url.query.map { "?" + $0 } ?? ""))
    }

    /// The page's title; nil for none.
    var pageTitle: String? {
        let title = VisibleText.line(document?.layout.title ?? left?.title ?? "")
        return title.isEmpty ? nil : title
    }
}
