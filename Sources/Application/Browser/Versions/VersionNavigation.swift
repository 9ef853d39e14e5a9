import BrowserValues

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
