import CellGrid
import SonicSession

// The description of a tab in the tab line and the tab list.
extension Tab {
    /// The state of a tab's page, as a sign.
    enum Mark: Equatable, Sendable {
        /// The page is unchanged, or one of this program.
        case quiet
        /// The page is not loaded.
        case absent
        /// A session is running.
        case busy
        /// The last session changed the page.
        case changed
        /// The last session failed.
        case trouble

        /// The sign, of one column.
        var sign: String {
            switch self {
            case .quiet: " "
            case .absent: "○"
            case .busy: "▶"
            case .changed: "●"
            case .trouble: "!"
            }
        }

        /// The role of text about it.
        var role: Role {
            switch self {
            case .quiet, .absent: .dimmed
            case .busy: .stepActive
            case .changed: .added
            case .trouble: .failure
            }
        }
    }

    /// The state of the page.
    var mark: Mark {
        if isBusy { return .busy }
        if visit?.result?.outcome.isTrouble ?? false { return .trouble }
        if document == nil { return .absent }
        return changeCount > 0 ? .changed : .quiet
    }

    /// The number of places that the last update changed.
    private var changeCount: Int { document?.changes.count ?? 0 }

    /// The session's state in a few words.
    var stateWords: String {
        guard let visit else { return left == nil ? "" : "not opened yet" }
        switch visit.state {
        case .running: return visit.activity
        case .stopped: return "stopped"
        case .ended: break
        }
        if document == nil { return "unloaded" }
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

extension Document {
    /// The number of bytes of a page in which its title is looked for.
    private static let titleReach = 65_536

    /// Reads the page's title, as far as it has arrived.
    mutating func readTitle() {
        while layout.bytesRead < Self.titleReach, layout.title.isEmpty, layout.readOn() {}
    }
}
