import SonicProtocol
import SonicSession

/// Exchanges read from a HAR file, this program's or another's, in the order in which they stand there.
public struct Recording: Sendable {
    /// The exchanges.
    public let exchanges: [Exchange]
    /// What could not be read of the file, and where; what it belongs to was left out.
    public let notes: [RecordingMistake]

    /// The entries among them that could not be read at all.
    public let unreadable: [RecordingMistake]

    /// A recording of these exchanges.
    init(exchanges: [Exchange], notes: [RecordingMistake] = [], unreadable: [RecordingMistake] = []) {
        self.exchanges = exchanges
        self.notes = notes
        self.unreadable = unreadable
    }
}
