import Glibc
import Testing

@testable import SonicProxy

/// Waiting for clients and upstream together.
@Suite struct UpstreamLoopTests {
    @Test(arguments: [1, 15, 16, 17, 40, 300])
    func `each of any number of descriptors ends the wait`(count: Int) throws {
        let loop = try UpstreamLoop(keeping: 1)
        var silent: [Int32] = [-1, -1]
        var stirred: [Int32] = [-1, -1]
        try #require(pipe(&silent) == 0 && pipe(&stirred) == 0)
        defer { for descriptor in silent + stirred { close(descriptor) } }
        try #require(write(stirred[1], "x", 1) == 1)
        for place in Set([0, count / 2, count - 1]) {
            var entries = (0..<count).map {
                pollfd(fd: $0 == place ? stirred[0] : silent[0], events: Int16(POLLIN), revents: 0)
            }
            let start = ContinuousClock.now
            loop.wait(for: &entries, milliseconds: 20_000)
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(entries.indices.filter { entries[$0].revents != 0 } == [place])
        }
    }
}
