import SonicSession
import Testing

@Suite struct AtomicQueueTests {
    /// What is done with a queue, and what comes of it.
    enum Step {
        /// Puts one in; says whether a reader slept, which it is for.
        case put(Int, wakes: Bool)
        /// Puts the last one in.
        case end(Int)
        /// Says whether the reader sleeps.
        case sleep(Bool)
        /// Takes out what is there; nil where it is over.
        case dequeue([Int]?)
        /// Closes it; says whether it was open and whether a reader slept.
        case close(wasOpen: Bool, wakes: Bool)
    }

    @Test(arguments: [
        [Step.put(1, wakes: false), .put(2, wakes: false), .dequeue([1, 2]), .dequeue([])],
        [.put(1, wakes: false), .sleep(false), .dequeue([1]), .sleep(true), .sleep(true)],
        [
            .sleep(true), .put(1, wakes: true), .put(1, wakes: false), .put(2, wakes: false),
            .dequeue([1, 2]),
        ],
        [.sleep(true), .dequeue([]), .put(1, wakes: false), .dequeue([1])],
        [
            .put(1, wakes: false), .end(2), .put(3, wakes: false), .sleep(false), .dequeue([1, 2]),
            .dequeue(nil),
        ],
        [.sleep(true), .close(wasOpen: true, wakes: true), .sleep(false), .dequeue(nil)],
        [.end(1), .close(wasOpen: false, wakes: false), .put(2, wakes: false), .dequeue(nil)],
        [.put(1, wakes: false), .close(wasOpen: true, wakes: false), .dequeue(nil)],
        [.put(1, wakes: false), .put(2, wakes: false)],
        [.sleep(true)],
    ]) func `one word holds what was put in, a reader that sleeps, or the end`(_ steps: [Step]) {
        let queue = AtomicQueue<Int, Void>()
        for step in steps {
            switch step {
            case .put(let value, let wakes): #expect((queue.put([value]) != nil) == wakes, "\(step)")
            case .end(let value): #expect(queue.put([value], isLast: true) == nil, "\(step)")
            case .sleep(let isAsleep): #expect(queue.sleep(()) == isAsleep, "\(step)")
            case .dequeue(let values):
                switch queue.dequeueAll() {
                case .nothing: #expect(values == [], "\(step)")
                case .batch(let burst): #expect(values == burst, "\(step)")
                case .over: #expect(values == nil, "\(step)")
                }
            case .close(let isOpen, let wakes):
                let (sleeper, wasOpen): (Void?, Bool) = queue.close()
                #expect(wasOpen == isOpen && (sleeper != nil) == wakes, "\(step)")
            }
        }
    }
}
