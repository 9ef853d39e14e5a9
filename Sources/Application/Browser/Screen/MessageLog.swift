import SonicProtocol

/// The messages of the bottom line in this run, for `:messages`.
struct MessageLog: Sendable {
    /// The maximum number of messages; the oldest are dropped first.
    static let limit = 200

    /// The messages, the oldest first, and when they were shown, by the clock of the events.
    private(set) var entries: [(line: StyledLine.Run, moment: Duration)] = []
    /// The current notice of the bottom line.
    private var latest: Notice?
    /// When the current notice is replaced by the key hints; nil if only the next key replaces it.
    private(set) var end: Duration?

    /// How long a notice that requires no action stays.
    private static let time: Duration = .seconds(8)

    /// Records the notice of the bottom line if it is new.
    mutating func record(_ notice: Notice?, at moment: Duration) {
        guard notice != latest else { return }
        latest = notice
        switch notice {
        case .news(let line), .refusal(let line):
            end = moment + Self.time
            append(line.text, .text, at: moment)
        case .failure(let line):
            end = nil
            append(line.text, .failure, at: moment)
        case .tally, nil: end = nil
        }
    }

    private mutating func append(_ text: String, _ role: Role, at moment: Duration) {
        entries.append((StyledLine.Run(text: text, role: role), moment))
        if entries.count > Self.limit { entries.removeFirst() }
    }

    /// Returns a dialog of all messages, the newest first, with their ages.
    func dialog(at now: Duration) -> TextDialog {
        TextDialog(
            title: "Messages",
            entries.reversed().map {
                StyledLine.Run(text: "\((now - $0.moment).brief) ago: \($0.line.text)", role: $0.line.role)
            })
    }
}

/// A message in the bottom line until the next key, or for a limited time.
enum Notice: Equatable, Sendable {
    /// A key had no effect; the text states why.
    case refusal(StyledLine)
    /// An action is done, or something has changed.
    case news(StyledLine)
    /// Something went wrong; the text states what to do.
    case failure(StyledLine)
    /// The progress of the search, updated while it runs.
    case tally

    static func refusal(_ text: String) -> Notice { .refusal(StyledLine(text)) }
    static func news(_ text: String) -> Notice { .news(StyledLine(text)) }
    static func failure(_ text: String) -> Notice { .failure(StyledLine(text)) }
}
