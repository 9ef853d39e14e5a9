import CellGrid
import SonicSession

// How a tab is told of: in the line of tabs and in their list.
extension Tab {
    /// What has become of a tab's page, as one sign.
    enum Mark: Equatable, Sendable {
        /// The page is as it was, or this program's own.
        case quiet
        /// The page is not here.
        case absent
        /// A session is under way.
        case busy
        /// The last session brought changes.
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

        /// How words about it look.
        var role: Role {
            switch self {
            case .quiet, .absent: .dimmed
            case .busy: .stepActive
            case .changed: .added
            case .trouble: .failure
            }
        }
    }

    /// What has become of the page.
    var mark: Mark {
        if isBusy { return .busy }
        if visit?.result?.outcome.isTrouble ?? false { return .trouble }
        if document == nil { return .absent }
        return changeCount > 0 ? .changed : .quiet
    }

    /// In how many places the last update changed the page.
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

    /// The address of the page, or of the one that is on its way; empty for a page of this program.
    var address: String {
        if let visit, visit.isBusy { return visit.opening.url.withoutCredentials.href }
        guard let url = document?.url ?? left?.place.url, url.hasAuthority else { return "" }
        return url.withoutCredentials.href
    }

    /// What the page calls itself, or the last part of its path; where that is empty, its host.
    var title: String {
        if let pageTitle { return pageTitle }
        let url = isBusy ? visit?.opening.url : document?.url ?? left?.place.url
        guard !address.isEmpty, let url else { return "sonic" }
        let part = url.path.split(separator: "/").last.map { String($0) + (url.path.last == "/" ? "/" : "") }
        return VisibleText.line((part ?? url.hostAndPort) + (url.query.map { "?" + $0 } ?? ""))
    }

    /// What the page calls itself; nil for nothing.
    var pageTitle: String? {
        let title = VisibleText.line(document?.layout.title ?? left?.title ?? "")
        return title.isEmpty ? nil : title
    }
}

extension Document {
    /// How far into a page its title is looked for, in bytes.
    private static let titleReach = 65_536

    /// Reads the page's beginning as far as it has arrived, unless that has been done.
    mutating func readTitle() {
        while layout.bytesRead < Self.titleReach, layout.title.isEmpty, layout.readOn() {}
    }
}
