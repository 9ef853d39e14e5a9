import Glibc
import SystemLibraries
import Testing

@Suite struct DetachedThreadTests {
    @Test(arguments: [true, false]) func `a thread starts with signals blocked on request`(
        _ blockingSignals: Bool
    ) async {
        let (answers, answer) = AsyncStream<[Bool]>.makeStream()
        // The other signals are those of crashes, which reach their handlers.
        let isBlocked = blockingSignals || Self.blocks(SIGPROF)
        let error = DetachedThread.start(blockingSignals: blockingSignals) {
            answer.yield([SIGPROF, SIGSEGV, SIGABRT].map(Self.blocks))
        }
        #expect(error == 0)
        for await blocks in answers {
            #expect(blocks == [isBlocked, false, false])
            break
        }
    }

    @Test func `starting a thread does not change the caller's signal mask`() {
        let before = Self.blocks(SIGPROF)
        #expect(DetachedThread.start(blockingSignals: true) {} == 0)
        #expect(Self.blocks(SIGPROF) == before)
    }

    @Test(arguments: [0, 1, 5]) func `threads can be reserved in advance`(_ count: Int) {
        #expect(DetachedThread.reserve(count) == 0)
    }

    private static func blocks(_ signal: CInt) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }
}
