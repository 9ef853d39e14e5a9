/// The exchanges of a HAR file, written by this program or another, in the order of the file.
public struct Recording: Sendable {
    /// The exchanges.
    public let exchanges: [Exchange]
    /// The errors in the file with their positions; the affected parts were skipped.
    public let notes: [RecordingMistake]

    /// The entries that could not be read at all.
    public let unreadable: [RecordingMistake]

    /// Creates a recording of these exchanges.
    package init(exchanges: [Exchange], notes: [RecordingMistake] = [], unreadable: [RecordingMistake] = []) {
        self.exchanges = exchanges
        self.notes = notes
        self.unreadable = unreadable
    }
}
