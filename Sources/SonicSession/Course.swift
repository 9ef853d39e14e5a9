import SonicProtocol

/// How an exchange goes on: events to tell, then those of a stream, each of which may lead elsewhere. What
/// connections are made of that send requests onward.
public struct Course: Sendable {
    /// What becomes of an event of the stream.
    public enum Turn: Sendable {
        /// It is told, perhaps in another form, and the stream goes on.
        case tell(ResponseEvent)
        /// It is not told; the exchange takes this course instead, and the stream is given up.
        case take(Course)
    }

    let events: [ResponseEvent]
    let rest: AsyncStream<ResponseEvent>?
    let turn: @Sendable (ResponseEvent) async -> Turn

    /// Tells these events, then those of a stream as `turn` has them.
    /// - Parameters:
    ///   - events: What is told at once.
    ///   - rest: What follows; nil ends the exchange behind the events.
    ///   - turn: What becomes of each event of the rest.
    public init(
        _ events: [ResponseEvent] = [], then rest: AsyncStream<ResponseEvent>? = nil,
        turn: @escaping @Sendable (ResponseEvent) async -> Turn = { .tell($0) }
    ) {
        self.events = events
        self.rest = rest
        self.turn = turn
    }

    /// The stream of a course that is found when the first event is wanted. Events are taken one by one, so a
    /// reader who is slow holds up the transfer and fills no memory; giving the stream up gives up its source.
    public static func stream(_ begin: @escaping @Sendable () async -> Course) -> AsyncStream<ResponseEvent> {
        let walk = Walk(begin)
        return AsyncStream { await walk.next() }
    }
}

/// A course as far as it has been told.
private actor Walk {
    private enum State {
        case waiting(@Sendable () async -> Course)
        case on(Course, told: Int)
    }

    private var state: State

    init(_ begin: @escaping @Sendable () async -> Course) {
        state = .waiting(begin)
    }

    func next() async -> ResponseEvent? {
        while true {
            switch state {
            case .waiting(let begin):
                state = .on(await begin(), told: 0)
            case .on(let course, let told) where told < course.events.count:
                state = .on(course, told: told + 1)
                return course.events[told]
            case .on(let course, _):
                // Every iterator of a stream takes from the same buffer, so a fresh one for each event is enough.
                var iterator = course.rest?.makeAsyncIterator()
                guard let event = await iterator?.next(isolation: self) else { return nil }
                switch await course.turn(event) {
                case .tell(let event): return event
                case .take(let other): state = .on(other, told: 0)
                }
            }
        }
    }
}
