import FoundationEssentials
import TestSupport
import Testing

/// How the programs exit.
@Suite struct QuitTests {
    // The loader's log shows whether libraries' finalizers ran while libcurl's thread was ending: when they
    // did, one quit in fifty ended with a signal (docs/decisions/0310-an-end-without-clean-up.md).
    @Test func `the browser exits without finalizers of libraries whose threads may still run`() async throws
    {
        let site = try await Site.serving(["a.html": "<title>Harbour</title><h1>Harbour</h1>"])
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: loaderTold(site), rows: 24,
            columns: 80)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        try expectNoCleanUp(site)
        try await site.stop()
    }

    @Test func `a command exits without finalizers too, with complete output`() async throws {
        let site = try await Site.serving(["a.html": "<title>Harbour</title><h1>Harbour</h1>"])
        let finished = try await run(
            binary(named: "sonic"), ["get", "--print", "body", site.address + "/a.html"],
            environment: loaderTold(site))
        #expect(finished.status == .exited(0))
        #expect(finished.output.hasPrefix("<title>Harbour</title><h1>Harbour</h1>"))
        try expectNoCleanUp(site)
        try await site.stop()
    }

    /// The environment in which the loader logs the initializers and finalizers of libraries.
    private func loaderTold(_ site: Site) -> [String: String] {
        site.environment.merging([
            "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": site.home.path("loader"),
        ]) { _, told in told }
    }

    private func expectNoCleanUp(
        _ site: Site, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: site.home.path)
            .filter { $0.hasPrefix("loader.") }
        #expect(names.count == 1, sourceLocation: sourceLocation)
        for name in names {
            let text = try String(contentsOfFile: site.home.path(name), encoding: .utf8)
            #expect(text.contains("calling init: "), sourceLocation: sourceLocation)
            #expect(!text.contains("calling fini: "), sourceLocation: sourceLocation)
        }
    }
}
