import SonicProtocol

/// How an exchange goes on: events to tell, then those of a stream, each of which may lead elsewhere. What
/// connections are made of that send requests onward.
public struct Course: Sendable {
    /// What becomes of an event of the stream.
    public enum Turn: Sendable {
        /// It is told, perhaps in another form, and the stream goes on.
        case report(ResponseEvent)
        /// It is not told; the exchange takes this course instead, and the stream is given up.
        case take(Course)
    }

    /// Finds out what becomes of an event, given what follows it.
    public typealias TurnTaker = @Sendable (ResponseEvent, ResponseEvents) async -> Turn

    let events: [ResponseEvent]
    let rest: ResponseEvents?
    let turn: TurnTaker?

    /// Tells these events, then those of a stream as `turn` has them.
    /// - Parameters:
    ///   - events: What is told at once.
    ///   - rest: What follows; nil ends the exchange behind the events.
    ///   - turn: What becomes of each event of the rest; nil tells it.
    public init(
        _ events: [ResponseEvent] = [], then rest: ResponseEvents? = nil,
        turn: TurnTaker? = nil
    ) {
        self.events = events
        self.rest = rest
        self.turn = turn
    }

    /// The events of a course that is found when the first one is wanted. They are taken one by one, so a reader who
    /// is slow holds up the transfer and fills no memory; giving them up gives up their source.
    public static func stream(_ begin: @escaping @Sendable () async -> Course) -> ResponseEvents {
        let walk = Walk(begin)
        return ResponseEvents(nextBurst: { await walk.next() })
    }
}

/// A course as far as it has been told.
private actor Walk {
    private enum State {
        case waiting(@Sendable () async -> Course)
        case begun(Course)
        case reading(ResponseEvents.Iterator, Course.TurnTaker?)
        case over
    }

    private var state: State

    init(_ begin: @escaping @Sendable () async -> Course) {
        state = .waiting(begin)
    }

    /// The next burst, none of which is empty; nil behind the last one.
    func next() async -> [ResponseEvent]? {
        while true {
            switch state {
            case .waiting(let begin):
                state = .begun(await begin())
            case .begun(let course):
                state = course.rest.map { .reading($0.makeAsyncIterator(), course.turn) } ?? .over
                if !course.events.isEmpty { return course.events }
            case .reading(var iterator, let turn):
                // One at a time: a turn may wait for a person, who must see what happened before.
                state = .over
                guard let event = await iterator.next(isolation: self) else { return nil }
                switch await turn?(event, iterator.rest) ?? .report(event) {
                case .report(let event):
                    state = .reading(iterator, turn)
                    return [event]
                case .take(let other):
                    state = .begun(other)
                }
            case .over:
                return nil
            }
        }
    }
}
