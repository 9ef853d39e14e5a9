import SonicProtocol

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
        ResponseEvents(.waiting(begin))
    }
}

extension ResponseRelay {
    /// A relay as far as it has been read. It is a value within the events, which have one reader.
    indirect enum Progress: Sendable {
        /// It is to be decided.
        case waiting(@Sendable () async -> ResponseRelay)
        /// It is decided.
        case begun(ResponseRelay)
        /// Its own events are read.
        case reading(ResponseEvents, Rule?)
        /// It goes on another way, given what follows.
        case replacing(@Sendable (ResponseEvents) async -> ResponseRelay, ResponseEvents)
        /// There is nothing more.
        case over

        /// The next burst, which is not empty; nil behind the last one.
        nonisolated(nonsending) mutating func next() async -> ResponseEvents.Burst? {
            while true {
                switch self {
                case .waiting(let begin): self = .begun(await begin())
                case .begun(let relay):
                    self = relay.rest.map { .reading($0, relay.rule) } ?? .over
                    if !relay.events.isEmpty { return ResponseEvents.Burst(relay.events) }
                case .reading(var rest, let rule):
                    // Nobody else keeps what follows while it is waited for.
                    self = .over
                    guard let burst = await rest.nextBurst() else { return nil }
                    if let forwarded = read(burst, &rest, rule) { return forwarded }
                case .replacing(let replace, let rest):
                    self = .over
                    self = .begun(await replace(rest))
                case .over: return nil
                }
            }
        }

        /// Applies the rule to a burst up to the event that leads elsewhere.
        /// - Returns: What is reported of it; nil for nothing.
        private mutating func read(
            _ burst: ResponseEvents.Burst, _ rest: inout ResponseEvents, _ rule: Rule?
        ) -> ResponseEvents.Burst? {
            guard let rule else {
                self = .reading(rest, nil)
                return burst
            }
            var forwarded = ResponseEvents.Burst([], read: burst.read)
            for (index, event) in burst.events.enumerated() {
                switch rule(event) {
                case .forward(let event): forwarded.events.append(event)
                case .replace(let replace):
                    burst.read?(event)
                    rest.putBack(burst.events.dropFirst(index + 1), of: burst)
                    self = .replacing(replace, rest)
                    return forwarded.events.isEmpty ? nil : forwarded
                }
            }
            self = .reading(rest, rule)
            return forwarded
        }
    }
}
