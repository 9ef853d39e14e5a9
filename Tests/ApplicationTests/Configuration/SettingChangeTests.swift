import Testing

@testable import Configuration

@Suite struct SettingChangeTests {
    @Test(arguments: [
        // An empty file.
        ("", "{\n  \"theme\": \"nord\",\n}\n"), ("\n", "{\n  \"theme\": \"nord\",\n}\n"),
        ("{}", "{\n  \"theme\": \"nord\",\n}"),
        // Another value is put in its place: everything around it stays.
        ("{ theme: 'dark' }", "{ theme: \"nord\" }"),
        (
            "{\n  // mine\n  \"theme\": \"dark\", // or light\n}\n",
            "{\n  // mine\n  \"theme\": \"nord\", // or light\n}\n"
        ),
        ("{ \"theme\": null/* as it was */ }", "{ \"theme\": \"nord\"/* as it was */ }"),
        ("{\r\n\t'theme'\r\n: \"a\\\"b.json5\"\r\n}", "{\r\n\t'theme'\r\n: \"nord\"\r\n}"),
        // No setting yet: after the brace.
        (
            "// é\n{\n  hints: false, // theme\n}",
            "// é\n{\n  \"theme\": \"nord\",\n  hints: false, // theme\n}"
        ),
        ("{ hints: false }", "{\n  \"theme\": \"nord\",\n hints: false }"),
        // In a section it is a different setting.
        (
            "{ sites: { 'a.example': { styles: false } }, theme: \"dark\" }",
            "{ sites: { 'a.example': { styles: false } }, theme: \"nord\" }"
        ),
    ])
    func `a value is written, and the rest of the file is unchanged`(text: String, expected: String) throws {
        let written = try SettingChange("theme", to: "nord").written(in: text)
        #expect(written == expected)
        let (settings, _) = Settings.read(Array((written ?? "").utf8))
        #expect(settings.general[Settings.theme] == .builtIn(.nord))
    }

    @Test func `the values of a setting are listed if they are few`() {
        let words = Dictionary(uniqueKeysWithValues: Settings.table.map { ($0.name, $0.usualWords) })
        #expect(words["mouse"] == ["true", "false"])
        #expect(words["arrangement"] == ["read", "watch", "debug", "null"])
        #expect(words["preload"] == ["off", "chosen", "next"])
        #expect(words["theme"]?.contains("nord") == true)
        #expect(words["proxy"] == [])
    }

    @Test func `lists and objects are replaced as a whole`() throws {
        let text = "{ rules: [\"a => b] // no\", /* ] */ 'c }'], keys: { open: [\"o\"] }, hints: true }"
        let written = try SettingChange("keys", to: "{ open: 'x' }").written(in: text)
        #expect(written == "{ rules: [\"a => b] // no\", /* ] */ 'c }'], keys: { open: 'x' }, hints: true }")
    }

    @Test(arguments: ["[]", "5", "{ theme: ", "{ theme: \"dark\" } }"])
    func `a text that is not a settings file is unchanged`(text: String) throws {
        #expect(try SettingChange("theme", to: "nord").written(in: text) == nil)
    }

    @Test(arguments: [
        ("mosue", "false", "Did you mean “mouse”?"), ("theme", "drakula", "Did you mean “dracula”?"),
        ("mouse", "perhaps", "“mouse” takes true or false"),
        ("mouse", "true, hints: false", "takes true or false"),
        ("layout", "debug", "“arrangement”"), ("watch-every", "a while", "a number of seconds"),
    ])
    func `a setting that cannot be set is reported`(name: String, value: String, words: String) {
        #expect {
            try SettingChange(name, to: value)
        } throws: {
            ($0 as? SettingChange.Mistake)?.words.contains(words) ?? false
        }
    }

    @Test func `a command line value overrides the file's`() throws {
        var (settings, _) = Settings.read(Array("{ 'watch-every': 5 }".utf8))
        settings.apply(try SettingChange("watch-every", to: "7"))
        settings.apply(try SettingChange("user-agent", to: "probe/1"))
        #expect(settings.general[Settings.watchInterval] == .seconds(7))
        #expect(settings.general[Settings.userAgent] == "probe/1")
        #expect(
            try settings.line("watch-every", for: nil) == "watch-every: 7 (set; takes a number of seconds)")
        #expect(try settings.line("hints", for: nil) == "hints: true (default; takes true or false)")
    }

    @Test(arguments: [
        ("{ \"theme\": \"drakula\" }", "1:12: ", "Did you mean “dracula”?"),
        ("{ \"mosue\": true }", "1:3: ", "Did you mean “mouse”?"),
        ("{ \"layout\": \"debug\" }", "1:3: ", "Did you mean “arrangement”?"),
        ("{\n \"numbers\": \"ingore\" }", "2:13: ", "Did you mean “ignore”?"),
        ("{ \"watch-every\": \"5s\" }", "1:18: ", "a number of seconds, not"),
    ])
    func `a mistake is reported with its position and a suggestion`(
        text: String, place: String, words: String
    ) {
        let problems = Settings.read(Array(text.utf8)).problems.map(\.description)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(place) == true && problems.first?.contains(words) == true)
    }
}
