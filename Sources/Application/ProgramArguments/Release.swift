/// A release of the programs.
public struct Release: Sendable, Equatable {
    /// The version number, as in CHANGELOG.md.
    public let version: String
    /// The date in ISO 8601 format.
    let date: String

    /// The current release. CHANGELOG.md begins with it, and a test compares them.
    public static let current = Release(version: "0.3.0", date: "2026-11-30")
}
