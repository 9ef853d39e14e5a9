import FoundationEssentials
import TestSupport
import Testing

/// docs/guide/first-minutes.md, followed with only the keys that the screen names.
@Suite struct FirstMinutesTests {
    /// What the screen shows, and what is typed and pressed then.
    private struct Step {
        var what: String
        var says: String
        /// Whether the words must go, instead of come.
        var isGone = false
        var acts: [Act]

        enum Act {
            case type(String)
            case press(String)
        }
    }

    /// The cells of a table of the document, with the address of the site inserted, without the header row.
    private static func rows(ofTable table: Int, _ address: String = "") throws -> [[String]] {
        // The folder of the package is three levels above this file.
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let file = try Data(contentsOf: URL(filePath: "/" + package + "/docs/guide/first-minutes.md"))
        let lines = String(decoding: file, as: UTF8.self).replacing("ADDRESS", with: address)
            .split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| ") }
        let starts = rows.indices.filter { rows[$0].hasPrefix("| task ") } + [rows.endIndex]
        return rows[(starts[table] + 1)..<starts[table + 1]].map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(
                String.init)
        }
    }

    /// What a cell says is typed and pressed.
    private static func acts(_ cell: String) -> [Step.Act] {
        var acts: [Step.Act] = []
        var rest = cell[...]
        while let start = rest.firstIndex(where: { $0 == "`" || $0 == "“" }) {
            let isKey = rest[start] == "`"
            let text = rest[rest.index(after: start)...].prefix { $0 != (isKey ? "`" : "”") }
            acts.append(isKey ? .press(String(text)) : .type(String(text)))
            rest = rest[text.endIndex...].dropFirst()
        }
        return acts
    }

    /// The words between the backticks of a cell.
    private static func words(_ cell: String) -> String {
        String(cell.drop { $0 != "`" }.dropFirst().prefix { $0 != "`" })
    }

    /// The steps of the first table.
    private static func steps(_ address: String) throws -> [Step] {
        var what = ""
        return try rows(ofTable: 0, address).map { cells in
            if !cells[0].trimmed.isEmpty { what = cells[0].trimmed }
            return Step(what: what, says: words(cells[1]), acts: acts(cells[2]))
        }
    }

    /// The steps of another table, with the search for each word as the document describes it.
    private static func tasks(ofTable table: Int, _ address: String) throws -> [Step] {
        var what = ""
        return try rows(ofTable: table, address).flatMap { cells in
            if !cells[0].trimmed.isEmpty { what = cells[0].trimmed }
            let last = Step(
                what: what, says: words(cells[2]), isGone: cells[2].contains(" gone"), acts: acts(cells[3]))
            guard !cells[1].trimmed.isEmpty else { return [last] }
            let found = acts(cells[1]) + [.press("Enter")]
            return [
                Step(what: what, says: "? help", acts: [.press("?")]),
                Step(what: what, says: "/ find", acts: [.press("/")]),
                Step(what: what, says: "Enter accept", acts: found),
                Step(what: what, says: "Enter run", acts: [.press("Enter")]),
            ] + (last.says.isEmpty ? [] : [last])
        }
    }

    private static func perform(_ acts: [Step.Act], _ pty: Pty) async {
        for act in acts {
            switch act {
            case .type(let text): await pty.send(text)
            case .press("Tab"): await pty.press(.tab)
            case .press("Enter"): await pty.press(.enter)
            case .press("Esc"): await pty.send("\u{1B}")
            case .press("Space"): await pty.send(" ")
            case .press(let key) where key.hasPrefix("^"):
                await pty.press(.control(Character(key.dropFirst().lowercased())))
            case .press(let key) where key.hasPrefix("M-"): await pty.press(.alt(key.last ?? "?"))
            case .press(let key): await pty.send(key)
            }
        }
    }

    /// Does the steps one after another, each when the screen shows its words.
    private static func walk(_ steps: some Sequence<Step>, _ pty: Pty) async throws {
        for step in steps {
            _ = try await pty.waitUntil("“\(step.says)”, to \(step.what)") {
                $0.contains(step.says) != step.isGone
            }
            await perform(step.acts, pty)
        }
    }

    @Test func `there are at least forty tasks, each named once`() throws {
        let names = try (0..<3).flatMap { try Self.rows(ofTable: $0).map { $0[0].trimmed } }.filter {
            !$0.isEmpty
        }
        #expect(names.count >= 40 && Set(names).count == names.count)
    }

    /// Opens a page of a site at 80×24.
    private static func sonic(_ site: Site, _ path: String, editor: String) throws -> Pty {
        let environment = site.environment.merging(["EDITOR": editor]) { $1 }
        return try Pty(binary(named: "sonic"), [site.address + path], environment: environment)
    }

    @Test func `every task of work on a server is found by a word for it`() async throws {
        let site = try await Site(["demo", "--listen", "127.0.0.1:0", "--control"], TemporaryFolder())
        let scripts = try TemporaryFolder()
        let script = try scripts.write("sed -i 's/visitor number/guest number/' \"$1\"\n", to: "editor")
        let pty = try Self.sonic(site, "/visitors", editor: "sh \(script)")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        let steps = try Self.tasks(ofTable: 2, site.address)
        #expect(steps.count > 90)
        let client = try #require(steps.firstIndex { $0.says == "Intercepted: response 200" })
        try await Self.walk(steps[..<client], pty)
        async let answer = run(
            binary(named: "sonic"), ["get", "--print", "body", site.address + "/visitors"],
            environment: Site.environment(scripts))
        try await Self.walk(steps[client...], pty)
        #expect(try await answer.output.contains("guest number"))
        await pty.press(.control("c"))
        #expect(try await pty.waitForExit() == .exited(0))
        let output = await pty.output
        let copied = Clipboard.texts(in: output)
        #expect(copied.count == 2 && copied.first?.hasPrefix(site.address) ?? false)
        #expect(output.contains(0x07))
    }

    @Test func `every task is found by a word for it`() async throws {
        let site = try await Site.serving([
            "log.html": Self.page("calm"), "pier.html": "<title>Pier</title><h1>The long pier</h1>",
        ])
        try site.home.write("<title>Notes</title><p>Notes of this machine", to: "notes.html")
        try site.folder.write("PK\u{3}\u{4}", to: "catch.zip")
        try site.home.write("", to: "shelf/list")
        let pty = try Self.sonic(site, "/log.html", editor: "true")
        _ = try await pty.waitUntil(contains: "Log of the harbour")
        let steps = try Self.tasks(ofTable: 1, site.address)
        #expect(steps.count > 120)
        try await Self.walk(steps, pty)
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    private static func page(_ weather: String) -> String {
        "<title>Log</title><h1>Log of the harbour</h1><p><a href=pier.html>The pier</a></p>"
            + "<!--sonicdiff-weather--><p>The sea is \(weather).</p><!--sonicdiff-weather-end-->"
            + (1...60).map { "<p>Entry \($0): boat \($0) went out.</p>" }.joined()
    }

    @Test func `a new user can complete the steps with what the screen shows`() async throws {
        let site = try await Site.serving([
            "log.html": Self.page("calm"), "pier.html": "<title>Pier</title><h1>The long pier</h1>",
        ])
        let pty = try Pty(binary(named: "sonic"), environment: site.environment)
        _ = try await pty.waitUntil(contains: "Press o and type an address")
        let steps = try Self.steps(site.address)
        #expect(steps.count > 20)
        for step in steps {
            _ = try await pty.waitUntil("“\(step.says)”, to \(step.what)") { $0.contains(step.says) }
            if step.says == "r reload" { try site.folder.write(Self.page("rough"), to: "log.html") }
            await Self.perform(step.acts, pty)
            try await look(pty, step, site)
        }
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(Clipboard.texts(in: await pty.output) == [site.address + "/log.html"])
    }

    /// Waits for the effect of a step if the next one does not wait for it.
    private func look(_ pty: Pty, _ step: Step, _ site: Site) async throws {
        switch (step.what, step.says) {
        case ("open a page", "Enter accept"), ("go back", _):
            _ = try await pty.waitUntil(contains: "Log of the harbour")
        case ("follow a link", let says) where says.hasPrefix("Enter"):
            _ = try await pty.waitUntil(contains: "The long pier")
        case ("search the page", "Enter accept"):
            _ = try await pty.waitUntil(contains: "1 of 1: boat 40")
        case ("see what changed", "r reload"): _ = try await pty.waitUntil(contains: "DATA UPDATE")
        case ("see what changed", _): _ = try await pty.waitUntil(contains: "+ The sea is rough.")
        case ("change the colours", "Enter run"): _ = try await pty.waitUntil(contains: "Theme ")
        case ("copy the address", "Enter run"):
            _ = try await pty.waitUntil(contains: "The address was copied")
        case ("release the mouse to the terminal", "Enter run"):
            _ = try await pty.waitUntil("the mouse given back") { !$0.reportsMouse }
        default: break
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
