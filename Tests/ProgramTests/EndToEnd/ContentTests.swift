import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Data, Markdown and pictures in the real browser.
@Suite struct ContentTests {
    private func browser(
        _ site: Site, _ path: String, rows: Int = 24, columns: Int = 80, adding: [String: String] = [:]
    ) throws -> Pty {
        try Pty(
            binary(named: "sonic"), [site.address + path],
            environment: site.environment.merging(adding) { $1 }, rows: rows, columns: columns)
    }

    private func leave(_ pty: Pty) async throws {
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    private static let json = """
        {"port": "Harbour", "depth": 12.50, "berths": [{"name": "A1", "ship": {"flag": {"code": "NO"}}}]}
        """

    // MARK: Pictures

    private static let page = "<p>Before</p><img src=boat.png alt='a boat'><p>After</p>"

    /// A site with a picture, and a folder with a `chafa` that runs this script.
    private func site(_ script: String) async throws -> (Site, [String: String]) {
        let site = try await Site.serving(["index.html": Self.page])
        try site.folder.write(Self.image, to: "boat.png")
        let path = try site.home.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "bin/chafa")
        chmod(path, 0o755)
        return (site, ["PATH": site.home.path("bin") + ":/usr/bin:/bin", "COLORTERM": "truecolor"])
    }

    /// A PNG of one red pixel.
    private static let image: [UInt8] = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
        )
            ?? Data())

    @Test(arguments: [(24, 80), (12, 40), (60, 200)])
    func `a picture is drawn by chafa, and its text can be restored`(rows: Int, columns: Int) async throws {
        let (site, environment) = try await site("cat > /dev/null; printf '\\033[38;2;200;0;0m▄\\033[0m\\n'")
        let pty = try browser(site, "/index.html", rows: rows, columns: columns, adding: environment)
        _ = try await pty.waitUntil(contains: "[a boat]")
        await pty.press(.alt("v"))
        let screen = try await pty.waitUntil("the picture") { $0.contains("▄") && !$0.contains("[a boat]") }
        #expect(screen.contains("Before"))
        #expect(screen.contains("After"))
        await pty.press(.alt("v"))
        _ = try await pty.waitUntil(contains: "[a boat]")
        try await leave(pty)
    }

    @Test func `the real chafa draws the picture`() async throws {
        let (site, environment) = try await site("exec /usr/bin/chafa \"$@\"")
        let pty = try browser(site, "/index.html", adding: environment)
        _ = try await pty.waitUntil(contains: "[a boat]")
        await pty.press(.alt("v"))
        _ = try await pty.waitUntil("the picture") { !$0.contains("[a boat]") && $0.contains("After") }
        try await leave(pty)
    }

    @Test(arguments: [
        "printf '\\033]52;c;aGFja2Vk\\007'; printf '\\033[2Jgone'",
        "printf '\\033[38;2;1;2;3mx\\033[6n\\n'",
        "yes x",
        "printf x; sleep 1000",
        "exit 3", "kill -9 $$", "head -c 100000000 /dev/zero",
        "while :; do :; done",
    ])
    func `a misbehaving chafa changes nothing on the screen`(script: String) async throws {
        let (site, environment) = try await site(script)
        let pty = try browser(site, "/index.html", adding: environment)
        _ = try await pty.waitUntil(contains: "[a boat]")
        await pty.press(.alt("v"))
        _ = try await pty.waitUntil(contains: "Pictures are on")
        // The browser stays responsive meanwhile, and quits without delay.
        await pty.send("jk/Aft\r")
        _ = try await pty.waitUntil("the page as it was") {
            $0.contains("1 of 1") && $0.contains("[a boat]") && $0.contains("Before")
        }
        try await leave(pty)
        #expect(!String(decoding: await pty.output, as: UTF8.self).contains("\u{1B}]52"))
    }

    @Test func `quitting the browser leaves no chafa running`() async throws {
        let (site, environment) = try await site(
            "trap '' TERM; printf '\\033[10;1Hdrawing as %s.' $$ > /dev/tty; exec sleep 1000")
        let pty = try browser(site, "/index.html", adding: environment)
        _ = try await pty.waitUntil(contains: "[a boat]")
        await pty.press(.alt("v"))
        let number = try await pty.waitUntil("its number") { $0.text.contains(/drawing as \d+\./) }
            .text.firstMatch(of: /drawing as (\d+)\./)?.1
        try await leave(pty)
        try await expectEnd(of: try #require(number.flatMap { Int32($0) }))
    }

    @Test func `without chafa the text stays, and the missing program is named`() async throws {
        let (site, _) = try await site("exit 127")
        let pty = try browser(site, "/index.html", adding: ["PATH": site.home.path("none")])
        _ = try await pty.waitUntil(contains: "[a boat]")
        await pty.press(.alt("v"))
        _ = try await pty.waitUntil(contains: "Pictures need the program chafa")
        #expect(await pty.screen.contains("[a boat]"))
        try await leave(pty)
    }

    @Test func `a picture opened directly is described and drawn`() async throws {
        let (site, environment) = try await site("cat > /dev/null; printf '▄\\n'")
        let pty = try browser(site, "/boat.png", adding: environment)
        _ = try await pty.waitUntil(contains: "image/png, \(Self.image.count) bytes")
        await pty.press(.alt("v"))
        _ = try await pty.waitUntil(contains: "▄")
        try await leave(pty)
    }
}
