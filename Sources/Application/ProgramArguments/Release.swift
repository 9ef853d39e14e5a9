/// Which state of the programs a document belongs to.
public struct Release: Sendable, Equatable {
    /// The number, as CHANGELOG.md has it.
    public let version: String
    /// The day, in the manner of ISO 8601.
    let date: String

    /// This one. CHANGELOG.md begins with it, and a test compares.
    public static let current = Release(version: "0.2.0", date: "2026-11-28")
}
