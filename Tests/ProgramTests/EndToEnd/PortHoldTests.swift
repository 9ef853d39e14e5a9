import Glibc
import TestSupport
import Testing

@Suite struct PortHoldTests {
    @Test func `a reserved port refuses connections, and no other server can bind to it`() async throws {
        let (listener, port) = listenOnLoopback()
        close(listener)
        let hold = PortHold()
        try await hold.hold(port)
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(other) }
        #expect(withLoopback(port: port) { bind(other, $0, $1) } == -1 && errno == EADDRINUSE)
        #expect(withLoopback(port: port) { connect(other, $0, $1) } == -1 && errno == ECONNREFUSED)
    }
}
