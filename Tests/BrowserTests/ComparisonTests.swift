import CellGrid
import Chance
import Configuration
import PageLayout
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

struct SourceComparisonTests {
    @Test func `pages with too many differences count as entirely changed`() {
        let old = (0..<1500).map { "<p>old \($0)" }.joined()
        let new = (0..<1500).map { "<p>new \($0)" }.joined()
        #expect(BlockChange.regions(from: Array(old.utf8), to: Array(new.utf8), merging: 0) == nil)
    }

    @Test func `text between the regions of random pages is equal`() {
        var random = SeededGenerator(seed: 3)
        let pieces = ["<p>", "a", "\n", "<b>", "</b>", "<title>", "</title>", "b c", "<"]
        for _ in 0..<3000 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }.joined()
            }
            let (old, new) = (Array(texts[0].utf8), Array(texts[1].utf8))
            let gap = Bool.random(using: &random) ? 0 : 3
            guard let changes = BlockChange.regions(from: old, to: new, merging: gap) else {
                Issue.record("\(texts) are too different")
                continue
            }
            var built: [UInt8] = []
            var place = 0
            for change in changes {
                #expect(change.old.lowerBound >= place, "\(texts)")
                built += old[place..<change.old.lowerBound]
                #expect(built.count == change.new.lowerBound, "\(texts)")
                built += new[change.new]
                place = change.old.upperBound
            }
            built += old[place...]
            #expect(built == new, "\(texts)")
        }
    }
}

/// A page of a server without Sonic, compared on the screen.
struct RegionScreenTests {
    private static let long = (1...60).map { "<p>Paragraph \($0) of the story.</p>\n" }

    private func stage(_ old: String, _ new: String) -> Stage {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/")
        stage.readCache(old)
        stage.settle()
        stage.ask(200)
        stage.replace(with: new)
        stage.end(.templateChange, "compared here", storage: .stored(number: 4), by: .client)
        stage.settle()
        return stage
    }

    /// The text of a wide diff pane.
    private func told(_ stage: Stage) -> [String] {
        DiffText(changes: stage.model.document?.latest.changes ?? [], visit: stage.model.visit, width: 300)
            .lines
            .map(\.text)
    }

    @Test func `a text change is never reported as a source-only change`() {
        var random = SeededGenerator(seed: 29)
        let words = [
            "a", "or", "data", "size of", "limits", "<b>bold</b>", "&amp;", "<!--c-->", "\n  ", "<i>it</i>",
            "<span>span</span>", "<span>s</span><span>t</span>", "<br>",
            "x < y",
        ]
        for _ in 0..<150 {
            var lines = (0..<6).map { _ in
                (0..<Int.random(in: 1...9, using: &random)).map { _ in words.randomElement(using: &random)! }
                    .joined(separator: " ") + ["\n", "\n", "</p>\n<p>", "</p><p class=a>"].randomElement(
                        using: &random)!
            }
            let old = "<p>" + lines.joined()
            let index = Int.random(in: 0..<lines.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: lines[index] = "changed " + lines[index]
            case 1: lines.insert("inserted\n", at: index)
            default: lines.remove(at: index)
            }
            let new = "<p>" + lines.joined()
            let stage = stage(old, new)
            let isShown = text(of: old) != text(of: new)
            let isTold = told(stage).contains { $0.hasPrefix(" +") || $0.hasPrefix(" -") }
            #expect(isTold || !isShown, "\(old)\nbecame\n\(new)\n\(told(stage))")
        }
    }

    /// The words of a page.
    private func text(of html: String) -> [Substring] {
        var page = LaidOutPage(width: 100)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return (0..<page.lineCount).flatMap { page.line($0).text.split(separator: " ") }
    }

    @Test func `an updated page equals the page parsed anew`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            var changed = Self.long
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                changed[index] =
                    ["", "<p>other", "<ul><li>x</ul>", "<b>bold"].randomElement(using: &random) ?? ""
            }
            let patched = stage(Self.long.joined(), changed.joined())
            var fresh = Stage(columns: 100, rows: 24)
            fresh.open("http://a.example/")
            fresh.readCache(changed.joined())
            fresh.settle()
            let texts = [patched, fresh].map { stage in
                stage.model.document.map { document in
                    var document = document
                    document.layOutWhole()
                    return document.layout.text(of: 0..<document.layout.lineCount)
                }
            }
            #expect(texts[0] == texts[1])
        }
    }
}
