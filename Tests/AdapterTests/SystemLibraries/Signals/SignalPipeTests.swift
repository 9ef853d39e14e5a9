import Glibc
import SystemLibraries
import Testing

/// With signals that nothing else in this process handles, and that end nothing. A process has one pipe of signals at a
/// time, so all of it is one test.
@Suite struct SignalPipeTests {
    @Test func `signals are read in order until the pipe is closed, ignored ones on request`() throws {
        for signals in [[SIGWINCH], [SIGURG, SIGWINCH], [SIGWINCH, SIGURG, SIGWINCH]] {
            try Self.readsInOrder(signals)
        }
        for evenIgnored in [false, true] { try Self.ignoredSignal(isRead: evenIgnored) }
    }

    private static func readsInOrder(_ signals: [CInt]) throws {
        let pipe = try #require(SignalPipe(of: [SIGWINCH, SIGURG]))
        for signal in signals { SignalAction.raise(signal) }
        #expect(pipe.next() == signals)
        pipe.close()
        #expect(pipe.next() == [], "\(signals)")
        Glibc.close(pipe.descriptor)
        let action = SignalAction.set(SIGURG, to: nil)
        #expect(SignalAction.isSame(action.__sigaction_handler.sa_handler, nil), "\(signals)")
    }

    private static func ignoredSignal(isRead: Bool) throws {
        SignalAction.set(SIGURG, to: SIG_IGN)
        defer { SignalAction.set(SIGURG, to: nil) }
        let pipe = try #require(SignalPipe(of: [SIGURG], evenIgnored: isRead))
        #expect(SignalAction.isIgnored(SIGURG) != isRead)
        SignalAction.raise(SIGURG)
        pipe.close()
        #expect(pipe.next() == (isRead ? [SIGURG] : []))
        Glibc.close(pipe.descriptor)
    }
}
