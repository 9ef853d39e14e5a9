import Testing

@testable import SonicProxy

@Suite struct ByteQueueTests {
    @Test func `bytes are dequeued in order, whatever the buffer sizes`() {
        var queue = ByteQueue()
        var (given, taken): ([UInt8], [UInt8]) = ([], [])
        for step in 1...400 {
            let part = (0..<(step * 37 % 1500)).map { UInt8(truncatingIfNeeded: $0 &* step) }
            queue.add(part)
            given += part
            var buffer = [UInt8](repeating: 0, count: step * 53 % 1400 + 1)
            let count = buffer.withUnsafeMutableBytes { queue.dequeue(into: $0) }
            taken += buffer[..<count]
            #expect(queue.count == given.count - taken.count)
        }
        var rest = [UInt8](repeating: 0, count: queue.count + 1)
        let count = rest.withUnsafeMutableBytes { queue.dequeue(into: $0) }
        #expect(taken + rest[..<count] == given && queue.isEmpty)
    }

    @Test func `a full queue has no room, but accepts what is added`() {
        var queue = ByteQueue()
        #expect(queue.room == ByteQueue.limit)
        queue.add([UInt8](repeating: 1, count: ByteQueue.limit))
        #expect(queue.room == 0)
        queue.add([2])
        #expect(queue.room == 0 && queue.count == ByteQueue.limit + 1)
    }
}
