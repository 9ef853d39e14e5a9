import CellGrid
import Chance
import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Random walks of resizes, keys and reports. Safety: no trap, frames of the right size. Liveness: the tabs that are
/// busy are exactly those with outstanding sessions.
struct RandomWalkTests {
    @Test(arguments: Seeds.of(16))
    func `no sequence of keys, resizes and session reports breaks the screen`(seed: Int) {
        var walk = Walk(seed: UInt64(seed))
        for step in 0..<100 {
            walk.step()
            let model = walk.stage.model
            let frame = view(model)
            #expect(frame.size == model.screen.size, "seed \(seed) step \(step)")
            if model.screen.isLargeEnough {
                for place in model.plan.places {
                    #expect(
                        place.rect.clipped(to: model.plan.body) == place.rect, "seed \(seed) step \(step)")
                    #expect(!place.content.isEmpty, "seed \(seed) step \(step)")
                }
            }
            for cells in model.screen.drag.selection?.rows ?? [] {
                #expect(cells.clipped(to: frame.bounds) == cells, "seed \(seed) step \(step)")
            }
            if let cursor = frame.cursor {
                #expect(frame.bounds.contains(cursor), "seed \(seed) step \(step)")
            }
            let busy = model.account.tabs.indices.compactMap { index in
                model.account.tabs[index].isBusy ? model.account.tabs[index].visit?.opening.visit : nil
            }
            #expect(Set(busy) == walk.stage.outstanding, "seed \(seed) step \(step)")
            #expect(busy.count == walk.stage.outstanding.count, "seed \(seed) step \(step)")
        }
        // Once its sessions, and those started when one ends, have ended, nothing stays busy.
        for _ in 0..<50 {
            guard let visit = walk.stage.outstanding.min() else { break }
            walk.stage.visit = visit
            walk.stage.end(.allCached, "over")
        }
        let model = walk.stage.model
        #expect(model.account.tabs.indices.allSatisfy { !model.account.tabs[$0].isBusy })
    }
}

/// One random walk through all kinds of events.
private struct Walk {
    var stage: Stage
    var random: SeededGenerator
    private var html = Walk.page(0)

    private static let keys: [Key] =
        KeyTable.standard.bindings.flatMap(\.keys) + [
            "x", "/", "é", "中", .insert, .function(12), .paste("a\u{1B}[2J\nb"), .paste("a.example/中"),
            .focusLost, .focusGained, .background(.light), .background(.dark), .control("@"), .alt("x"), .tab,
            .tab,
            .enter, "}", "v", "z",
        ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        stage = Stage(
            columns: Int.random(in: 0...200, using: &random), rows: Int.random(in: 0...60, using: &random),
            choices: Choices { $0[Settings.pausesUnfocused] = true }, themeOrigin: .assumed)
    }

    private mutating func resize(to size: Size) { stage.send(.terminal(.resized(size))) }

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            resize(to: Size(rows: Row(number(0...70)), columns: Column(number(0...210))))
        case 1:
            resize(to: Size(rows: Row(number(0...6)), columns: Column(number(0...22))))
        case 2:
            stage.open(
                ["http://a.example/", "http://a.example/#p7", "https://b.example/x?y=1"][number(0...2)])
        case 3...9: stage.press(Self.keys[number(0...(Self.keys.count - 1))])
        case 10: point()
        case 11: stage.settle()
        case 12: stage.paint()
        case 13: stage.send(.timerFired(TimerID.allCases[number(0...2)]))
        default: report()
        }
    }

    /// A mouse event, mostly at a place where it has an effect.
    private mutating func point() {
        let size = stage.model.screen.size
        func place(_ walk: inout Walk) -> Position {
            Position(
                row: Row(walk.number(0...(size.rows.value + 1))),
                column: Column(walk.number(0...(size.columns.value + 1))))
        }
        switch number(0...5) {
        case 0: stage.mouse(.wheelDown, place(&self))
        case 1: stage.mouse(.wheelUp, place(&self))
        case 2: stage.drag(place(&self), to: place(&self))
        case 3:
            let border = stage.model.plan.borders.randomElement(using: &random)
            guard let border, stage.model.screen.isLargeEnough else { return }
            stage.drag(border.rect.origin, to: place(&self))
        case 4:
            let actions: [Key.Mouse.Action] = [.pressed, .released, .dragged, .wheelUp, .wheelDown]
            for _ in 0..<4 { stage.mouse(actions[number(0...4)], place(&self)) }
        default:
            let place = place(&self)
            stage.click(place)
            stage.click(place)
        }
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Reports arrive in any order, unlike those of real sessions: the screen must not depend on it.
    private mutating func report() {
        guard stage.visit > 0 else { return }
        if let visit = stage.outstanding.sorted().randomElement(using: &random) { stage.visit = visit }
        switch number(0...14) {
        case 0: stage.readCache(html)
        case 1: stage.readCache(nil)
        case 2: stage.ask([200, 304, 404, 503, 999][number(0...4)], "", [("X", "\u{1B}[31m")])
        case 3: stage.report(.pieceReceived(Array(Self.page(number(0...3)).utf8.prefix(number(1...900)))))
        case 4, 5:
            let next = Self.page(number(0...6))
            stage.update(from: html, to: next)
            html = next
        case 6: hostileUpdate()
        case 7:
            html = Self.page(number(0...6))
            stage.replace(with: html)
        case 8: stage.report(.newerCopyStored)
        case 10: stage.begin(Array(html.utf8), first: number(0...3000))
        case 11: stage.report(.cachedPageFound(stage.stored(Array(html.utf8))))
        case 12: stage.report(.cachedPageWithdrawn)
        case 13: stage.report(.cachedRedirectFollowed(to: stage.url, stage.stored(Array(html.utf8))))
        case 9: stage.enter(SessionPhase.allCases[number(0...7)])
        default: end()
        }
    }

    private mutating func hostileUpdate() {
        let bytes = Array(html.utf8)
        let start = number(0...2000)
        let change = BlockChange(name: "a", old: start..<(start + number(0...500)), new: 0..<number(0...3000))
        let page = ShownPage(
            url: stage.url, html: bytes, split: PageSplit(html: bytes), headers: Headers())
        stage.report(.blocksUpdated(page, changes: number(0...1) == 0 ? [change] : [change, change], of: []))
    }

    private mutating func end() {
        guard stage.told?.isBusy ?? false else { return }
        let outcomes: [Outcome] = [
            .firstLoad, .allCached, .dataUpdate, .templateChange, .plain(.notSonic), .fresh(.lifetime),
            .failed(.stopped),
            .offline(.connection(.cancelled)), .failed(.status(401)), .failed(.status(404)),
            .failed(.notStored),
        ]
        stage.end(
            outcomes[number(0...(outcomes.count - 1))],
            "because \u{1B}[2J 中文 " + String(repeating: "x", count: 90),
            changed: ["a", "b"], answer: number(0...1) == 0 ? "<p>answer" : nil)
    }

    private static func page(_ kind: Int) -> String {
        let paragraphs = (0..<(kind * 20)).map { index in
            "<p id=p\(index)>Paragraph \(index) 中文字 with <a href='/\(index)'>a link</a> and <b>bold</b> words."
        }
        let block = "<!--sonicdiff-a-->\(kind) news today<!--sonicdiff-a-end-->"
        let other = "<!--sonicdiff-b--><p>same</p><!--sonicdiff-b-end-->"
        return "<title>Page</title>" + paragraphs.prefix(20).joined() + block + other
            + paragraphs.dropFirst(20).joined()
    }
}
