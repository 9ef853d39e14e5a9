import Chance
import SonicSession
import Synchronization
import Testing

@Suite struct ChannelTests {
    @Test
    func `values sent before the reader starts arrive in one batch, in order, and then the channel ends`()
        async
    {
        let channel = Channel<Int>()
        channel.send([1, 2])
        channel.send([3])
        channel.end(with: [4])
        channel.send([5])
        let reader = ChannelReader(channel) { Issue.record("abandoned behind the end") }
        #expect(await reader.next() == [1, 2, 3, 4])
        #expect(await reader.next() == nil)
        #expect(await reader.next() == nil)
    }

    @Test func `ending without a last batch ends a waiting reader`() async {
        let channel = Channel<Int>()
        let reader = ChannelReader(channel) { Issue.record("abandoned behind the end") }
        let reading = Task { await reader.next() }
        // Sent while the reader waits, or before it if the task has not run yet: the reader sees no difference.
        await Task.yield()
        channel.end()
        #expect(await reading.value == nil)
    }

    @Test func `releasing a reader abandons the channel once`() async {
        let abandoned = Atomic(0)
        let channel = Channel<Int>()
        channel.send([1])
        do {
            let reader = ChannelReader(channel) { abandoned.add(1, ordering: .relaxed) }
            #expect(await reader.next() == [1])
            channel.send([2])
        }
        channel.send([3])
        channel.end()
        #expect(abandoned.load(ordering: .relaxed) == 1)
    }

    @Test func `releasing a reader after the end does not abandon the channel`() {
        let channel = Channel<Int>()
        channel.end(with: [1])
        _ = ChannelReader(channel) { Issue.record("nobody would have told more") }
    }

    @Test func `cancelling a waiting task ends its reading and abandons the channel`() async {
        let abandoned = Atomic(0)
        let channel = Channel<Int>()
        let reader = ChannelReader(channel) { abandoned.add(1, ordering: .relaxed) }
        let reading = Task { await reader.next() }
        await Task.yield()
        reading.cancel()
        #expect(await reading.value == nil)
        #expect(abandoned.load(ordering: .relaxed) == 1)
        channel.send([1])
        #expect(await reader.next() == nil)
    }

    @Test func `cancelling a task ends its reading even if more values are always available`() async {
        let abandoned = Atomic(0)
        let channel = Channel<Int>()
        let reader = ChannelReader(channel) { abandoned.add(1, ordering: .relaxed) }
        let reading = Task {
            channel.send([0])
            while let burst = await reader.next() { channel.send(burst) }
        }
        reading.cancel()
        await reading.value
        #expect(abandoned.load(ordering: .relaxed) == 1)
    }

    @Test func `a reader that never has to wait still yields to its actor`() async {
        let desk = Desk()
        async let count = desk.readUntilTold()
        await desk.stop()
        #expect(await count >= 0)
    }

    /// Reads values that are always available until another task on the same actor stops it.
    private actor Desk {
        private var isStopped = false

        func stop() { isStopped = true }

        func readUntilTold() async -> Int {
            let channel = Channel<Int>()
            let reader = ChannelReader(channel) {}
            var count = 0
            channel.send([0])
            while !isStopped, await reader.next() != nil {
                channel.send([0])
                count += 1
            }
            return count
        }
    }

    @Test func `a reader that reads without waiting is woken once, after it found nothing`() {
        let woken = Atomic(0)
        let channel = Channel<Int>()
        let reader = ChannelReader(channel) { Issue.record("abandoned behind the end") }
        let wake: @Sendable () -> Void = { woken.add(1, ordering: .relaxed) }
        channel.send([1])
        #expect(reader.dequeueAll(wake: wake) == [1])
        channel.send([2])
        #expect(woken.load(ordering: .relaxed) == 0)
        #expect(reader.dequeueAll(wake: wake) == [2])
        #expect(reader.dequeueAll(wake: wake) == [])
        channel.send([3])
        channel.send([4])
        #expect(woken.load(ordering: .relaxed) == 1)
        #expect(reader.dequeueAll(wake: wake) == [3, 4])
        #expect(reader.dequeueAll(wake: wake) == [])
        channel.end()
        #expect(woken.load(ordering: .relaxed) == 2)
        #expect(reader.dequeueAll(wake: wake) == nil)
    }

    @Test func `abandoning a channel while its reader sleeps does not wake the reader`() {
        let abandoned = Atomic(0)
        let channel = Channel<Int>()
        let reader = ChannelReader(channel) { abandoned.add(1, ordering: .relaxed) }
        #expect(reader.dequeueAll { Issue.record("woken") } == [])
        reader.abandon()
        channel.send([1])
        #expect(reader.dequeueAll { Issue.record("woken") } == nil)
        #expect(abandoned.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: 0..<40)
    func `with concurrent threads, every value is read once and in order, or the channel is abandoned`(
        seed: UInt64
    ) async {
        var chance = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...3000, using: &chance)
        let longest = Int.random(in: 1...8, using: &chance)
        let left: Int? = Bool.random(using: &chance) ? Int.random(in: 0...count, using: &chance) : nil
        let endsAlone = Bool.random(using: &chance)
        var bursts: [[Int]] = []
        var next = 0
        while next < count {
            let end = min(count, next + Int.random(in: 1...longest, using: &chance))
            bursts.append(Array(next..<end))
            next = end
        }
        let last = endsAlone ? [] : bursts.removeLast()

        let abandoned = Atomic(0)
        let channel = Channel<Int>()
        let telling = Task.detached { [bursts] in
            for burst in bursts { channel.send(burst) }
            channel.end(with: last)
        }
        let read = await Task.detached {
            let reader = ChannelReader(channel) { abandoned.add(1, ordering: .relaxed) }
            var read: [Int] = []
            while read.count < left ?? .max, let burst = await reader.next() { read += burst }
            return read
        }.value
        await telling.value

        #expect(read == Array(0..<read.count))
        if let left { #expect(read.count >= left) } else { #expect(read.count == count) }
        #expect(
            abandoned.load(ordering: .relaxed) <= (read.count < count || endsAlone && left != nil ? 1 : 0))
    }
}
