import CellGrid
import Chance
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

/// Overlays: a new one is one type, used everywhere else only through the protocol.
struct OverlayTests {
    /// A list that exists in no source file.
    private struct Letters: ListOverlay {
        var cursor: ListCursor
        let names: [String]

        init(_ names: [String]) {
            self.names = names
            cursor = ListCursor(count: names.count, at: 0)
        }

        var title: String { "Letters" }
        var hints: [Command] { [.takeOptions, .findOption, .leaveOptions] }
        var ways: String { "{leave-list} leaves." }
        var context: KeyTable.Context { .list }

        func figures(_ model: Model) -> String { "\(cursor.index + 1)/\(cursor.count)" }

        func labels(_ model: Model) -> [String]? { names }

        func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
            guard command == .takeOptions else { return .passes(command) }
            model.notice = .news("Taken: \(names[cursor.index]).")
            return .closes([.redraw])
        }

        func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
            range.map { StyledLine(($0 == cursor.index ? " ▸ " : "   ") + names[$0], .text) }
        }
    }

    private static func shown(_ count: Int = 3) -> Stage {
        var stage = Stage(columns: 60, rows: 12)
        stage.open("http://a.example/")
        stage.readCache("<p>text")
        stage.end(.allCached, "status 304")
        stage.model.overlay = Letters((0..<count).map { "entry \($0)" })
        stage.send(.timeRead(Instant(milliseconds: 0)))
        return stage
    }

    private static func chosen(_ stage: Stage) -> Int? { (stage.model.overlay as? Letters)?.cursor.index }

    @Test func `a list is drawn with its border, its counts and its hints`() {
        let stage = Self.shown()
        // As large as its entries, at the bottom of the ten rows of the panes.
        #expect(stage.screen[6].contains("Letters") && stage.screen[6].contains("1/3"))
        #expect(stage.screen[7].contains("▸ entry 0") && stage.screen[9].contains("entry 2"))
        #expect(stage.screen[10].contains("└"))
        #expect(stage.screen.last?.contains("Enter") == true)
    }

    @Test(arguments: [
        ([Key.down, .down], 2), ([.down, .up], 0), ([.end], 2), ([.end, .home], 0), (["j", "j", "j"], 2),
        (["/", "2", .enter], 2),
    ])
    func `the keys common to all lists move the cursor and search`(keys: [Key], index: Int) {
        var stage = Self.shown()
        for key in keys { stage.press(key) }
        #expect(Self.chosen(stage) == index)
    }

    @Test func `paging stops at the last entry, which stays visible after a resize`() {
        var stage = Self.shown(100)
        stage.press(.pageDown)
        let page = Self.chosen(stage) ?? 0
        #expect((2...10).contains(page))
        stage.press(.end)
        #expect(Self.chosen(stage) == 99 && stage.text.contains("▸ entry 99"))
        stage.send(.terminal(.resized(Size(rows: 6, columns: 30))))
        #expect(stage.text.contains("▸ entry 99"))
    }

    @Test func `the signal of a new size draws the screen again when the size is the same`() {
        var stage = Self.shown()
        stage.send(.terminal(.resized(stage.model.screen.size)))
        #expect(stage.effects.contains { if case .redraw = $0 { true } else { false } })
    }

    @Test
    func `accepting closes it, an unknown key shows how to leave, and leaving changes nothing`() {
        var stage = Self.shown()
        stage.press(.down, .enter)
        #expect(stage.model.overlay == nil && stage.effects.last == .redraw)
        #expect(stage.bottom.contains("Taken: entry 1."))
        stage = Self.shown()
        stage.press("~")
        #expect(stage.bottom.contains("~ does nothing here: Esc leaves."))
        stage.press(.escape)
        #expect(stage.model.overlay == nil && stage.text.contains("text"))
    }

    /// Keys that open each overlay.
    private static let openings: [[Key]] = [
        ["?"], ["="], ["@"], ["!"], ["y"], ["x"], ["u"], ["e"], ["i"], ["D"], ["s"], ["H"], [.alt("t")],
        ["M", "B"], [.control("t")], ["L"], ["I"],
    ]
    private static let keys: [Key] =
        KeyTable.standard.bindings.filter { $0.command != .quit && $0.command != .quitAtOnce }.flatMap(\.keys)
        + ["x", "é", "中", .insert, .paste("a.example/中"), .background(.light)]

    @Test(arguments: openings.indices, Seeds.of(3))
    func `no keys break the screen while an overlay is open`(opening: Int, seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed * 100 + opening))
        var stage = Self.shown(0)
        stage.model.overlay = nil
        for step in 0..<60 {
            if stage.model.overlay == nil, stage.model.prompt == nil {
                for key in Self.openings[opening] { stage.press(key) }
            }
            stage.press(Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)])
            if step % 20 == 19 {
                let rows = Row(Int.random(in: 3...40, using: &random))
                stage.send(
                    .terminal(
                        .resized(
                            Size(rows: rows, columns: Column(Int.random(in: 10...120, using: &random)))))
                )
            }
            let frame = view(stage.model)
            #expect(frame.size == stage.model.screen.size, "opening \(opening) seed \(seed) step \(step)")
            if let cursor = frame.cursor { #expect(frame.bounds.contains(cursor)) }
        }
    }
}
