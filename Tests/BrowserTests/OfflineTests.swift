import CellGrid
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Browser
@testable import BrowserValues

/// Switching offline and online, and the age of pages.
@Suite struct OfflineTests {
    private static let page = "<title>A</title><p>one two <a href=/kept>kept</a> <a href=/absent>absent</a>"
    /// Three hours and a few minutes after the stored pages of the tests were checked.
    private static let now = Instant(milliseconds: 3 * 3_600_000 + 240_000)
    private static let age = "as of 3 h ago (1 Jan 00:00)"

    private static func digest(_ address: String) -> String {
        let url = Stage.url(address)
        return PageIdentity(for: url).id(of: url, account: "alice", hashes: .nettle).digest
    }

    /// A page shown from the cache only.
    private static func offlineStage(columns: Int = 100, rows: Int = 24) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.stored = [digest("http://a.example/"), digest("http://a.example/kept")]
        stage.press("O")
        stage.open("http://a.example/")
        stage.readCache(page)
        stage.send(.timeRead(now))
        stage.end(.fresh(.cacheOnly), "only the cache was asked: version 3, checked 3 h ago")
        return stage
    }

    @Test func `offline, a page comes from the cache only and shows its age`() {
        var stage = Self.offlineStage()
        guard
            case .open(let opening) = stage.effects.last(where: {
                if case .open = $0 { true } else { false }
            })
        else { return #expect(Bool(false), "no page is opened") }
        #expect(opening.mode == .cacheOnly)
        #expect(stage.model.showsAge)
        #expect(stage.screen[0].hasSuffix("OFFLINE · \(Self.age)"))
        #expect(stage.text.contains("◇ OFFLINE · v3 · from the cache only · \(Self.age)"))
        stage.press("v", "v")
        #expect(stage.text.contains(" from the cache only "))
        #expect(stage.text.contains(" \(Self.age)"))
        stage.send(.timeRead(Instant(milliseconds: 50 * 3_600_000)))
        #expect(stage.screen[0].contains("as of 2 days ago (1 Jan 00:00)"))
    }

    @Test(arguments: [Int64(-1), 1])
    func `an age is never negative, whichever day the clock is moved to`(_ days: Int64) {
        var stage = Self.offlineStage()
        stage.send(.timeRead(Self.now.adding(seconds: days * 86_400)))
        let age = days < 0 ? "as of a later time by this clock (" : "as of 1 day ago ("
        #expect(stage.model.ageWords?.hasPrefix(age) == true)
    }

    @Test(arguments: [(40, 12), (80, 24), (200, 60)])
    func `every screen size shows offline mode`(_ columns: Int, _ rows: Int) {
        var stage = Self.offlineStage(columns: columns, rows: rows)
        #expect(stage.screen[0].contains("OFFLINE"))
        stage.open("http://a.example/absent")
        #expect(stage.screen[0].contains("READING CACHE") || stage.screen[0].contains("OFFLINE"))
        stage.readCache(nil)
        stage.end(.failed(.notStored), "only the cache was asked, and it does not hold this page")
        #expect(stage.screen[0].contains("OFFLINE"))
    }

    @Test func `links to pages that are not stored are dimmed`() {
        var stage = Self.offlineStage()
        let frame = view(stage.model)
        let row = stage.screen.firstIndex { $0.contains("one two") }
        func role(of word: String) -> Role? {
            guard let row, let range = stage.screen[row].firstRange(of: word) else { return nil }
            let column = stage.screen[row].distance(
                from: stage.screen[row].startIndex, to: range.lowerBound)
            let style = frame[Row(row), Column(column)].style
            return [.link, .dimmed].first { stage.model.screen.theme[$0] == style }
        }
        #expect(role(of: "kept") == .link)
        #expect(role(of: "absent") == .dimmed)
        stage.press("O")
        #expect(stage.model.account.storedAddresses == nil, "online all links are alike")
    }

    @Test func `a page that is not stored says what to do, and going online opens it`() {
        var stage = Self.offlineStage()
        stage.open("http://a.example/absent")
        stage.readCache(nil)
        stage.end(.failed(.notStored), "only the cache was asked, and it does not hold this page")
        #expect(stage.text.contains("This page is not stored"))
        #expect(stage.text.contains("O Offline: show stored pages and request nothing; or online again."))
        stage.press("O")
        guard case .open(let opening)? = stage.effects.last else {
            return #expect(Bool(false), "nothing is opened")
        }
        #expect(opening.mode == .open && opening.url == Stage.url("http://a.example/absent"))
    }

    @Test func `going offline ends the running session, and what it received stays with its age`() {
        var stage = Stage(columns: 100)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(200)
        #expect(stage.model.isBusy)
        #expect(!stage.model.showsAge, "the server may still confirm it")
        stage.press("O")
        #expect(stage.effects.contains(.cancel(visit: 1)))
        #expect(stage.effects.contains(.reachChanged(.offline)))
        stage.send(.timeRead(Self.now))
        #expect(stage.text.contains("one two"))
        #expect(stage.screen[0].contains(Self.age))
    }

    @Test func `a page loaded online is as old as the end of its session`() {
        var stage = Stage(columns: 100)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200)
        stage.replace(with: Self.page)
        stage.send(.timeRead(Self.now))
        stage.end(.firstLoad, "nothing was stored")
        #expect(!stage.model.showsAge)
        stage.press("O")
        #expect(stage.screen[0].contains("OFFLINE · FIRST LOAD · as of 0 s ago (1 Jan 03:04)"))
        stage.press("O")
        #expect(!stage.screen[0].contains("OFFLINE"))
        #expect(stage.text.contains("Online: press r to reload the page."))
    }

    @Test func `if the request fails, the stored page stays and shows its age`() {
        var stage = Stage(columns: 100)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.send(.timeRead(Self.now))
        let failure = ConnectionFailure.unreachable(host: "a.example", port: 80, detail: "refused")
        stage.end(.offline(.connection(failure)), "cannot connect to a.example:80 (refused)")
        #expect(stage.text.contains("one two"))
        #expect(stage.screen[0].contains("OFFLINE · \(Self.age)"))
        #expect(stage.text.contains("Cannot connect to a.example:80"))
    }

    @Test func `nothing is prefetched or revalidated while offline`() {
        var stage = Self.offlineStage()
        stage.press("R")
        #expect(stage.text.contains("R: offline: press O to go online."))
        stage.press(.tab, "P")
        #expect(stage.text.contains("P: offline: press O to go online."))
        #expect(!stage.effects.contains { if case .preload = $0 { true } else { false } })
    }
}
