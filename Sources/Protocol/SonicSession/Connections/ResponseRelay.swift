import SonicProtocol
import Synchronization

/// How an exchange goes on: events to report, then those of another exchange, each of which may lead elsewhere. What
/// connections are made of that send requests onward.
public struct ResponseRelay: Sendable {
    /// What becomes of an event of the other exchange.
    public enum Decision: Sendable {
        /// It is reported, perhaps in another form.
        case forward(ResponseEvent)
        /// It is not reported: once what came before it is read, this says how the exchange goes on, given what follows
        /// the event.
        case replace(@Sendable (ResponseEvents) async -> ResponseRelay)
    }

    /// Decides what becomes of an event. Nothing is waited for: only `replace` does.
    public typealias Rule = @Sendable (ResponseEvent) -> Decision

    let events: [ResponseEvent]
    let rest: ResponseEvents?
    let rule: Rule?

    /// Reports these events, then those of another exchange as a rule has them.
    /// - Parameters:
    ///   - events: What is reported at once.
    ///   - rest: What follows; nil ends the exchange behind the events.
    ///   - rule: What becomes of each event of the rest; nil forwards all.
    public init(_ events: [ResponseEvent] = [], then rest: ResponseEvents? = nil, rule: Rule? = nil) {
        self.events = events
        self.rest = rest
        self.rule = rule
    }

    /// The events of an exchange that is decided when the first one is wanted. They are read in the bursts in which they
    /// came, so a reader who is slow holds up the transfer and fills no memory; giving them up gives up their source.
    public static func stream(_ begin: @escaping @Sendable () async -> ResponseRelay) -> ResponseEvents {
        let progress = Progress(begin)
        return ResponseEvents(bursts: { await progress.next() })
    }
}

/// A relay as far as it has been read, by one reader.
private final class Progress: Sendable {
    private enum State {
        case waiting(@Sendable () async -> ResponseRelay)
        case begun(ResponseRelay)
        case reading(ResponseEvents, ResponseRelay.Rule?)
        case replacing(@Sendable (ResponseEvents) async -> ResponseRelay, ResponseEvents)
        case over
    }

    private let state: Mutex<State>

    init(_ begin: @escaping @Sendable () async -> ResponseRelay) {
        state = Mutex(.waiting(begin))
    }

    /// The next burst, which is not empty; nil behind the last one.
    nonisolated(nonsending) func next() async -> ResponseEvents.Burst? {
        while true {
            switch beginStep() {
            case .waiting(let begin): endStep(.begun(await begin()))
            case .begun(let relay):
                endStep(relay.rest.map { .reading($0, relay.rule) } ?? .over)
                if !relay.events.isEmpty { return ResponseEvents.Burst(relay.events) }
            case .reading(var rest, let rule):
                guard let burst = await rest.nextBurst() else { return nil }
                if let forwarded = read(burst, &rest, rule) { return forwarded }
            case .replacing(let replace, let rest): endStep(.begun(await replace(rest)))
            case .over: return nil
            }
        }
    }

    /// Applies the rule to a burst up to the event that leads elsewhere.
    /// - Returns: What is reported of it; nil for nothing.
    private func read(
        _ burst: ResponseEvents.Burst, _ rest: inout ResponseEvents, _ rule: ResponseRelay.Rule?
    ) -> ResponseEvents.Burst? {
        guard let rule else {
            endStep(.reading(rest, nil))
            return burst
        }
        var forwarded = ResponseEvents.Burst([], read: burst.read)
        for (index, event) in burst.events.enumerated() {
            switch rule(event) {
            case .forward(let event): forwarded.events.append(event)
            case .replace(let replace):
                burst.read?(event)
                rest.putBack(burst.events.dropFirst(index + 1), of: burst)
                endStep(.replacing(replace, rest))
                return forwarded.events.isEmpty ? nil : forwarded
            }
        }
        endStep(.reading(rest, rule))
        return forwarded
    }

    /// The state, which is over for whoever asks before the step is ended.
    private func beginStep() -> State {
        state.withLock { state in
            defer { state = .over }
            return state
        }
    }

    private func endStep(_ next: State) { state.withLock { $0 = next } }
}
