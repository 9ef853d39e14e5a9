import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Failures to store are reported where they are seen, as is recovery; the page is shown all the while.
struct KeepingTests {
    private static let page = "<title>T</title><h1>Harbour</h1>"
    private static let full = StoreFailure.full(path: "/home/a/.cache/sonic/c")

    private func opened(_ storage: SessionResult.Storage) -> Stage {
        var stage = Stage()
        stage.open("http://a.example/")
        load(&stage, storage)
        return stage
    }

    private func load(_ stage: inout Stage, _ storage: SessionResult.Storage) {
        stage.readCache(nil)
        stage.ask(200)
        stage.replace(with: Self.page)
        stage.end(.firstLoad, "nothing was stored", storage: storage)
        stage.paint()
    }

    private static let failures: [(StoreFailure, String)] = [
        (full, "the disk is full."),
        (
            .unusable(path: "/c", reason: "Read-only file system"),
            "cache unusable, Read-only file system."
        ),
        (
            .failed(operation: "lock", path: "/c/lock", reason: "No locks available"),
            "lock failed, No locks available."
        ),
    ]

    @Test(arguments: failures)
    func `the page is shown, and the bottom line says why it is not stored`(
        _ failure: StoreFailure, _ words: String
    ) {
        let stage = opened(.notStored(failure))
        #expect(stage.text.contains("Harbour"))
        #expect(stage.screen.last?.contains("The page is not stored (! for details): \(words)") ?? false)
    }

    @Test func `a page that could not be renewed or removed is reported as such`() {
        for (what, words) in [(SessionResult.NotStored.renewal, "not renewed"), (.removal, "not removed")] {
            let stage = opened(.notStored(Self.full, of: what))
            #expect(stage.text.contains("The page is \(words) (! for details): the disk is full."))
        }
    }

    @Test func `a reload reports the failure again until a page is stored`() {
        var stage = opened(.notStored(Self.full))
        stage.press("j")
        #expect(!stage.text.contains("not kept"))
        stage.press("r")
        load(&stage, .notStored(Self.full))
        #expect(stage.text.contains("The page is not stored"))
        stage.press("r")
        load(&stage, .stored(number: 1))
        #expect(stage.screen.last?.contains("Pages are stored again.") ?? false)
        stage.press("r")
        load(&stage, .stored(number: 2))
        #expect(!stage.text.contains("stored again"))
    }

    @Test func `a page that must not be stored reports nothing about the disk`() {
        var stage = opened(.notStored(Self.full))
        for storage in [SessionResult.Storage.notAllowed(.noStore), .untouched] {
            stage.press("r")
            load(&stage, storage)
            #expect(!stage.text.contains("stored again") && !stage.text.contains("not kept"))
        }
    }

    @Test func `a watch reports it once`() {
        var stage = opened(.stored(number: 1))
        stage.press("w")
        for run in 1...3 {
            #expect(stage.model.isBusy)
            load(&stage, .notStored(Self.full))
            #expect(stage.text.contains("The page is not stored") == (run == 1))
            stage.press("j")
            stage.uptime += .seconds(3600)
            stage.send(.timerFired(.watch))
        }
    }

    @Test func `a background page is reported as one`() {
        var stage = opened(.stored(number: 1))
        let first = stage.visit
        stage.press(.control("t"))
        stage.type("http://a.example/b")
        stage.press(.enter)
        let second = stage.visit
        #expect(second > first)
        load(&stage, .stored(number: 2))
        // Sent to the background while it loads.
        stage.press("r", ">")
        load(&stage, .notStored(Self.full))
        #expect(stage.text.contains("A background page is not stored (! for details): the disk is full."))
    }

    @Test func `cookie failures are reported, too, once, and in one line with a page`() {
        var stage = opened(.stored(number: 1))
        stage.send(.cookiesPersisted(.works, account: "alice"))
        #expect(!stage.text.contains("kept"))
        stage.send(.cookiesPersisted(.fails("File too large"), account: "bob"))
        #expect(!stage.text.contains("kept"))
        stage.send(.cookiesPersisted(.fails("File too large"), account: "alice"))
        #expect(
            stage.text.contains("Cookies are kept in memory only, until sonic ends: File too large."))
        stage.press("j")
        stage.send(.cookiesPersisted(.fails("File too large"), account: "alice"))
        #expect(!stage.text.contains("kept"))
        stage.send(.cookiesPersisted(.works, account: "alice"))
        #expect(stage.text.contains("Cookies are stored again."))
        stage.press("r")
        load(&stage, .notStored(Self.full))
        stage.send(.cookiesPersisted(.fails("No space left on device"), account: "alice"))
        #expect(
            stage.text.contains("Pages and cookies are not stored (! for details): the disk is full."))
    }
}
