import Glibc
import TestSupport
import Testing

/// The external editor on the terminal of the real browser; scripts stand for it.
@Suite struct EditingTests {
    /// A browser on a page with a field, with this script as the editor; its drafts are in `drafts`.
    private struct Desk {
        let site: Site
        let drafts: TemporaryFolder
        let pty: Pty

        init(editor script: String?, page: String = Desk.page) async throws {
            site = try await Site.serving(["a.html": page])
            drafts = try TemporaryFolder()
            let scripts = try TemporaryFolder()
            var environment = site.environment
            environment["TMPDIR"] = drafts.path
            environment["SCRIPTS"] = scripts.path
            if let script {
                environment["EDITOR"] = "sh \(try scripts.write(script, to: "editor"))"
            } else {
                environment["PATH"] = scripts.path
            }
            pty = try Pty(
                binary(named: "sonic"), [site.address + "/a.html"], environment: environment, rows: 24,
                columns: 100)
            self.scripts = scripts
            _ = try await pty.waitUntil(contains: "FIRST LOAD")
            await pty.press(.tab, .enter, .control("x"))
        }

        let scripts: TemporaryFolder

        static let page = "<title>A</title><form><textarea name=a cols=30>one</textarea></form>"

        /// Quits the browser, which must restore the terminal and leave no draft.
        func leave() async throws {
            await pty.press(.control("c"))
            await pty.send("q")
            #expect(try await pty.waitForExit() == .exited(0))
            #expect(await pty.isRestored)
            #expect(drafts.names.isEmpty)
        }
    }

    @Test func `a field's text is edited in a private file and read back`() async throws {
        let desk = try await Desk(
            editor: """
                stat -c '%a' "$1" "$(dirname "$1")" > "$SCRIPTS/modes"
                cp "$1" "$SCRIPTS/before"
                echo "the editor has the screen"
                read answer
                printf '%s\\nthree\\n' "$answer" >> "$1"
                echo draft > "$1~"
                """)
        _ = try await desk.pty.waitUntil("the editor") {
            $0.contains("the editor has the screen") && !$0.contains("FIRST LOAD")
        }
        // Keys go to the editor, whatever they mean to the browser.
        await desk.pty.send("q:two\r")
        let screen = try await desk.pty.waitUntil(contains: "[one↵q:two↵three")
        #expect(screen.contains("FIRST LOAD") && screen.contains("Changed."))
        #expect(desk.scripts.read("modes") == Array("600\n700\n".utf8))
        #expect(desk.scripts.read("before") == Array("one\n".utf8))
        try await desk.leave()
    }

    @Test func `a text that was not changed is reported`() async throws {
        let desk = try await Desk(editor: "true")
        _ = try await desk.pty.waitUntil(contains: "Nothing was changed.")
        try await desk.leave()
    }

    @Test(arguments: [
        ("printf '\\377\\n' > \"$1\"", "the text is not in UTF-8"),
        ("rm \"$1\"", "No such file or directory"),
        ("echo two > \"$1\"; exit 3", "ended with status 3"),
        ("exit 127", "Editor not found"),
        ("head -c 17000000 /dev/zero > \"$1\"", "larger than 16 MiB"),
        ("rm \"$1\"; mkfifo \"$1\"", "it is no longer a file"),
    ]) func `a failed edit leaves the field as it was`(script: String, words: String) async throws {
        let desk = try await Desk(editor: script)
        let screen = try await desk.pty.waitUntil(contains: words)
        #expect(screen.contains("[one"))
        try await desk.leave()
    }

    @Test func `the terminal is restored after a killed editor`() async throws {
        let desk = try await Desk(
            editor: """
                stty raw -echo
                printf '\\033[?1000h\\033[?2004l\\033[31;1mleft behind\\033]2;mine'
                kill -9 $$
                """)
        let screen = try await desk.pty.waitUntil(contains: "was killed by signal 9")
        #expect(!screen.contains("left behind"))
        #expect(screen.contains("FIRST LOAD"))
        // Keys are read one by one again.
        await desk.pty.press(.control("g"))
        await desk.pty.send("=")
        _ = try await desk.pty.waitUntil(contains: "About this session")
        await desk.pty.send("q")
        try await desk.leave()
    }

    @Test func `a missing editor is reported`() async throws {
        let desk = try await Desk(editor: nil)
        _ = try await desk.pty.waitUntil(contains: "No editor found: set EDITOR")
        try await desk.leave()
    }

    @Test func `an interrupt goes to the editor`() async throws {
        let desk = try await Desk(
            editor: """
                trap 'echo two > "$1"; exit 0' INT
                echo ready
                while :; do sleep 0.05; done
                """)
        _ = try await desk.pty.waitUntil(contains: "ready")
        await desk.pty.press(.control("c"))
        _ = try await desk.pty.waitUntil(contains: "[two")
        try await desk.leave()
    }

    @Test func `terminating the browser terminates its editor and removes the draft`() async throws {
        let desk = try await Desk(editor: "echo $$ > \"$SCRIPTS/number\"; echo ready; exec sleep 1000")
        _ = try await desk.pty.waitUntil(contains: "ready")
        await desk.pty.signal(SIGTERM)
        #expect(try await desk.pty.waitForExit() == .killed(SIGTERM))
        #expect(await desk.pty.isRestored)
        #expect(desk.drafts.names.isEmpty)
        let number = desk.scripts.read("number").flatMap {
            Int32(String(decoding: $0.dropLast(), as: UTF8.self))
        }
        try await expectEnd(of: try #require(number))
    }

    @Test func `sessions continue while the editor has the terminal`() async throws {
        let gate = Gate()
        let page = Desk.page
        let server = RawServer { number in
            let whole =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
            let moved = "HTTP/1.1 302 Found\r\nLocation: /b.html\r\nContent-Length: 0\r\n\r\n"
            let answer: [RawServer.Step] = number == 1 ? [.wait(gate), .send(moved)] : [.send(whole + page)]
            return [.readRequest] + answer
        }
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url("/a.html")],
            environment: Site.environment(home).merging([
                "EDITOR": "echo ready; read line; true", "TMPDIR": home.path,
            ]) { $1 }, rows: 24, columns: 100)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("r")
        var events = server.events.makeAsyncIterator()
        for number in 0..<2 {
            while case .request(_, let connection)? = await events.next(), connection != number {}
        }
        await pty.press(.tab, .enter, .control("x"))
        _ = try await pty.waitUntil("the editor") { $0.contains("ready") && !$0.contains("[one") }
        gate.open()
        // The session follows the redirect while the editor runs.
        while case .request(_, let connection)? = await events.next(), connection != 2 {}
        await pty.send("\r")
        // The message about the text may have been replaced by one about the session.
        _ = try await pty.waitUntil("the page behind the redirect") {
            $0.contains("/b.html") && $0.contains("[one")
        }
        await pty.press(.control("c"), .control("c"))
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
