import SonicProtocol

/// The messages of the bottom line in this run, for `:messages`.
struct MessageLog: Equatable, Sendable {
    /// A message.
    struct Entry: Equatable, Sendable {
        /// The text.
        let text: String
        /// The role that determines its style.
        let role: Role
        /// When it was shown, by the clock of the events.
        let moment: Duration
    }

    /// The maximum number of messages; the oldest are dropped first.
    static let limit = 200

    /// The messages, the oldest first.
    private(set) var entries: [Entry] = []
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

    /// Returns a dialog of all messages, the newest first, with their ages.
    func dialog(at now: Duration) -> TextDialog {
        TextDialog(
            title: "Messages",
            entries.reversed().map {
                TextDialog.Line(text: "\((now - $0.moment).brief) ago: \($0.text)", role: $0.role)
            })
    }
}

/// A message in the bottom line until the next key, or for a limited time.
enum Notice: Equatable, Sendable {
    /// A key had no effect; the text states why.
    case refusal(String)
    /// An action is done, or something has changed.
    case news(String)
    /// Something went wrong; the text states what to do.
    case failure(String)
    /// The progress of the search, updated while it runs.
    case tally
}

extension Model {
    /// Shows a message instead of doing anything else.
    mutating func notify(_ notice: Notice) -> [Effect] {
        self.notice = notice
        return []
    }

    /// Says why a command does nothing.
    mutating func refuse(_ why: String) -> [Effect] { notify(.refusal(why)) }

    /// Says why a command does nothing.
    mutating func refuse(_ reason: DisabledReason) -> [Effect] { refuse(words(of: reason)) }

    /// A reason as a sentence that names the keys in use.
    func words(of reason: DisabledReason) -> String { keys.namingKeys(reason.rawValue).sentence }
}
