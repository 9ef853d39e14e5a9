import TestSupport
import Testing

@Suite struct ProxyTests {
    /// A server that responds to everything with this text.
    private static func server(_ text: String) -> RawServer {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
        return RawServer([.readRequest, .send(head + text)])
    }

    private static func dump(_ url: String, _ environment: [String: String]) async throws -> Finished {
        let home = try TemporaryFolder()
        let own = Site.environment(home).merging(environment) { $1 }
        return try await run(binary(named: "sonic"), ["dump", url], environment: own)
    }

    @Test func `a proxy from the environment is used for remote hosts only, except those in no_proxy`()
        async throws
    {
        let proxy = Self.server("from the proxy")
        let server = Self.server("direct")
        let environment = ["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "spared.invalid"]
        #expect(try await Self.dump("http://example.invalid/", environment).output == "from the proxy\n")
        #expect(try await Self.dump(server.url(), environment).output == "direct\n")
        #expect(try await Self.dump("http://spared.invalid/", environment).output == "")
    }
}
