import Chance
import SonicProtocol
import SonicSession
import Testing

@testable import Configuration

extension Choices: Equatable {
    public static func == (one: Choices, other: Choices) -> Bool {
        Settings.table.allSatisfy { $0.written(one) == $0.written(other) }
    }
}

@Suite struct SettingsTests {
    private func read(_ text: String) -> (settings: Settings, problems: [String]) {
        let (settings, problems) = Settings.read(Array(text.utf8))
        return (settings, problems.map(\.description))
    }

    private func choices(_ text: String, at address: String) throws -> Choices {
        let (settings, problems) = read(text)
        #expect(problems == [])
        return settings.choices(for: try #require(WebURL(address)))
    }

    @Test func `the printed defaults are parsed without errors and are the defaults`() {
        let (settings, problems) = read(SettingsText.defaults)
        #expect(problems == [])
        #expect(settings.general == Choices())
        #expect(!settings.hasSites)
        let positions = settings.inForce().filter { $0.origin != .standard }
        #expect(positions.count == Settings.table.count, "every setting stands there")
    }

    @Test func `the examples among the printed defaults are valid as well`() {
        let text = SettingsText.defaults.split(separator: "\n").map { line in
            line.hasPrefix("    // \"") ? line.dropFirst(7) : line
        }.joined(separator: "\n")
        let (settings, problems) = read(text)
        #expect(problems == [])
        #expect(settings.hasSites)
    }

    @Test func `setting names are unique, and each setting has a description`() {
        #expect(Set(Settings.table.map(\.name)).count == Settings.table.count)
        #expect(Settings.table.allSatisfy { $0.summary.hasSuffix(".") || $0.summary.hasSuffix("}.") })
    }

    @Test(arguments: ["", " \n", "{}", "// nothing\n{}", "{ sites: {} }"])
    func `an empty file keeps the defaults`(_ text: String) {
        let (settings, problems) = read(text)
        #expect(problems == [])
        #expect(settings.general == Choices())
    }

    @Test func `every setting is parsed`() throws {
        let (settings, problems) = read(
            """
            {
              account: 'ann', theme: 'light', arrangement: 'debug', private: true, styles: false,
              "user-agent": 'probe/1', "request-headers": { 'X-A': '1', DNT: '' },
              "response-headers": { 'Cache-Offline': 'true' },
              "ignore-parameters": ['utm_*'], "only-parameters": ['id'], proxy: 'socks5h://127.0.0.1:9050',
              "secret-headers": ['X-Api-Key'], hosts: { 'Example.org': '127.0.0.1:8080' }, "connect-timeout": 0.001,
              "silence-timeout": 86400, "max-time": 2.5,
              retries: 3, "fresh-pages": 60, "max-age": 3600, "ignore-server": true, store: false,
              rules: ['a.example => block'], "host-lists": ['~/hosts', '/etc/hosts'],
              "key-preset": 'vim', hints: false,
              keys: { open: ['o', '^O'], search: 's', quit: [] },
            }
            """)
        #expect(problems == [])
        var expected = Choices()
        expected[Settings.account] = "ann"
        expected[Settings.theme] = .builtIn(.light)
        expected[Settings.arrangement] = .debug
        expected[Settings.isPrivate] = true
        expected[Settings.styles] = false
        expected[Settings.userAgent] = "probe/1"
        expected[Settings.requestHeaders] = [HeaderField("X-A", "1"), HeaderField("DNT", "")]
        expected[Settings.secretHeaders] = ["X-Api-Key"]
        expected[Settings.responseHeaders] = [HeaderField("Cache-Offline", "true")]
        expected[Settings.ignoredParameters] = ["utm_*"]
        expected[Settings.onlyParameters] = ["id"]
        expected[Settings.proxy] = "socks5h://127.0.0.1:9050"
        expected[Settings.hosts] = [HostMapping(host: "example.org", address: "127.0.0.1:8080")]
        expected[Settings.connectTimeout] = .milliseconds(1)
        expected[Settings.silenceTimeout] = .seconds(86400)
        expected[Settings.maxTime] = .milliseconds(2500)
        expected[Settings.rules] = [try ConnectionRule("a.example => block")]
        expected[Settings.hostLists] = ["~/hosts", "/etc/hosts"]
        expected[Settings.keyPreset] = .vim
        expected[Settings.hints] = false
        func place(_ column: Int) -> TextPosition { TextPosition(line: 11, column: column) }
        expected[Settings.keys] = [
            KeyChoice(
                command: "open", at: place(11),
                keys: [
                    KeyChoice.Name("o", at: place(18)),
                    KeyChoice.Name("^O", at: place(23)),
                ]),
            KeyChoice(
                command: "search", at: place(30),
                keys: [KeyChoice.Name("s", at: place(38))]),
            KeyChoice(command: "quit", at: place(43), keys: []),
        ]
        expected[Settings.retries] = 3
        expected[Settings.freshPages] = 60
        expected[Settings.maxAge] = 3600
        expected[Settings.ignoresServer] = true
        expected[Settings.stores] = false
        #expect(settings.general == expected)
    }

    @Test(
        arguments: [
            ("{}", .server), ("{ \"max-age\": 9 }", .fallback(seconds: 9)),
            ("{ \"ignore-server\": true }", .override(seconds: 0)),
            ("{ \"max-age\": 9, \"ignore-server\": true }", .override(seconds: 9)),
        ] as [(String, ChosenLifetime)])
    func `the user's freshness setting adds to the server's or overrides it`(
        _ text: String, _ lifetime: ChosenLifetime
    ) {
        #expect(read(text).0.general.lifetime == lifetime)
    }

    @Test func `an invalid setting keeps its default and does not affect others`() {
        let (settings, problems) = read("{ theme: 7, styles: false, acount: 'x', \"user-agent\": 'a' }")
        #expect(problems.count == 2)
        #expect(settings.general[Settings.theme] == nil)
        #expect(!settings.general[Settings.styles])
        #expect(settings.general[Settings.userAgent] == "a")
    }

    @Test(arguments: [
        ("resolving-timeout", "connect-timeout"), ("connecting-timeout", "connect-timeout"),
        ("securing-timeout", "connect-timeout"), ("waiting-timeout", "silence-timeout"),
    ])
    func `a former name is read as the setting that replaced it, and told`(_ name: String, _ now: String)
        throws
    {
        let words = "“\(name)” is read as “\(now)”, its name from now on."
        let (settings, problems) = read("{ \"\(name)\": 7 }")
        #expect(problems == ["1:3: \(words)"])
        #expect(settings.general == read("{ \"\(now)\": 7 }").0.general && settings.general != Choices())
        #expect(read("{ sites: { a: { \"\(name)\": 7 } } }").problems == ["1:17: \(words)"])
        #expect(settings.written.map(\.name) == [now])
        let mistake = #expect(throws: SettingChange.Mistake.self) { try SettingChange(name, to: "7") }
        #expect(mistake?.words == "Unknown setting “\(name)”. Did you mean “\(now)”?")
    }

    @Test func `of several names for one setting the last counts`() {
        let (settings, problems) = read(
            "{ \"connect-timeout\": 3, \"securing-timeout\": 4, \"resolving-timeout\": 5 }")
        #expect(problems.count == 2 && settings.general[Settings.connectTimeout] == .seconds(5))
    }

    @Test func `all matching sections apply, later ones override earlier ones`() throws {
        let text = """
            { styles: false, "user-agent": 'all',
              sites: {
                '*.example': { styles: true, "silence-timeout": 1 },
                'a.example/deep/*': { "silence-timeout": 2 },
                'b.example': { "user-agent": null },
              } }
            """
        let deep = try choices(text, at: "http://a.example/deep/x")
        #expect(
            deep[Settings.styles] && deep[Settings.silenceTimeout] == .seconds(2)
                && deep[Settings.userAgent] == "all")
        let flat = try choices(text, at: "http://a.example/")
        #expect(flat[Settings.styles] && flat[Settings.silenceTimeout] == .seconds(1))
        #expect(try choices(text, at: "http://b.example/")[Settings.userAgent] == nil)
        #expect(try !choices(text, at: "http://c.other/")[Settings.styles])
    }

    @Test func `headers of a section add to the global ones, and replace those of the same name`() throws {
        let text = """
            { "request-headers": { A: '1', B: '2' },
              sites: { 'a.example': { "request-headers": { b: '3', C: '4' } } } }
            """
        #expect(
            try choices(text, at: "http://a.example/")[Settings.requestHeaders]
                == [HeaderField("A", "1"), HeaderField("b", "3"), HeaderField("C", "4")])
    }

    @Test func `an effective setting names the line that set it`() throws {
        let (settings, _) = read("{\n styles: false,\n sites: {\n 'a.example': {\n styles: true } } }")
        func line(_ url: String?) -> String? {
            SettingsText.lines(settings.inForce(for: url.flatMap { WebURL($0) }), path: "f").first {
                $0.hasPrefix("\"styles\"")
            }?.replacing("  ", with: "")
        }
        #expect(line(nil)?.hasSuffix("// f:2") == true)
        #expect(line("http://b.example/")?.hasSuffix("// f:2") == true)
        #expect(line("http://a.example/")?.hasSuffix("// f:5, a.example") == true)
        let (none, _) = read("{}")
        #expect(SettingsText.lines(none.inForce(), path: "f").allSatisfy { $0.hasSuffix("// default") })
    }

    @Test func `query parameters define the identity of a page`() throws {
        #expect(Choices().identity == nil)
        #expect(try choices("{ \"ignore-parameters\": ['a'] }", at: "http://x/").identity == .ignoring(["a"]))
        #expect(try choices("{ \"only-parameters\": [] }", at: "http://x/").identity == .only([]))
    }

    @Test func `any bytes are handled without a crash`() {
        var chance = SeededGenerator(seed: 7)
        let pieces = [
            "{", "}", "sites", ":", "'a.*'", "\"user-agent\"", "styles", "true", ",", "[", "]", "1e9", "*",
            "'://'", "hosts", "\u{FFFF}", "//", "\n", "'[::1]:x'", "'@'", "proxy", "null", "\0",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...12, using: &chance)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &chance)]
            }.joined()
            let (settings, _) = read("{ \(text) }")
            _ = settings.inForce(for: WebURL("http://a.b/c"))
        }
    }

    @Test func `each setting has a name of its own`() {
        #expect(Set(Settings.table.map(\.name)).count == Settings.table.count)
    }
}
