import Testing

@testable import Configuration

@Suite struct SettingChangeTests {
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

}
