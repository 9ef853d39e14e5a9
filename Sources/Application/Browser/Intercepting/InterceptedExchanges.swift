import Diagnostics
import SonicProtocol
import SonicSession

/// What is to be held for the reader, what is held, and what they have made of it so far.
struct InterceptedExchanges: Sendable {
    /// Which exchanges are held from now on; nil for none.
    var filter: InterceptFilter?
    /// What is held, the oldest first.
    private(set) var entries: [Entry] = []

    /// An exchange that waits.
    struct Entry: Sendable {
        /// The exchange as it came.
        let exchange: InterceptedExchange
        /// What a server holds of another client's, where that is what it is; nil for an exchange of this program.
        var heldMessage: HeldMessage?
        /// When it began to wait, by the clock whose time comes with events.
        let since: Duration
        /// What the reader has made of it; nil for nothing yet.
        var draft: Draft?

        /// How long it has waited, in whole seconds.
        func age(at now: Duration) -> String {
            let seconds = max(0, (now - since).wholeSeconds)
            return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
        }

        /// What is held, in a few words.
        private var words: String {
            let whose = heldMessage.map { (exchange.stage == .request ? " of " : " to ") + $0.client } ?? ""
            return exchange.words + whose + (draft == nil ? "" : ", edited")
        }

        /// What is held and for how long, as the list has it.
        func listed(at now: Duration) -> String { "\(words), for \(age(at: now))" }

        /// The same as it is told of the page that waits for it.
        func text(at now: Duration) -> String { "intercepted for \(age(at: now)): \(words)" }
    }

    /// What the reader has made of an exchange.
    enum Draft: Sendable {
        /// This request.
        case request(Request)
        /// This answer.
        case answer(WrittenAnswer)

        /// What becomes of the exchange when it is let go.
        var release: Release {
            switch self {
            case .request(let request): .request(request)
            case .answer(let answer): .answer(answer)
            }
        }

        /// What the server is asked to do that holds the exchange: hashes go out as they were written.
        func order(for message: HeldMessage) -> ServerOrder {
            switch self {
            case .request(let request): message.edit(request)
            case .answer(let answer): message.edit(answer, recomputesHashes: false)
            }
        }
    }

    /// Takes what this program holds now: what was held before keeps its age and its draft.
    mutating func update(_ held: [InterceptedExchange], at now: Duration) {
        let own = held.map { exchange in
            entries.first { $0.exchange.id == exchange.id } ?? Entry(exchange: exchange, since: now)
        }
        entries = own + entries.filter { $0.heldMessage != nil }
    }

    /// Adds what a server holds.
    mutating func add(_ message: HeldMessage, at now: Duration) {
        remove(message.exchange.id)
        entries.append(Entry(exchange: message.exchange, heldMessage: message, since: now))
    }

    /// Removes the exchange with a number; nothing where it is not held.
    mutating func remove(_ id: Int) { entries.removeAll { $0.exchange.id == id } }

    /// Removes all that a server held.
    mutating func removeServers() { entries.removeAll { $0.heldMessage != nil } }

    /// Keeps what the reader has made of an exchange. False where it is not held any more.
    mutating func keep(_ draft: Draft, of id: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.exchange.id == id }) else { return false }
        entries[index].draft = draft
        return true
    }

    /// The entry of a request's address, the oldest of several; nil for none.
    func entry(asking url: WebURL?) -> Entry? {
        guard let url else { return nil }
        return entries.first {
            $0.heldMessage == nil && $0.exchange.request.url.withoutFragment == url.withoutFragment
        }
    }
}

extension Model {
    /// What is held of the tab in front; nil for nothing.
    var interceptedInFront: InterceptedExchanges.Entry? {
        guard isBusy else { return nil }
        return account.intercepted.entry(asking: visit?.trace.request?.url ?? visit?.opening.url)
    }

    /// What keys act on: in the list what is under its cursor, else what is held of the tab in front, or by the server in
    /// front, else the oldest.
    var interceptedChosen: InterceptedExchanges.Entry? {
        if let index = (overlay as? InterceptedOverlay)?.cursor.index {
            return account.intercepted.entries.indices.contains(index)
                ? account.intercepted.entries[index] : nil
        }
        let entries = account.intercepted.entries
        let first = (isAboutTraffic ? entries.first { $0.heldMessage != nil } : interceptedInFront)
        return first ?? entries.first
    }
}
