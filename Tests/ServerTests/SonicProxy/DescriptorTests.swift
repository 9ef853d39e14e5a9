import TestSupport
import Testing

/// The real proxy with few file descriptors and a slow upstream.
@Suite struct DescriptorTests {
    @Test(arguments: [40, 64, 100])
    func `a proxy without free descriptors responds with 503, and every client gets a response`(_ limit: Int)
        async throws
    {
        let gate = Gate()
        let upstream = RawServer([
            .readRequest, .wait(gate),
            .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhere"),
        ])
        let program = try Program(
            "/bin/sh",
            [
                "-c", "ulimit -n \(limit) && exec \"$0\" \"$@\"", binary(named: "sonic-server"), "proxy",
                "127.0.0.1:\(upstream.port)",
            ])
        let port = UInt16(try await program.line(beginning: "listening on http://127.0.0.1:")) ?? 0
        let wires = (0..<limit).map { _ in
            let wire = Wire(to: port)
            wire.ask("/")
            return wire
        }
        // Not all of them fit, so some are refused while the upstream still delays the others.
        while !wires.contains(where: \.isReadable) { await Task.yield() }
        let first = wires.first { $0.isReadable }
        let refused = try #require(first)
        let refusal = try #require(refused.reply())
        #expect(refusal.status == 503 && refusal.headers.first("retry-after") == "1")
        for _ in 0..<limit { gate.open() }
        let statuses = wires.filter { $0 !== refused }.map { $0.reply()?.status ?? 0 }
        #expect(Set(statuses).isSubset(of: [200, 503]))
        let later = Wire(to: port)
        gate.open()
        later.ask("/")
        #expect(later.reply()?.text == "here")
        await program.signal(15)
        _ = try await program.finish()
    }
}
