import Glibc
import TestSupport
import Testing

/// The probe draws a known screen on a real terminal; a terminal emulator reports what a person sees.
@Suite struct TerminalTests {
    private func probe(_ environment: [String: String] = [:], rows: Int = 24, columns: Int = 80) throws -> Pty
    {
        try Pty(try binary(named: "terminal-probe"), environment: environment, rows: rows, columns: columns)
    }

    @Test func `a frame is painted with its attributes, cursor and title`() async throws {
        let pty = try probe()
        let screen = try await pty.waitUntil("the frame and its title") {
            $0.contains("depth") && $0.title == "probe"
        }
        #expect(screen.rows[0] == "plain bold italic under rev rgb pal")
        #expect(screen.rows[1] == "宽字 e\u{301} 👨 ❤  🇫🇷 ␛[31m|")
        #expect(screen.rows[2] == "depth palette256")
        #expect(screen.isAlternate)
        #expect(screen.cursor == ScreenPosition(row: 2, column: 3))
        #expect(screen.cell(of: "bold")?.isBold == true)
        #expect(screen.cell(of: "italic")?.isItalic == true)
        #expect(screen.cell(of: "under")?.isUnderlined == true)
        #expect(screen.cell(of: "rev")?.isReversed == true)
        #expect(screen.cell(of: "plain")?.foreground == .standard)
        // Columns are where CellGrid puts them: wide 0-3, blank, e 5, blank, emoji 7-8, blank, heart 10-11.
        #expect(screen.position(of: "👨") == ScreenPosition(row: 1, column: 7))
        #expect(screen.position(of: "␛") == ScreenPosition(row: 1, column: 16))
    }

    @Test(arguments: [
        ("xterm-256color", "palette256", ScreenColor.palette(208), ScreenColor.palette(9)),
        ("xterm-16color", "basic16", .palette(3), .palette(9)),
        ("xterm", "basic8", .palette(3), .palette(1)),
        ("vt100", "mono", .standard, .standard),
    ])
    func `colours are mapped to what the terminal can display`(
        type: String, depth: String, orange: ScreenColor, brightRed: ScreenColor
    ) async throws {
        let pty = try probe(["TERM": type])
        let screen = try await pty.waitUntil(contains: "depth \(depth)")
        #expect(screen.cell(of: "rgb")?.foreground == orange)
        #expect(screen.cell(of: "pal")?.foreground == brightRed)
    }

    @Test(arguments: ["xterm-256color", "screen-256color", "tmux-256color", "xterm", "screen"])
    func `COLORTERM gives direct colours, whatever the entry lists`(type: String) async throws {
        for value in ["truecolor", "24bit"] {
            let pty = try probe(["TERM": type, "COLORTERM": value])
            let screen = try await pty.waitUntil(contains: "depth direct")
            #expect(screen.cell(of: "rgb")?.foreground == .rgb(255, 135, 0))
            #expect(screen.cell(of: "rgb")?.background == .rgb(0, 0, 95))
            #expect(screen.rows[1] == "宽字 e\u{301} 👨 ❤  🇫🇷 ␛[31m|")
            #expect(screen.cursor == ScreenPosition(row: 2, column: 3))
        }
    }

    @Test(arguments: [
        (["TERM": "vt100", "COLORTERM": "truecolor"], "mono"),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], "mono"),
        (["TERM": "xterm-256color", "COLORTERM": "yes"], "palette256"),
        (["TERM": "xterm", "COLORTERM": ""], "basic8"),
    ])
    func `an entry without colours, NO_COLOR and other values of COLORTERM give no direct colours`(
        environment: [String: String], depth: String
    ) async throws {
        try await probe(environment).waitUntil(contains: "depth \(depth)")
    }

    @Test func `an entry that lists direct colours is used as it is`() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(
            #"""
            own|direct colours of its own,
                RGB, colors#0x1000000, pairs#0x7FFFF,
                setaf=\E[%?%p1%{8}%<%t3%p1%d%e38\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
                setab=\E[%?%p1%{8}%<%t4%p1%d%e48\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,
                use=xterm-256color,

            """#, to: "entries")
        let compiled = try await run("/usr/bin/tic", ["-x", "-o", folder.path, source])
        #expect(compiled.status == .exited(0), "\(compiled.errors)")
        let pty = try probe(["TERM": "own", "TERMINFO": folder.path, "COLORTERM": "truecolor"])
        try await pty.waitUntil(contains: "depth direct")
        #expect(String(decoding: await pty.output, as: UTF8.self).contains("38:2::255:135:0"))
    }

    @Test(arguments: [nil, "/usr/share/terminfo"])
    func `programs that are started have the terminal database of the user`(folder: String?) async throws {
        var environment = ["COLORTERM": "truecolor"]
        environment["TERMINFO"] = folder
        let pty = try probe(environment)
        try await pty.waitUntil(contains: "depth direct")
        await pty.send("e")
        try await pty.waitUntil(contains: "TERMINFO \(folder ?? "none"), TERM xterm-256color")
    }

    @Test func `without an alternate screen the last row is cleared for the shell`() async throws {
        let pty = try probe(["TERM": "vt100"])
        try await pty.waitUntil(contains: "depth")
        await pty.send(String(repeating: "j", count: 30))
        try await pty.waitUntil("a full screen") { $0.rows.last?.isEmpty == false }
        await pty.send("q")
        _ = try await pty.waitForExit()
        let screen = await pty.screen
        #expect(screen.rows.last?.isEmpty == true)
        #expect(screen.rows[0].hasPrefix("plain bold"))
        #expect(screen.cursor == ScreenPosition(row: 23, column: 0))
    }

    @Test func `colour pairs are recycled when the terminal runs out of them`() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(
            "few|with four pairs,\n    pairs#4, use=xterm-256color,\n", to: "entries")
        let compiled = try await run("/usr/bin/tic", ["-x", "-o", folder.path, source])
        #expect(compiled.status == .exited(0), "\(compiled.errors)")
        let pty = try probe(["TERM": "few", "TERMINFO": folder.path])
        try await pty.waitUntil(contains: "depth palette256")
        // Two hundred frames, each with a colour pair of its own.
        await pty.send("b")
        let screen = try await pty.waitUntil("the figures") { $0.rows.contains { $0.hasPrefix("screen ") } }
        #expect(screen.cell(of: "rgb")?.foreground == .palette(208))
        #expect(screen.cell(of: "rgb")?.background == .palette(17))
        #expect(screen.cell(of: "pal")?.foreground == .palette(9))
    }

    @Test(arguments: [
        (["COLORTERM": "", "KITTY_WINDOW_ID": "1"], "palette256", ScreenColor.palette(21)),
        (["COLORTERM": "truecolor", "KITTY_WINDOW_ID": "1"], "direct", .rgb(0, 0, 21)),
    ])
    func `cells of pictures keep their marks and their colour, and the picture is sent and deleted`(
        environment: [String: String], depth: String, color: ScreenColor
    ) async throws {
        let pty = try probe(environment)
        try await pty.waitUntil(contains: "depth \(depth)")
        await pty.send("p")
        let screen = try await pty.waitUntil(contains: "key character(\"p\")")
        let cells = screen.cells[2][40..<43]
        #expect(
            cells.map(\.text)
                == ["\u{305}", "\u{30D}", "\u{30E}"].map { "\u{10EEEE}\u{305}\($0)\u{30D}" })
        #expect(cells.allSatisfy { $0.foreground == color && $0.width == 1 })
        await pty.send("p")
        try await pty.waitUntil("the end of the picture") { $0.cells[2][40].text == " " }
        let output = String(decoding: await pty.output, as: UTF8.self)
        let id = 1 << 24 | 21
        #expect(output.contains("\u{1B}_Ga=T,U=1,q=2,f=32,i=\(id),s=1,v=1,c=3,r=1,m=0;CQgHBg==\u{1B}\\"))
        #expect(output.contains("\u{1B}_Ga=d,d=I,q=2,i=\(id)\u{1B}\\"))
        #expect(output.split(separator: "a=T").count == 2)
    }

    @Test(
        arguments: [
            (["KITTY_WINDOW_ID": "1"], 2), ([:], 0), (["KITTY_WINDOW_ID": "1", "TMUX": "/tmp/tmux,1,0"], 0),
            (["KITTY_WINDOW_ID": "1", "STY": "1.pts"], 0), (["KITTY_WINDOW_ID": "1", "NO_COLOR": "1"], 0),
            (["KITTY_WINDOW_ID": "1", "TERM": "vt220"], 0),
            (["KITTY_WINDOW_ID": "1", "TERM": "tmux-256color"], 0),
        ] as [([String: String], Int)])
    func `pictures are asked for once, and never through a multiplexer`(
        environment: [String: String], answers: Int
    ) async throws {
        let pty = try probe(environment)
        try await pty.waitUntil(contains: "depth")
        await pty.send("g")
        try await pty.waitUntil(contains: "key character(\"g\")")
        await pty.send("j")
        let screen = try await pty.waitUntil("the answers") { screen in
            screen.contains("key character(\"j\")")
                && screen.rows.filter { $0.hasPrefix("key graphics") }.count == answers
        }
        #expect(screen.rows.filter { $0.hasPrefix("key graphics") }.count == answers)
        let output = String(decoding: await pty.output, as: UTF8.self)
        let isAsked =
            environment["TERM"] == nil && Set(environment.keys).isDisjoint(with: ["TMUX", "STY", "NO_COLOR"])
        for question in ["a=q", "\u{1B}[>q"] {
            #expect(output.split(separator: question).count == (isAsked ? 2 : 1))
        }
    }

    @Test func `NO_COLOR leaves attributes only`() async throws {
        let pty = try probe(["NO_COLOR": "1"])
        let screen = try await pty.waitUntil(contains: "depth mono")
        #expect(screen.cells.joined().allSatisfy { $0.foreground == .standard && $0.background == .standard })
        #expect(screen.cell(of: "bold")?.isBold == true)
    }

    @Test func `text is UTF-8 in any locale`() async throws {
        let pty = try probe(["LANG": "C", "LC_ALL": "C"])
        try await pty.waitUntil(contains: "宽字")
    }

    @Test func `keys are delivered`() async throws {
        let pty = try probe()
        try await pty.waitUntil(contains: "depth")
        await pty.press(.up, .control("d"), .alt("x"), .function(5), .backTab)
        await pty.send("é字")
        let screen = try await pty.waitUntil(contains: "5B57")
        #expect(
            screen.rows[3...9].map { $0 } == [
                "key up", #"key control("d")"#, #"key alt("x")"#, "key function(5)", "key backTab",
                #"key character("\u{00E9}")"#, #"key character("\u{5B57}")"#,
            ])
        await pty.press(.escape)
        try await pty.waitUntil(contains: "key escape")
    }

    @Test func `the mouse, pastes and focus are reported while the frame requests them`() async throws {
        let pty = try probe()
        try await pty.waitUntil(contains: "depth")
        #expect(await pty.screen.reportsMouse == false)
        await pty.send("m")
        try await pty.waitUntil("mouse reports") { $0.reportsMouse }
        await pty.send("\u{1B}[<0;5;7M\u{1B}[200~pasted\rtext\u{1B}[201~\u{1B}[O")
        let screen = try await pty.waitUntil(contains: "key focusLost")
        #expect(screen.contains("mouse pressed 6 4"))
        #expect(screen.contains(#"key paste("pasted\rtext")"#))
        await pty.send("q")
        _ = try await pty.waitForExit()
        #expect(await pty.screen.reportsMouse == false)
        #expect(String(decoding: await pty.output, as: UTF8.self).contains("\u{1B}[?2004l"))
    }

    @Test func `a new size is reported and drawn`() async throws {
        let pty = try probe()
        try await pty.waitUntil(contains: "depth")
        await pty.resize(rows: 10, columns: 40)
        let screen = try await pty.waitUntil(contains: "resized 10 40")
        #expect(screen.rows.count == 10)
        #expect(screen.rows[0] == "plain bold italic under rev rgb pal")
        await pty.resize(rows: 3, columns: 7)
        try await pty.waitUntil("a tiny screen") { $0.rows == ["plain b", "宽字 e\u{301}", "depth p"] }
        await pty.resize(rows: 24, columns: 80)
        try await pty.waitUntil(contains: "resized 24 80")
    }

    @Test func `a title from a page cannot inject escape sequences`() async throws {
        let pty = try probe()
        try await pty.waitUntil("the title") { $0.title == "probe" }
        await pty.send("t")
        try await pty.waitUntil("the safe title") { $0.title == "evil ␛]0;gone␇ \u{FFFD}title" }
    }

    @Test func `the last frame is redrawn after suspend and resume`() async throws {
        let pty = try Pty("/bin/bash", ["--norc", "-i"], environment: ["PS1": "shell> "])
        try await pty.waitUntil(contains: "shell>")
        await pty.send("\(try binary(named: "terminal-probe")); echo ended\r")
        try await pty.waitUntil(contains: "depth")
        await pty.press(.control("z"))
        let stopped = try await pty.waitUntil(contains: "Stopped")
        #expect(!stopped.isAlternate)
        await pty.send("fg\r")
        try await pty.waitUntil("the probe again") {
            $0.isAlternate && $0.contains("continued") && $0.contains("plain bold")
        }
        await pty.send("j")
        try await pty.waitUntil(contains: #"key character("j")"#)
        await pty.send("q")
        try await pty.waitUntil(contains: "ended")
    }
}
