import Testing

@testable import Transport

/// Which transfers start, and which wait.
@Suite struct TransferQueueTests {
    private func limits(perHost: Int, total: Int) -> ConnectionLimits {
        var limits = ConnectionLimits(openFiles: 1024)
        (limits.perHost, limits.total) = (perHost, total)
        return limits
    }

    /// A queue with this number of items for each host, in this order.
    private func queue(_ limits: ConnectionLimits, _ counts: [(String, Int)]) -> TransferQueue<String> {
        var queue = TransferQueue<String>(limits)
        for (host, count) in counts { for number in 0..<count { queue.add("\(host)\(number)", for: host) } }
        return queue
    }

    private func all(_ queue: inout TransferQueue<String>) -> [String] {
        var items: [String] = []
        while let item = queue.next() { items.append(item) }
        return items
    }

    @Test func `a host has a limit, beyond which transfers wait for one of its own to end`() {
        var queue = queue(limits(perHost: 2, total: 9), [("a", 4), ("b", 1)])
        #expect(all(&queue) == ["a0", "b0", "a1"])
        queue.ended(for: "b")
        #expect(queue.next() == nil)
        queue.ended(for: "a")
        #expect(all(&queue) == ["a2"])
        #expect(queue.runningCount == 2)
    }

    @Test func `hosts take turns, however many requests one of them has`() {
        var queue = queue(limits(perHost: 6, total: 4), [("a", 500), ("b", 2), ("c", 1)])
        #expect(all(&queue) == ["a0", "b0", "c0", "a1"])
        queue.ended(for: "a")
        #expect(all(&queue) == ["b1"])
    }

    @Test func `under a generous limit the last quarter is reserved for other hosts`() {
        var limits = limits(perHost: 2, total: 8)
        limits.shareGenerously()
        var queue = queue(limits, [("a", 99)])
        #expect(all(&queue).count == 6)
        queue.add("b0", for: "b")
        queue.add("b1", for: "b")
        queue.add("b2", for: "b")
        #expect(all(&queue) == ["b0", "b1"])
    }

    @Test func `a removed item never starts, and the others keep their order`() {
        var queue = queue(limits(perHost: 6, total: 99), [("a", 3), ("b", 1)])
        #expect(queue.remove(for: "a") { $0 == "a1" })
        #expect(!queue.remove(for: "a") { $0 == "a1" })
        #expect(queue.remove(for: "b") { $0 == "b0" })
        #expect(all(&queue) == ["a0", "a2"])
    }

    @Test func `a host that is not ready lets others start`() {
        var queue = queue(limits(perHost: 6, total: 99), [("a", 1), ("b", 1)])
        #expect(queue.next { $0 != "a" } == "b0")
        #expect(queue.next { $0 != "a" } == nil)
        #expect(queue.next() == "a0")
    }

    @Test func `thousands start in order`() {
        var queue = queue(limits(perHost: 6, total: 99), [("a", 5000)])
        var items: [String] = []
        for _ in 0..<5000 {
            if let item = queue.next() { items.append(item) }
            queue.ended(for: "a")
        }
        #expect(items == (0..<5000).map { "a\($0)" } && queue.removeAll().isEmpty)
    }

    @Test(arguments: [(5, 1), (64, 8), (511, 63), (512, 256), (1024, 768), (65_536, 1024)])
    func `the total limit leaves descriptors for files, pipes and lookups`(openFiles: Int, total: Int) {
        let limits = ConnectionLimits(openFiles: openFiles)
        #expect(limits.total == total)
        #expect(limits.total + 4 * limits.lookups <= max(openFiles, 5))
    }
}
