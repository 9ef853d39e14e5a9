import SonicSession
import Testing

@Suite struct AtomicQueueTests {
    /// An operation on a queue, with its expected result.
    enum Step {
        /// Enqueues a value; `wakes`: whether a reader was asleep and has to be woken.
        case put(Int, wakes: Bool)
        /// Enqueues the last value.
        case end(Int)
        /// Whether the reader goes to sleep.
        case sleep(Bool)
        /// Dequeues everything; nil when the queue has ended.
        case dequeue([Int]?)
        /// Closes the queue; whether it was open and whether a reader was asleep.
        case close(wasOpen: Bool, wakes: Bool)
    }

    @Test(arguments: [
        [Step.put(1, wakes: false), .put(2, wakes: false), .dequeue([1, 2]), .dequeue([])],
        [.put(1, wakes: false), .sleep(false), .dequeue([1]), .sleep(true), .sleep(true)],
        [
            .sleep(true), .put(0, wakes: true), .put(1, wakes: false), .put(2, wakes: false),
            .dequeue([0, 1, 2]),
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
    ]) func `one atomic word holds the queued values, a sleeping reader, or the end`(_ steps: [Step]) {
        let queue = AtomicQueue<Int, Void>()
        for step in steps {
            switch step {
            case .put(let value, let wakes): #expect((queue.put([value]) != nil) == wakes, "\(step)")
            case .end(let value): #expect(queue.put([value], isLast: true) == nil, "\(step)")
            case .sleep(let isAsleep): #expect(queue.sleep(()) == isAsleep, "\(step)")
            case .dequeue(let values): #expect(queue.dequeueAll() == values, "\(step)")
            case .close(let isOpen, let wakes):
                let (sleeper, wasOpen): (Void?, Bool) = queue.close()
                #expect(wasOpen == isOpen && (sleeper != nil) == wakes, "\(step)")
            }
        }
    }
}
