import Exchanges
import SonicProtocol
import SonicSession

/// The interception filter, the intercepted exchanges, and the reader's edits of them.
struct InterceptedExchanges: Sendable {
    /// The filter of exchanges to intercept; nil for none.
    var filter: ExchangeFilter?
    /// The intercepted exchanges, the oldest first.
    private(set) var entries: [Entry] = []

    /// An intercepted exchange.
    struct Entry: Sendable {
        /// The original exchange.
        let exchange: InterceptedExchange
        /// The message of another client that a server intercepts; nil for an exchange of this program.
        var serverMessage: InterceptedMessage?
        /// When it was intercepted, by the clock of events.
        let since: Duration
        /// How it is released by the reader's edit; unchanged without one.
        var release = Release.unchanged

        /// Whether the reader has edited it.
        var isEdited: Bool { release != .unchanged }

        /// The request as it stands: edited, else as it was intercepted.
        var request: Request { if case .request(let edited) = release { edited } else { exchange.request } }

        /// The response as it stands; nil while the request is intercepted.
        var answer: AnswerEdit.Original? {
            guard case .answer(let edited) = release else { return exchange.answer }
            return AnswerEdit.Original(head: edited.head, body: edited.body)
        }

        /// Returns the order for the server that intercepts it; hashes are sent as written.
        func order(for message: InterceptedMessage) -> ServerOrder {
            switch release {
            case .request(let request): message.edit(request)
            case .answer(let answer): message.edit(answer, recomputesHashes: false)
            case .unchanged, .unstored, .dropped, .abandoned: .forward(message.id)
            }
        }

        /// Returns the time since it was intercepted.
        func age(at now: Duration) -> String {
            let seconds = max(0, (now - since).wholeSeconds)
            return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
        }

        /// The description of the exchange in a few words.
        private var words: String {
            let whose = serverMessage.map { (exchange.stage == .request ? " of " : " to ") + $0.client } ?? ""
            return exchange.words + whose + (isEdited ? ", edited" : "")
        }

        /// Returns the description with the age, for the list.
        func listed(at now: Duration) -> String { "\(words), for \(age(at: now))" }

        /// Returns the description with the age, for the page that waits for the exchange.
        func text(at now: Duration) -> String { "intercepted for \(age(at: now)): \(words)" }
    }

    /// Replaces the exchanges intercepted by this program; those that stay keep their age and their edit.
    mutating func update(_ intercepted: [InterceptedExchange], at now: Duration) {
        let own = intercepted.map { exchange in
            entries.first { $0.exchange.id == exchange.id } ?? Entry(exchange: exchange, since: now)
        }
        entries = own + entries.filter { $0.serverMessage != nil }
    }

    /// Adds an exchange that a server intercepts.
    mutating func add(_ message: InterceptedMessage, at now: Duration) {
        remove(message.exchange.id)
        entries.append(Entry(exchange: message.exchange, serverMessage: message, since: now))
    }

    /// Removes the exchange with a number, if it is there.
    mutating func remove(_ id: Int) { entries.removeAll { $0.exchange.id == id } }

    /// Removes all exchanges that servers intercept.
    mutating func removeServers() { entries.removeAll { $0.serverMessage != nil } }

    /// Stores the reader's edit of an exchange. Returns false if it is no longer intercepted.
    mutating func keep(_ edit: Release, of id: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.exchange.id == id }) else { return false }
        entries[index].release = edit
        return true
    }

    /// Returns the oldest entry for a request's address; nil for none.
    func entry(asking url: WebURL?) -> Entry? {
        guard let url else { return nil }
        return entries.first {
            $0.serverMessage == nil && $0.exchange.request.url.withoutFragment == url.withoutFragment
        }
    }
}

/// The request to which a response from a file is given.
public enum RespondTarget: Sendable, Equatable {
    /// An intercepted exchange.
    case intercepted(InterceptedExchange)
    /// The next request of the page at this address.
    case next(WebURL)
}
