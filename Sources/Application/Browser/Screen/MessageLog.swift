import SonicProtocol

/// What the bottom line said in this run, for `:messages`.
struct MessageLog: Equatable, Sendable {
    /// A message.
    struct Entry: Equatable, Sendable {
        /// What it said, and as what.
        let notice: Notice
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
        end =
            switch notice {
            case .news, .refusal: moment + Self.time
            case .failure, .tally, nil: nil
            }
        guard let notice, notice != .tally else { return }
        entries.append(Entry(notice: notice, moment: moment))
        if entries.count > Self.limit { entries.removeFirst() }
    }

    /// All of them over the panes, the newest first, with how long ago each was said.
    func dialog(at now: Duration) -> TextDialog {
        TextDialog(
            title: "Messages",
            entries.reversed().map { entry in
                let age = "\((now - entry.moment).brief) ago: "
                return switch entry.notice {
                case .refusal(let text), .news(let text): TextDialog.Line(text: age + text, role: .text)
                case .failure(let text): TextDialog.Line(text: age + text, role: .failure)
                case .tally: TextDialog.Line(text: age, role: .text)
                }
            })
    }
}
