import SonicProtocol

/// What the bottom line said in this run, for `:messages`.
struct MessageLog: Equatable, Sendable {
    /// A message.
    struct Entry: Equatable, Sendable {
        /// What it said.
        let text: String
        /// How it is shown.
        let role: Role
        /// When, by the clock that comes with events.
        let moment: Duration
    }

    /// The most messages that are kept: the oldest go first.
    static let limit = 200

    /// The messages, the oldest first.
    private(set) var entries: [Entry] = []
    /// What the bottom line says.
    private var latest: Notice?
    /// When it gives way to what can be pressed; nil for when the next key does.
    private(set) var end: Duration?

    /// How long a message stays that asks for nothing.
    private static let time: Duration = .seconds(8)

    /// Takes down what the bottom line says now, where that is new.
    mutating func record(_ notice: Notice?, at moment: Duration) {
        guard notice != latest else { return }
        latest = notice
        switch notice {
        case .news(let text), .refusal(let text):
            end = moment + Self.time
            append(Entry(text: text, role: .text, moment: moment))
        case .failure(let text):
            end = nil
            append(Entry(text: text, role: .failure, moment: moment))
        case .tally, nil: end = nil
        }
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
    }

    /// All of them over the panes, the newest first, with how long ago each was said.
    func dialog(at now: Duration) -> TextDialog {
        TextDialog(
            title: "Messages",
            entries.reversed().map {
                TextDialog.Line(text: "\((now - $0.moment).brief) ago: \($0.text)", role: $0.role)
            })
    }
}
