import BrowserValues
import SonicSession

// Showing older versions of a page.
extension Tab {
    /// The newest version of the page, even while an older one is shown.
    var newest: Document? { navigation?.now ?? document }

    /// Shows a version at the current scroll position, and marks its differences from another one.
    mutating func navigate(to version: StoredPage, against other: StoredPage, _ versions: [ListedVersion]) {
        guard let now = newest, var document else { return }
        let (kind, otherKind) = (
            Document.Kind(version.version.headers, version.version.html, chosen: now.kind.chosen),
            Document.Kind(other.version.headers, other.version.html, chosen: now.kind.chosen)
        )
        document.turn(into: other.version.html, otherKind, at: document.url)
        if version.version.html == other.version.html {
            document.latest.clear()
        } else {
            document.turn(into: version.version.html, kind, at: document.url)
        }
        document.source = .stored(checked: version.version.stored)
        document.origin.checked = nil
        document.note(version.version)
        self.document = document
        navigation = VersionNavigation(
            now: now, versions: versions, shown: version.number, against: other.number)
    }

    /// Shows the newest version again, at the current scroll position.
    mutating func leaveNavigation() {
        guard let now = navigation?.now else { return }
        navigation = nil
        guard var document, !now.isArriving, document.url.withoutFragment == now.url.withoutFragment else {
            return document = now
        }
        document.turn(into: now.bytes, now.kind, at: now.url)
        document.latest = now.latest
        (document.source, document.origin) = (now.source, now.origin)
        document.reader.filling = now.reader.filling
        document.isSettled = false
        self.document = document
    }

    /// Applies a session report to the newest version of the page, while an older one stays on the screen.
    mutating func updateCurrentPage(_ work: (inout Tab) -> Void) {
        guard let suspended = navigation else { return work(&self) }
        let shown = document
        (navigation, document) = (nil, suspended.now)
        work(&self)
        guard let now = document, let shown, now.url.withoutFragment == shown.url.withoutFragment else {
            return
        }
        document = shown
        navigation = suspended
        navigation?.now = now
    }
}

/// An older version of a page on the screen, shown instead of the newest.
struct VersionNavigation: Sendable {
    /// The newest version of the page: it is shown again later, and updated by its session meanwhile.
    var now: Document
    /// The stored versions, the newest first.
    var versions: [ListedVersion]
    /// The number of the version shown.
    var shown: Int
    /// The number of the version it is compared with.
    var against: Int

    /// Whether the version it is compared with is newer: then changes are those from the shown version to the other
    /// one.
    var isBackward: Bool { against > shown }

    /// The two versions in the order of their time.
    var span: String { "v\(min(shown, against)) → v\(max(shown, against))" }
}
