import Glibc
import Testing

/// Waits up to ten seconds until a process that the test did not start itself is gone.
func expectEnd(of process: pid_t, _ location: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while kill(process, 0) == 0, ContinuousClock.now < deadline { await Task.yield() }
    #expect(kill(process, 0) != 0, sourceLocation: location)
}
