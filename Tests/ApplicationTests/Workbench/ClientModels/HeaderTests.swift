import SonicProtocol
import Testing
import Workbench

/// The effects of response headers.
@Suite struct HeaderTests {
    private let old = ClientScene.page("T", [("a", "1")])
    private let new = ClientScene.page("T", [("a", "2")])
    private let template = ClientScene.page("T", [("a", "1")], rest: "<p>")

    private func scene(_ answers: (String, String)...) -> ClientScene {
        ClientScene(old: old, new: new, answers: answers)
    }

    // MARK: First loads

    @Test(arguments: ClientModel.allCases)
    func `a first load is shown and stored`(_ phone: ClientModel) {
        let reading = ClientScene(old: nil, new: new).whole(on: phone)
        #expect(reading.outcome == .firstLoad)
        #expect(reading.screen == .answer)
        #expect(reading.storage == .stored)
        #expect(reading.told == "1000/1000")
        #expect(reading.sonicStatus == 1)
        #expect(reading.text == new)
    }

    struct First: Sendable {
        var offline: String
        var android: ClientOutcome.Storage
        var ios: ClientOutcome.Storage
        var androidTold = "1000/1000"
        var iosTold: String
    }

    @Test(arguments: [
        First(offline: "true", android: .stored, ios: .stored, iosTold: "1000/1000"),
        First(offline: "store", android: .stored, ios: .stored, iosTold: "304/1000"),
        First(offline: "false", android: .none, ios: .none, iosTold: "1000/1000"),
        First(offline: "TRUE", android: .none, ios: .none, iosTold: "nothing"),
        First(offline: "perhaps", android: .none, ios: .none, iosTold: "nothing"),
        First(
            offline: "http", android: .none, ios: .switchedOff(dropped: false), androidTold: "nothing",
            iosTold: "nothing"),
        First(offline: "HTTP", android: .none, ios: .none, androidTold: "nothing", iosTold: "nothing"),
    ])
    func `cache-offline decides whether a first load is stored`(_ row: First) {
        let scene = ClientScene(old: nil, new: new, answers: [("cache-offline", row.offline)])
        let android = scene.whole(on: .android)
        let ios = scene.whole(on: .ios)
        #expect(android.storage == row.android)
        #expect(ios.storage == row.ios)
        #expect(android.told == row.androidTold)
        #expect(ios.told == row.iosTold)
        let isOff = row.offline.lowercased() == "http"
        #expect(android.screen == (isOff ? .webView : .answer))
        #expect(ios.screen == .answer)
    }

    @Test(arguments: ["ETag", "template-tag", "template-change", "cache-offline"])
    func `iOS requires all of Sonic's headers`(_ name: String) {
        let first = ClientScene(old: nil, new: new, answers: [(name, "")]).whole(on: .ios)
        #expect(first.storage == .none)
        #expect(first.told == "nothing")
        #expect(first.notes == ["\(name) is missing: the page is shown as any other and not stored"])
        for reading in [scene((name, "")).update(on: .ios), scene((name, "")).whole(on: .ios)] {
            #expect(reading.outcome == .refused)
            #expect(reading.storage == .dropped)
            #expect(reading.screen == .held)
            #expect(reading.told == "nothing")
        }
    }

    @Test(arguments: ["ETag", "template-change", "cache-offline"])
    func `without one of three headers Android drops its copy, and leaves the old page on the screen`(
        _ name: String
    ) {
        let reading = scene((name, "")).update(on: .android)
        #expect(reading.outcome == .refused)
        #expect(reading.storage == .dropped)
        #expect(reading.screen == .held)
        #expect(reading.told == "nothing")
        let verdict = ClientVerdict(reading, ours: Array(new.utf8))
        #expect(verdict.sentence.hasPrefix("Android keeps the old page, another from byte 40, in block a: "))
        #expect(verdict.sentence.hasSuffix("; its copy is removed"))
    }

    @Test func `Android does not need a template-tag`() {
        #expect(scene(("template-tag", "")).update(on: .android).storage == .stored)
    }

    // MARK: template-change

    @Test(arguments: [
        ("false", true, true), ("0", true, true), ("FALSE", false, true), ("true", false, false),
        ("1", false, false), ("no", false, true), ("yes", false, false), (" +01", false, false),
        ("maybe", false, true),
    ])
    func `template-change is a string to Android and a boolean to iOS`(
        _ value: String, _ isDataOnAndroid: Bool, _ isDataOnIOS: Bool
    ) {
        let scene = scene(("template-change", value))
        #expect((scene.update(on: .android).outcome == .dataUpdate) == isDataOnAndroid)
        #expect((scene.update(on: .ios).outcome == .dataUpdate) == isDataOnIOS)
    }

    @Test(arguments: ClientModel.allCases)
    func `a new template is shown and stored`(_ phone: ClientModel) {
        let reading = ClientScene(old: old, new: template).whole(on: phone)
        #expect(reading.outcome == .templateChange)
        #expect(reading.screen == .answer)
        #expect(reading.storage == .stored)
        #expect(reading.told == "2000/2000")
        #expect(reading.sonicStatus == 2)
        #expect(reading.text == template)
    }

    @Test(arguments: [
        ("store", ClientOutcome.Screen.held, "304/2000", ClientOutcome.Storage.stored),
        ("false", .answer, "2000/2000", .dropped),
        ("http", .held, "2000/2000", .switchedOff(dropped: true)),
        ("perhaps", .held, "2000/2000", .stored),
    ])
    func `cache-offline decides what iOS does with a new template`(
        _ offline: String, _ screen: ClientOutcome.Screen, _ told: String, _ storage: ClientOutcome.Storage
    ) {
        let scene = ClientScene(old: old, new: template, answers: [("cache-offline", offline)])
        let reading = scene.whole(on: .ios)
        #expect(reading.screen == screen)
        #expect(reading.told == told)
        #expect(reading.storage == storage)
    }

    @Test(arguments: [
        ("store", ClientOutcome.Screen.held, "304/2000", ClientOutcome.Storage.stored),
        ("false", .held, "nothing", .dropped), ("False", .held, "nothing", .dropped),
        ("Http", .webView, "nothing", .switchedOff(dropped: false)),
        ("perhaps", .answer, "2000/2000", .kept),
    ])
    func `cache-offline decides what Android does with a new template`(
        _ offline: String, _ screen: ClientOutcome.Screen, _ told: String, _ storage: ClientOutcome.Storage
    ) {
        let scene = ClientScene(old: old, new: template, answers: [("cache-offline", offline)])
        let reading = scene.whole(on: .android)
        #expect(reading.screen == screen)
        #expect(reading.told == told)
        #expect(reading.storage == storage)
    }

    @Test(arguments: [
        ("store", "304/200", "304/200", ClientOutcome.Storage.stored, ClientOutcome.Storage.stored),
        ("false", "nothing", "200/200 {a}", .dropped, .dropped),
        ("http", "nothing", "200/200 {a}", .switchedOff(dropped: false), .switchedOff(dropped: true)),
        ("perhaps", "200/200 {title},{a}", "200/200 {a}", .dropped, .stored),
    ])
    func `cache-offline decides whether an update is stored`(
        _ offline: String, _ android: String, _ ios: String, _ androidStorage: ClientOutcome.Storage,
        _ iosStorage: ClientOutcome.Storage
    ) {
        let scene = scene(("cache-offline", offline))
        #expect(scene.update(on: .android).told == android)
        #expect(scene.update(on: .ios).told == ios)
        #expect(scene.update(on: .android).storage == androidStorage)
        #expect(scene.update(on: .ios).storage == iosStorage)
    }

    @Test func `a duplicate cache-offline is invalid to both clients`() {
        var exchange = ClientScene(old: nil, new: new).exchange(
            status: 200,
            Headers([
                HeaderField("cache-offline", "true"), HeaderField("Cache-Offline", "store"),
                HeaderField("etag", "e"), HeaderField("template-tag", "t"),
                HeaderField("template-change", "true"),
            ]), Array(new.utf8))
        for phone in ClientModel.allCases {
            #expect(exchange.reading(on: phone, hashes: ClientScene.hashes).storage == .none)
        }
        exchange.redirectStatus = 302
        #expect(exchange.reading(on: .android, hashes: ClientScene.hashes).errors == [302])
        #expect(exchange.reading(on: .ios, hashes: ClientScene.hashes).outcome == .firstLoad)
    }

    // MARK: Statuses

    @Test func `a 304 changes nothing, except the stored headers on iOS`() {
        let scene = ClientScene(old: old, new: old)
        for phone in ClientModel.allCases {
            let reading = scene.status(304, on: phone)
            #expect(reading.outcome == .notModified)
            #expect(reading.told == "304/304")
            #expect(reading.sonicStatus == 4)
            #expect(reading.storage == .kept)
            #expect(reading.text == old)
        }
        #expect(scene.status(304, on: .ios).notes.last?.contains("no Content-Type") == true)
    }

    @Test func `a 304 without a stored page leaves nothing to show`() {
        #expect(ClientScene(old: nil, new: new).status(304, on: .ios).screen == .empty)
        #expect(ClientScene(old: nil, new: new).status(304, on: .android).screen == .webView)
    }

    @Test(arguments: [203, 404, 500, 503])
    func `other statuses are errors on Android and ignored on iOS`(_ status: Int) {
        let scene = ClientScene(old: old, new: new)
        #expect(scene.status(status, on: .android).errors == [status])
        #expect(scene.status(status, on: .ios).errors == [])
        for phone in ClientModel.allCases {
            #expect(scene.status(status, on: phone).screen == .held)
            #expect(scene.status(status, on: phone).told == "nothing")
        }
    }

    // MARK: Validators

    @Test func `a 200 with the requested tag counts as a 304 on Android only`() {
        let scene = scene(("ETag", ClientScene.sha1(old)))
        #expect(scene.update(on: .android).outcome == .notModified)
        #expect(scene.update(on: .ios).outcome == .dataUpdate)
        // If another header is named, the requested tag is in a header that is not read.
        let named = ClientScene(
            old: old, new: new, answers: [("sonic-etag-key", "Etag"), ("Etag", ClientScene.sha1(old))])
        #expect(named.update(on: .android).outcome == .dataUpdate)
    }

    @Test(arguments: [
        ("W/\"abc\"", "abc", "abc"), ("w/\"ABC\"", "abc", "w/\"ABC\""), ("\"abc\"", "\"abc\"", "\"abc\""),
        ("W/abc", "abc", "abc"), ("W/", "", "W/"),
    ])
    func `weak validators lose their W prefix, strong ones keep their quotes`(
        _ value: String, _ android: String, _ ios: String
    ) {
        for (phone, expected) in [(ClientModel.android, android), (.ios, ios)] {
            let scene = ClientScene(old: old, new: old, answered: [("ETag", value)])
            var exchange = scene.exchange(status: 304, Headers(), [])
            exchange.asked.etag = expected
            #expect(
                exchange.reading(on: phone, hashes: ClientScene.hashes).outcome == .notModified, "\(phone)")
            exchange.asked.etag = "other"
            let reading = exchange.reading(on: phone, hashes: ClientScene.hashes)
            #expect(reading.outcome == .askedOtherwise)
            #expect(
                reading.notes == [
                    "the 304 answers If-None-Match: other, and \(phone.title) would have sent \(expected)"
                ])
        }
    }

    @Test func `Android uses the validator as the template-tag of a page without blocks`() {
        let scene = ClientScene(old: "<title>T</title>", new: "<title>U</title>")
        #expect(scene.update(on: .android).outcome == .askedOtherwise)
        #expect(scene.update(on: .ios).text == "<title>T</title>")
    }

    @Test func `a page that a phone would not have stored is not its copy`() {
        let scene = ClientScene(old: old, new: new, answered: [("cache-offline", "")])
        for phone in ClientModel.allCases {
            let reading = scene.update(on: phone)
            #expect(reading.outcome == .askedOtherwise)
            #expect(reading.notes.count == 2)
            #expect(
                ClientVerdict(reading, ours: Array(new.utf8)).sentence.hasPrefix(
                    "\(phone.title) would not have received this response: "))
            #expect(scene.whole(on: phone).outcome == .firstLoad)
        }
    }

    // MARK: Encodings

    @Test func `Latin-1 is stored as UTF-8, and an unsupported encoding is reported`() {
        let page = "<title>T</title><!--sonicdiff-a-->"
        let latin = Array(page.utf8) + [0xE9] + Array("<!--sonicdiff-a-end-->".utf8)
        for phone in ClientModel.allCases {
            var exchange = ClientScene(old: old, new: new).exchange(status: 304, Headers(), [])
            exchange.storedPage?.html = latin
            exchange.storedPage?.headers.replace("Content-Type", "text/html; charset=ISO-8859-1")
            #expect(
                exchange.reading(on: phone, hashes: ClientScene.hashes).text == page
                    + "é<!--sonicdiff-a-end-->")
            exchange.storedPage?.headers.replace("Content-Type", "text/html; charset=gbk")
            let reading = exchange.reading(on: phone, hashes: ClientScene.hashes)
            #expect(reading.outcome == .unknown)
            #expect(reading.notes.last?.contains("gbk") == true)
        }
    }
}
