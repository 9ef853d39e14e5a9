import Glibc
import TestSupport

/// The real `sonic-server proxy` on a free port.
struct RunningProxy {
    let program: Program
    let port: UInt16
    /// A server that is kept alive as long as the proxy; nil for one of the caller's own.
    private let server: (any Sendable)?

    init(to upstream: String, _ options: [String] = [], keeping server: (any Sendable)? = nil) async throws {
        self.server = server
        program = try Program(binary(named: "sonic-server"), ["proxy", upstream] + options)
        port = UInt16(try await program.line(beginning: "listening on http://127.0.0.1:")) ?? 0
    }

    init(to server: PlainServer, _ options: String...) async throws {
        try await self.init(to: "127.0.0.1:\(server.port)", options, keeping: server)
    }

    init(to server: RawServer, _ options: String...) async throws {
        try await self.init(to: "127.0.0.1:\(server.port)", options, keeping: server)
    }

    /// The response to one request on a connection of its own.
    func reply(_ target: String, method: String = "GET", _ fields: [String] = []) -> Wire.Reply? {
        let wire = Wire(to: port)
        wire.ask(target, method: method, fields)
        return wire.reply(toHead: method == "HEAD")
    }

    /// Stops the proxy and returns its output.
    func stop() async throws -> Finished {
        await program.signal(SIGTERM)
        return try await program.finish()
    }
}
