import SonicProtocol
import Testing
import Workbench

/// Bodies of updates that violate the protocol.
@Suite struct BodyTests {
    private let scene = ClientScene(
        old: ClientScene.page("T", [("a", "1")]), new: ClientScene.page("T", [("a", "2")]))

    @Test(arguments: ["", "<html>", "{", "{\"data\":{\"{a}\":\"x\"}"])
    func `a body that is not JSON changes nothing at all`(_ body: String) {
        for phone in ClientModel.allCases {
            let reading = scene.update(on: phone, body: body)
            #expect(reading.outcome == .refused)
            #expect(reading.screen == .held)
            #expect(reading.storage == .kept)
            #expect(reading.told == "nothing")
            #expect(reading.text == scene.old)
        }
    }

    @Test func `trailing bytes after the object are ignored by Android and refused by iOS`() {
        let body = ClientScene.json(scene.new) + "garbage"
        #expect(scene.update(on: .android, body: body).text == scene.new)
        #expect(scene.update(on: .ios, body: body).outcome == .refused)
    }

    @Test(arguments: ["[]", "1", "\"data\"", "{}", "{\"data\":null}", "{\"data\":[]}"])
    func `JSON without an object in data crashes the app on iOS`(_ body: String) {
        let reading = scene.update(on: .ios, body: body)
        #expect(reading.outcome == .crash)
        #expect(reading.notes.last?.hasSuffix(": the app stops") == true)
        #expect(ClientVerdict(reading, ours: Array(scene.new.utf8)).sentence.hasPrefix("iOS stops: "))
    }

    @Test(arguments: ["{}", "{\"data\":null}", "{\"data\":[]}"])
    func `JSON without an object in data makes Android drop its copy`(_ body: String) {
        let reading = scene.update(on: .android, body: body)
        #expect(reading.errors == [-1006, -1008])
        #expect(reading.storage == .dropped)
        #expect(reading.told == "304/200")
        #expect(reading.screen == .held)
    }

    @Test
    func `a value that is not a string is one to Android and crashes the app on iOS if it has the name`() {
        let known = scene.update(on: .ios, body: "{\"data\":{\"{a}\":7}}")
        #expect(known.outcome == .crash)
        #expect(scene.update(on: .ios, body: "{\"data\":{\"{z}\":7}}").outcome == .dataUpdate)
        let android = scene.update(on: .android, body: "{\"data\":{\"{a}\":7}}")
        #expect(android.text == "<html>{title}7</html>")
        #expect(scene.update(on: .ios, body: "{\"data\":{},\"html-sha1\":7}").outcome == .crash)
    }

    @Test func `of duplicate names the last value counts, in the position of the first`() {
        let body = "{\"data\":{\"{title}\":\"t\",\"{a}\":\"x\",\"{title}\":\"u\"}}"
        #expect(scene.update(on: .android, body: body).text == "<html>ux</html>")
    }

    @Test func `Android replaces any text that equals a name, with or without braces`() {
        let body = "{\"data\":{\"html\":\"body\",\"\":\"start \"}}"
        #expect(scene.update(on: .android, body: body).text == "start <body>{title}{a}</html>")
    }

    @Test func `JSON escapes are decoded`() {
        let body = "{\"data\":{\"{a}\":\"\\u00e9\\uD83D\\uDE00\\/\\n\\\"\",\"{title}\":\"\"}}"
        #expect(scene.update(on: .android, body: body).text == "<html>é😀/\n\"</html>")
        // An incomplete character: a question mark on Android, invalid JSON on iOS.
        let half = "{\"data\":{\"{a}\":\"\\uD83Dx\",\"{title}\":\"\"}}"
        #expect(scene.update(on: .android, body: half).text == "<html>?x</html>")
        #expect(scene.update(on: .ios, body: half).outcome == .refused)
    }

    @Test func `invalid UTF-8 is replaced on Android and refused on iOS`() {
        let headers = Headers([
            HeaderField("ETag", "e"), HeaderField("template-tag", "t"),
            HeaderField("template-change", "false"), HeaderField("cache-offline", "true"),
        ])
        let body = Array("{\"data\":{\"{a}\":\"".utf8) + [0xFF] + Array("\",\"{title}\":\"\"}}".utf8)
        let android = scene.reading(on: .android, status: 200, headers, body)
        #expect(android.text == "<html>\u{FFFD}</html>")
        #expect(scene.reading(on: .ios, status: 200, headers, body).outcome == .refused)
    }

    @Test func `deep nesting does not recurse`() {
        let deep = String(repeating: "[", count: 100_000)
        for phone in ClientModel.allCases {
            #expect(scene.update(on: phone, body: deep).outcome == .refused)
            #expect(scene.update(on: phone, body: "{\"data\":{\"{a}\":" + deep).outcome == .refused)
        }
    }
}
