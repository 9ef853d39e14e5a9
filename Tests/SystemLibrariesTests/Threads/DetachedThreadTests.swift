import Glibc
import SystemLibraries
import Testing

@Suite struct DetachedThreadTests {
    @Test(arguments: [true, false]) func `a thread is born with signals blocked where that is asked for`(
        _ blockingSignals: Bool
    ) async {
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        // One that the threads of Swift's runtime do not block either.
        let error = DetachedThread.start(blockingSignals: blockingSignals) {
            answer.yield(Self.blocks(SIGSEGV))
        }
        #expect(error == 0)
        for await blocks in answers {
            #expect(blocks == blockingSignals)
            break
        }
    }

    @Test func `whoever starts a thread blocks what it blocked before`() {
        let before = Self.blocks(SIGSEGV)
        #expect(DetachedThread.start(blockingSignals: true) {} == 0)
        #expect(Self.blocks(SIGSEGV) == before)
    }

    @Test(arguments: [0, 1, 5]) func `threads are started at one time and ended`(_ count: Int) {
        #expect(DetachedThread.reserve(count) == 0)
    }

    private static func blocks(_ signal: CInt) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }
}
