import Glibc
import SystemLibraries
import Testing

/// With signals that nothing else in this process heeds, and that end nothing.
@Suite(.serialized) struct SignalPipeTests {
    @Test(arguments: [[SIGWINCH], [SIGURG, SIGWINCH], [SIGWINCH, SIGURG, SIGWINCH]])
    func `signals are read in the order in which they came`(_ signals: [CInt]) throws {
        let pipe = try #require(SignalPipe(of: [SIGWINCH, SIGURG]))
        for signal in signals { SignalAction.raise(signal) }
        #expect(pipe.next() == signals)
        pipe.close()
        #expect(pipe.next() == [])
        Glibc.close(pipe.descriptor)
    }

    @Test func `once it is closed signals have their default meaning`() throws {
        let pipe = try #require(SignalPipe(of: [SIGURG]))
        pipe.close()
        Glibc.close(pipe.descriptor)
        let meaning = SignalAction.set(SIGURG, to: nil)
        #expect(SignalAction.isSame(meaning.__sigaction_handler.sa_handler, nil))
    }

    @Test(arguments: [false, true])
    func `what is ignored stays so unless it is asked for`(_ evenIgnored: Bool) throws {
        SignalAction.set(SIGURG, to: SIG_IGN)
        defer { SignalAction.set(SIGURG, to: nil) }
        let pipe = try #require(SignalPipe(of: [SIGURG], evenIgnored: evenIgnored))
        #expect(SignalAction.isIgnored(SIGURG) != evenIgnored)
        SignalAction.raise(SIGURG)
        pipe.close()
        #expect(pipe.next() == (evenIgnored ? [SIGURG] : []))
        Glibc.close(pipe.descriptor)
    }
}
