import FoundationEssentials
import TestSupport
import Testing

/// If nothing can be stored, the page is shown all the same, with a message about what is not stored and why.
@Suite struct DiskTroubleTests {
    private static let page =
        "<title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->"

    /// A way in which writing fails, and the expected message.
    struct Trouble: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Starts a program with the arguments that follow.
        var shell = "exec \"$0\" \"$@\""
        var options: [String] = []
        var environment: [String: String] = [:]
        let words: String
    }

    private static let troubles = [
        Trouble(
            testDescription: "a folder in which nothing can be made", options: ["--cache", "/proc/sonic"],
            words: "make of /proc/sonic failed"),
        Trouble(
            testDescription: "a home that takes nothing",
            environment: [
                "HOME": "/proc/none", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "",
                "XDG_DATA_HOME": "",
            ], words: "make of /proc/none/.cache/sonic failed"),
        Trouble(
            testDescription: "a device in place of a folder", options: ["--cache", "/dev/full"],
            words: "/dev/full cannot be used (it is not a folder"),
        Trouble(
            testDescription: "a disk that takes no byte",
            shell: Sanitizer.withoutFile + "ulimit -f 0; exec \"$0\" \"$@\"",
            words: "failed (File too large)"),
    ]

    @Test(arguments: troubles)
    func `the page is shown with a warning that it is not stored`(_ trouble: Trouble) async throws {
        let site = try await Site.serving(["a.html": Self.page])
        func say(_ words: String...) async throws -> Finished {
            try await run(
                "/bin/sh",
                ["-c", trouble.shell, try binary(named: "sonic")] + words + trouble.options + [
                    site.address + "/a.html"
                ],
                environment: site.environment.merging(trouble.environment) { $1 })
        }
        let told = try await say("get")
        #expect(told.status == .exited(0), "\(told.errors)")
        #expect(told.output.contains("firstLoad"))
        #expect(told.output.contains("\n  warning: "), "\(told.output)")
        #expect(told.output.contains(trouble.words), "\(told.output)")
        let shown = try await say("dump")
        #expect(shown.status == .exited(0) && shown.output.contains("Harbour"))
    }

    @Test func `unwritable cookies are reported, and the page is shown and stored`() async throws {
        let site = try await Site.faulty("cookies", ["a.html": Self.page])
        for command in ["get", "dump"] {
            let finished = try await run(
                binary(named: "sonic"), [command, site.address + "/a.html"],
                environment: site.environment.merging(["XDG_STATE_HOME": "/proc/none"]) { $1 })
            #expect(finished.status == .exited(0))
            #expect(finished.errors.contains("/proc/none/"), "\(finished.errors)")
            #expect(
                finished.errors.contains("Cookies are kept in memory only."), "\(finished.errors)")
        }
        #expect(try await site.sonic("cache", "verify").output.contains("1 version of 1 page, 0 faults"))
    }

    @Test func `the browser shows the page too, with findings about what is not stored`() async throws {
        let site = try await Site.serving(["a.html": Self.page])
        let pty = try Pty(
            binary(named: "sonic"), ["--cache", "/proc/sonic", site.address + "/a.html"],
            environment: site.environment.merging(["XDG_STATE_HOME": "/proc/none"]) { $1 }, columns: 120)
        try await pty.waitUntil("the page") { $0.contains("Harbour") && $0.contains("FIRST LOAD") }
        await pty.send("!")
        try await pty.waitUntil(contains: "make of /proc/sonic failed")
        await pty.press(.escape)
        try await pty.waitUntil("the findings to be left") { !$0.contains("Findings") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `a full disk is reported in the bottom line, and so is its recovery`()
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page])
        let pty = try Pty(
            "/bin/sh",
            [
                "-c", Sanitizer.withoutFile + "ulimit -S -f 0; exec \"$0\" \"$@\"",
                try binary(named: "sonic"), site.address + "/a.html",
            ], environment: site.environment, columns: 120)
        let words = "The page is not stored (! for details): write failed, File too large."
        try await pty.waitUntil("the page, and that it is not kept") {
            $0.contains("Harbour") && $0.contains("FIRST LOAD") && $0.rows.last?.contains(words) ?? false
        }
        // Any key clears the message: one that appears then is new.
        await pty.send("j")
        try await pty.waitUntil("the words to be gone") { !($0.rows.last?.contains(words) ?? false) }
        await pty.send("r")
        try await pty.waitUntil("that it is not kept once more") { $0.rows.last?.contains(words) ?? false }
        let room = try await run("/usr/bin/prlimit", ["--pid", "\(pty.id)", "--fsize=unlimited"])
        #expect(room.status == .exited(0), "\(room.errors)")
        await pty.send("r")
        try await pty.waitUntil(contains: "Pages are stored again.")
        #expect(try await site.sonic("cache", "verify").output.contains("1 version of 1 page, 0 faults"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `a cache that is deleted while the browser runs is created again`() async throws {
        let site = try await Site.serving(["a.html": Self.page])
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, columns: 120)
        try await pty.waitUntil(contains: "FIRST LOAD")
        #expect(try await site.sonic("cache", "list").output.contains("/a.html"))
        try FileManager.default.removeItem(atPath: site.home.path("cache"))
        try site.folder.write(Self.page.replacing("calm", with: "stormy"), to: "a.html")
        await pty.send("r")
        try await pty.waitUntil(contains: "stormy")
        // The screen is drawn before the page is stored.
        var kept = ""
        let deadline = ContinuousClock.now + Pty.patience
        while !kept.contains("stormy"), ContinuousClock.now < deadline {
            kept = try await site.sonic("dump", "--offline", site.address + "/a.html").output
        }
        #expect(kept.contains("stormy"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(try await site.sonic("cache", "verify").status == .exited(0))
    }
}
