import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What is marked as new: changes since the user last saw the page, whoever stored it meanwhile.
struct ReadingTests {
    private static let address = "http://127.0.0.1:8420/news"
    private static let page = Stage.url(address)
    private static let v2 = Stage.blocks("one", "two", "three")
    private static let v3 = Stage.blocks("ONE", "two", "three")
    private static let v4 = Stage.blocks("ONE", "two", "THREE")

    /// A page without blocks.
    private static func plain(_ text: String) -> String {
        let lines = (0..<40).map { "<p>line \($0) stays as it is" }.joined()
        return "<h1>Head</h1>\(lines)<p>\(text)\(lines)"
    }

    /// A stage on which version 3 comes from the cache and this version was seen last; nil for none.
    private func opened(read: Int?, columns: Int = 120) -> Stage {
        var stage = Stage(columns: columns, rows: 30)
        stage.history = [2: Self.v2, 3: Self.v3]
        if let read { stage.lastRead[Self.page] = read }
        stage.open(Self.address)
        stage.readCache(Self.v3)
        stage.paint()
        return stage
    }

    @Test func `unseen changes in the cached page are marked before the server responds`() {
        var stage = opened(read: 2)
        #expect(stage.model.isBusy)
        #expect(stage.marked() == ["a"])
        #expect(stage.text.contains("▌ONE"))
        #expect(stage.text.contains("v2 → v3: 1 line changed since"))
    }

    @Test(arguments: [
        ("<p>It is 14:05.</p>", "<p>It is 14:06.</p>", "1 line changed since"),
        ("<p>calm</p>", "<p class=b>calm</p>", "nothing that is shown changed since"),
    ])
    func `changes without a changed line are reported by kind`(old: String, new: String, words: String) {
        var stage = Stage(columns: 160, rows: 40)
        let (old, new) = (Stage.blocks(old, "two", "three"), Stage.blocks(new, "two", "three"))
        stage.history = [2: old, 3: new]
        stage.lastRead[Self.page] = 2
        stage.open(Self.address)
        stage.readCache(new)
        stage.paint()
        #expect(stage.marked() == ["a"])
        #expect(stage.text.contains("v2 → v3: \(words)"))
    }

    @Test func `an update adds to the unseen changes, and both are reported`() {
        var stage = opened(read: 2)
        stage.ask(200)
        stage.update(from: Self.v3, to: Self.v4)
        stage.end(.dataUpdate, "one block", changed: ["c"], storage: .stored(number: 4))
        #expect(stage.marked() == ["a", "c"])
        #expect(stage.text.contains("▌ONE") && stage.text.contains("▌THREE"))
        #expect(stage.text.contains("v2 → v4: 2 lines changed since"))
        #expect(stage.noted == [3, 4])
    }

    @Test func `the same holds if the update arrives before the last seen version is known`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.history = [2: Self.v2, 3: Self.v3]
        stage.lastRead[Self.page] = 2
        stage.open(Self.address)
        stage.readCache(Self.v3)
        stage.ask(200)
        stage.update(from: Self.v3, to: Self.v4)
        stage.end(.dataUpdate, "one block", changed: ["c"], storage: .stored(number: 4))
        #expect(stage.marked() == ["a", "c"])
        #expect(stage.noted == [4])
    }

    @Test func `a page seen in its current version, or never, has no marks`() {
        for read in [3, nil] {
            var stage = opened(read: read)
            stage.end(.allCached, "the same", storage: .renewed)
            #expect(stage.marked() == [])
            #expect(!stage.text.contains("since you"))
            #expect(stage.noted == [3])
        }
    }

    @Test func `after a reload the page is compared with the version on the screen`() {
        var stage = opened(read: 2)
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("r")
        stage.readCache(Self.v3)
        stage.ask(200)
        stage.update(from: Self.v3, to: Self.v4)
        stage.end(.dataUpdate, "one block", changed: ["c"], storage: .stored(number: 4))
        #expect(stage.marked() == ["c"])
        #expect(stage.text.contains("v3 → v4: 1 line changed since"))
    }

    @Test func `a newer copy from the cache and a later update are reported together`() {
        var stage = opened(read: 3)
        stage.end(.allCached, "the same", storage: .renewed)
        let (v5, v6) = (Stage.blocks("ONE", "TWO", "three"), Stage.blocks("ONE", "TWO", "THREE"))
        stage.press("r")
        stage.readCache(v5)
        stage.ask(200)
        stage.update(from: v5, to: v6)
        stage.end(.dataUpdate, "one block", changed: ["c"], storage: .stored(number: 6))
        #expect(stage.marked() == ["b", "c"])
    }

    @Test func `a page loaded in the background is not seen until its tab is in front`() {
        var stage = opened(read: 3)
        stage.end(.allCached, "the same", storage: .renewed)
        let other = Stage.url("http://127.0.0.1:8420/b")
        stage.lastRead[other] = 2
        stage.history = [2: Self.v2, 3: Self.v3, 4: Self.v4]
        #expect(stage.model.account.tabs.count == 1)
        for effect in stage.model.open(other, in: .behind) {
            if case .open(let opening) = effect { stage.visit = opening.visit }
        }
        stage.readCache(Self.v3)
        stage.ask(200)
        stage.update(from: Self.v3, to: Self.v4)
        stage.end(.dataUpdate, "one block", changed: ["c"], storage: .stored(number: 4))
        #expect(stage.noted == [3], "only the page in front was seen")
        stage.press(">")
        #expect(stage.marked() == ["a", "c"])
        #expect(stage.noted == [3, 4])
    }

    @Test func `a watch poll that ends in the background is not seen, and its marks are kept`() {
        var stage = opened(read: 3)
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("w")
        stage.uptime = .seconds(3600)
        stage.send(.timerFired(.watch))
        #expect(stage.model.isBusy)
        let run = stage.visit
        stage.press(.control("t"))
        stage.type("127.0.0.1:8420/other")
        stage.press(.enter)
        stage.visit = run
        stage.readCache(Self.v3)
        stage.ask(200)
        stage.update(from: Self.v3, to: Self.v4)
        stage.end(.dataUpdate, "one block", changed: ["c"], storage: .stored(number: 4))
        #expect(stage.noted == [3])
        stage.press("<")
        #expect(stage.marked() == ["c"])
        #expect(stage.text.contains("█THREE"), "it stands out for a moment")
        #expect(stage.noted == [3, 4])
    }

    @Test func `a prefetched page does not count as seen`() {
        var stage = Stage(preload: { _ in .off })
        stage.open(Self.address)
        stage.readCache("<a href=/b>b</a>")
        stage.end(.allCached, "the same", storage: .renewed)
        let before = stage.noted
        stage.press(.tab, "P")
        #expect(stage.effects.contains { if case .preload = $0 { true } else { false } })
        stage.send(.preloaded(.begun, of: Stage.url("http://127.0.0.1:8420/b"), after: .zero))
        #expect(stage.noted == before)
    }

    @Test func `two tabs with the same page each keep their own marks`() {
        var stage = opened(read: 2)
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press(.control("t"))
        stage.type("127.0.0.1:8420/news")
        stage.press(.enter)
        stage.readCache(Self.v3)
        stage.paint()
        stage.end(.allCached, "the same", storage: .renewed)
        #expect(stage.marked() == [], "the first tab has shown it")
        stage.press("<")
        #expect(stage.marked() == ["a"])
        #expect(stage.noted == [3, 3])
    }

    @Test func `if the version seen was removed, changes are shown from the oldest later one`() {
        var stage = Stage(columns: 120, rows: 40)
        stage.history = [2: Self.v2, 3: Self.v3]
        stage.lastRead[Self.page] = 1
        stage.open(Self.address)
        stage.readCache(Self.v3)
        stage.paint()
        #expect(stage.marked() == ["a"])
        #expect(stage.text.contains("v2 → v3: 1 line changed; you last"))
        stage = Stage(columns: 120, rows: 40)
        stage.lastRead[Self.page] = 1
        stage.open(Self.address)
        stage.readCache(Self.v3)
        stage.paint()
        #expect(stage.marked() == [])
        #expect(stage.text.contains("It changed since you last read"))
    }

    @Test func `the first frame does not wait for the version last seen`() {
        var stage = Stage()
        stage.lastRead[Self.page] = 2
        stage.history = [2: Self.v2, 3: Self.v3]
        stage.open(Self.address)
        stage.readCache(Self.v3)
        #expect(!stage.effects.contains { if case .ask(.seenVersion) = $0 { true } else { false } })
        stage.paint()
        #expect(stage.effects.contains { if case .ask(.seenVersion) = $0 { true } else { false } })
    }

    @Test func `pages without blocks are compared with the version last seen, too`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.history = [2: Self.plain("two"), 3: Self.plain("TWO")]
        stage.lastRead[Self.page] = 2
        stage.open(Self.address)
        stage.readCache(Self.plain("TWO"))
        stage.paint()
        #expect(stage.marked().count == 1)
        #expect(stage.model.document?.latest.changes.first?.kind == .region)
        #expect(stage.text.contains("v2 → v3: 1 line changed since"))
    }
}
