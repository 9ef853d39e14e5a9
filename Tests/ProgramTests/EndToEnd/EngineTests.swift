import SonicProtocol
import TestSupport
import Testing

/// `sonic engine --stdio` with real sockets; more of it is in `sessions.story`.
@Suite struct EngineTests {
    @Test func `thirty requests run at the same time`() async throws {
        let (gate, home) = (Gate(), try TemporaryFolder())
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
        let server = RawServer { _ in [.readRequest, .wait(gate), .send(ok)] }
        let lines = (1...30).map { #"{"id":\#($0),"url":"\#(server.url("/\($0)"))"}"# + "\n" }
        let program = try Program(
            binary(named: "sonic"), ["engine", "--stdio", "--private"], environment: Site.environment(home),
            input: Array(lines.joined().utf8))
        var arrived = 0
        for await case .request in server.events {
            arrived += 1
            if arrived == 30 { break }
        }
        for _ in 1...30 { gate.open() }
        let finished = try await program.finish()
        #expect(finished.status == .exited(0))
        let answers = finished.output.split(separator: "\n").map { JSONNode.read(Array($0.utf8)).node }
        func texts(_ name: String) -> [String?] {
            answers.map { answer in answer?.members?.first { $0.name == name }?.node.string }
        }
        let numbers = answers.compactMap { answer -> Double? in
            guard case .number(let number) = answer?.members?.first(where: { $0.name == "id" })?.node.value
            else { return nil }
            return number
        }
        #expect(Set(numbers) == Set((1...30).map(Double.init)))
        // Base64 of “ok”.
        #expect(texts("body").allSatisfy { $0 == "b2s=" } && texts("from").allSatisfy { $0 == "network" })
    }
}
