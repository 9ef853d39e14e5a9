import CellGrid
import Chance
import Configuration
import PageLayout
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

struct SourceComparisonTests {
    private func regions(_ old: String, _ new: String, merging gap: Int = 0) -> [String]? {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        return BlockChange.regions(from: old, to: new, merging: gap)?.map { change in
            let texts = [old[change.old], new[change.new]].map { String(decoding: $0, as: UTF8.self) }
            return "\(change.name): \(texts[0])|\(texts[1])"
        }
    }

    @Test func `only the parts that differ are regions`() {
        #expect(regions("<p>a</p>", "<p>a</p>") == [])
        #expect(regions("<p>a</p>\n<p>b</p>", "<p>a</p>\n<p>c</p>") == ["line 2: <p>b|<p>c"])
        #expect(regions("<p>a<p>b<p>c", "<p>a<p>c") == ["line 1: <p>b|"])
        #expect(regions("<p>a<p>c", "<p>a<p>b<p>c") == ["line 1: |<p>b"])
        #expect(regions("", "<p>a") == ["line 1: |<p>a"])
    }

    @Test func `adjacent regions are merged`() {
        #expect(regions("<p>a<p>=<p>b", "<p>c<p>=<p>d", merging: 80) == ["line 1: <p>a<p>=<p>b|<p>c<p>=<p>d"])
        #expect(regions("<p>a<p>=<p>b", "<p>c<p>=<p>d") == ["line 1: <p>a|<p>c", "line 1: <p>b|<p>d"])
    }

    @Test func `the title is a separate change`() {
        #expect(
            regions("<title>1</title><p>a", "<title>2</title><p>b", merging: 80)
                == ["title: <title>1</title>|<title>2</title>", "line 1: <p>a|<p>b"])
    }

    @Test func `pages with too many differences count as entirely changed`() {
        let old = (0..<1500).map { "<p>old \($0)" }.joined()
        let new = (0..<1500).map { "<p>new \($0)" }.joined()
        #expect(regions(old, new) == nil)
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

struct NoiseTests {
    @Test(arguments: [
        ("3 new messages", "14 new messages", true), ("14:05 Rain", "14:06 Rain", true),
        ("59 minutes ago", "1 hour ago", true), ("Monday 9 May", "Tuesday 10 June", true),
        ("1,204 readers", "988 readers", true), ("Rain until Wednesday", "Rain until Thursday", false),
        ("14:02 Rain until Wednesday", "14:05 Rain until Thursday", false),
        ("same", "same", false), ("two", "three", false), ("", "1", false),
    ])
    func `changes of numbers and times only are distinguished from others`(
        old: String, new: String, expected: Bool
    ) {
        #expect(new.differsOnlyInFigures(from: old) == expected)
    }

    @Test(arguments: [
        ("Updated * ago", "Updated 3 minutes ago by Ann", " by Ann"), ("ad", "a bad ad", "a b "),
        ("Read *", "News. Read more here", "News. "), ("* ago", "3 days ago, Ann", ", Ann"),
        ("*", "anything", ""), ("absent", "words", "words"), ("a*b*c", "xa1b2cx", "xx"),
    ])
    func `a pattern removes its matches from a line`(pattern: String, line: String, expected: String) {
        #expect(TextPattern(pattern).removed(from: line) == expected)
    }

    @Test func `parts are given as patterns between slashes or as selectors`() {
        #expect(ComparisonRules.Part("/ago/") == .text(TextPattern("ago")))
        #expect(ComparisonRules.Part(".time") == .elements(selector: ".time"))
        #expect(ComparisonRules.Part("//") == .elements(selector: "//"))
    }

    @Test func `the words of a changed line are found`() {
        let diff = WordDiff(from: "Rain until Wednesday night", to: "Rain until late Thursday night")
        #expect(diff.old == [11..<20])
        #expect(diff.new == [11..<24])
        #expect(WordDiff(from: "all other words", to: "nothing the same").old == [])
    }
}

/// A page of a server without Sonic, compared on the screen.
struct RegionScreenTests {
    private static let long = (1...60).map { "<p>Paragraph \($0) of the story.</p>\n" }

    private func stage(
        _ old: String, _ new: String, _ choices: Choices = Choices(), keys: [Key] = []
    ) -> Stage {
        var stage = Stage(columns: 100, rows: 24, choices: choices)
        stage.open("http://a.example/")
        stage.readCache(old)
        stage.settle()
        for key in keys { stage.press(key) }
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

    /// The first lines on the screen.
    private func top(_ stage: Stage) -> [String] {
        stage.model.document.map { document in
            (0..<4).map { document.layout.line(document.reader.top + $0).text }
        } ?? []
    }

    @Test func `only changed regions are marked, and the scroll position stays`() {
        var changed = Self.long
        changed.insert("<p>A new paragraph.</p>\n", at: 2)
        changed[50] = "<p>Another fiftieth paragraph.</p>\n"
        let stage = stage(Self.long.joined(), changed.joined(), keys: [" "])
        let before = self.stage(Self.long.joined(), Self.long.joined(), keys: [" "])
        #expect(top(stage) == top(before))
        #expect(top(stage).contains { $0.contains("Paragraph 1") })
        #expect(stage.model.marksOffScreen == (above: 1, below: 1))
        #expect(stage.text.contains("TEMPLATE CHANGE, compared here"))
    }

    @Test func `a change in the middle of a line is reported`() {
        let old = "<p>One.\nLimiting the size of data\nis recommended.</p>"
        let told = told(stage(old, "<p>One.\nLimiting the depth and size of data\nis recommended.</p>"))
        #expect(told.contains(" - One. Limiting the size of data is recommended."))
        #expect(told.contains(" + One. Limiting the depth and size of data is recommended."))
        let gone = self.told(stage(old, "<p>One.\nis recommended.</p>"))
        #expect(gone.contains(" + One. is recommended."))
        let price = self.told(
            stage(
                "<p><span>Price:</span> <span>3</span> a piece",
                "<p><span>Price:</span> <span>four</span> a piece"))
        #expect(price.contains(" + Price: four a piece"))
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

    @Test func `a paragraph that wraps differently after a number grew is a change of numbers only`() {
        let filler = String(repeating: "word ", count: 20)
        let stage = stage(
            "<p>\(filler)9 readers \(filler)", "<p>\(filler)1,000,000 readers \(filler)",
            Choices { $0[Settings.numbers] = .ignore })
        #expect(
            stage.model.document?.latest.changes.flatMap(\.marks).allSatisfy { $0.weight == .figures } == true
        )
        #expect(stage.model.document?.countedMarks == [])
    }

    @Test func `a change of numbers only is shown with the old numbers`() {
        let stage = stage("<p>Rain.</p>\n<p>price 12.50 EUR</p>", "<p>Rain.</p>\n<p>price 99.50 EUR</p>")
        let document = stage.model.document
        #expect(document?.latest.changes.flatMap(\.marks).map(\.weight) == [.change])
        #expect(document?.changedLines == 1)
        #expect(
            document?.latest.changes.first?.lines?.filter { if case .kept = $0 { false } else { true } } == [
                .removed("price 12.50 EUR", words: [6..<11]), .added("price 99.50 EUR", words: [6..<11]),
            ])
    }

    @Test(arguments: [
        ("3 readers", "4 readers", "3 → 4 readers"),
        ("at 14:05, 2 left", "at 14:06, 1 left", "at 14:05, 2 → 14:06, 1 left"),
        ("7", "8", "7 → 8"), ("é 1 ü", "é 2 ü", "é 1 → 2 ü"),
    ])
    func `ignored numbers are shown as old and new`(old: String, new: String, expected: String) {
        #expect(WordDiff.change(from: old, to: new).map(\.text).joined() == expected)
    }

    @Test func `changed numbers and times are dimmed and not counted if the site is set to ignore them`() {
        let stage = stage(
            "<p>Rain.</p>\n<p>3 readers</p>", "<p>Rain.</p>\n<p>4 readers</p>",
            Choices { $0[Settings.numbers] = .ignore })
        let document = stage.model.document
        #expect(document?.latest.changes.flatMap(\.marks).map(\.weight) == [.figures])
        #expect(document?.countedMarks == [])
        #expect(
            document?.latest.changes.first?.lines?.contains(.figures(old: "3 readers", new: "4 readers"))
                == true)
    }

    @Test func `going through changes says where only numbers and times changed`() {
        var stage = stage(
            "<p>Rain.</p>\n<p>3 readers</p>", "<p>Rain.</p>\n<p>4 readers</p>",
            Choices { $0[Settings.numbers] = .ignore })
        for key: Key in ["}", "{"] {
            stage.press(key)
            #expect(stage.text.contains("nly numbers and times changed"))
        }
    }

    @Test func `changed numbers are dimmed next to an added or removed line`() {
        func page(_ lines: [String]) -> String { lines.map { "<p>\($0)</p>" }.joined(separator: "\n") }
        let old = page(["Harbour, 3 readers", "Bridge, 5 readers", "Rain, 7 readers"])
        let more = page(["Harbour, 4 readers", "Tunnel opened", "Bridge, 6 readers", "Rain, 8 readers"])
        let less = page(["Harbour, 4 readers", "Rain, 8 readers"])
        let lines = [more, less].map {
            stage(old, $0, Choices { $0[Settings.numbers] = .ignore }).model.document?.latest.changes.first?
                .lines
        }
        #expect(
            lines == [
                [
                    .figures(old: "Harbour, 3 readers", new: "Harbour, 4 readers"),
                    .added("Tunnel opened", words: []),
                    .figures(old: "Bridge, 5 readers", new: "Bridge, 6 readers"),
                    .figures(old: "Rain, 7 readers", new: "Rain, 8 readers"),
                ],
                [
                    .figures(old: "Harbour, 3 readers", new: "Harbour, 4 readers"),
                    .removed("Bridge, 5 readers", words: []),
                    .figures(old: "Rain, 7 readers", new: "Rain, 8 readers"),
                ],
            ])
    }

    @Test(arguments: ["/Seen * times/", ".seen", "#foot, p.seen"])
    func `ignored parts are neither reported nor marked`(part: String) {
        let rules = Choices { $0[Settings.ignoredParts] = [part] }
        let stage = stage(
            "<p>Rain</p>\n<p class=seen>Seen some times</p>",
            "<p>Rain</p>\n<p class=seen>Seen many times</p>", rules)
        #expect(stage.model.document?.latest.changes.flatMap(\.marks) == [])
        #expect(stage.model.document?.latest.changes.compactMap(\.lines) == [[]])
        #expect(told(stage) == [" 1 place of the source changed without changing the text"])
    }

    @Test(arguments: ["/Rain*/", "#weather"])
    func `if only a part is compared, nothing else is reported`(part: String) {
        let rules = Choices { $0[Settings.comparedParts] = [part] }
        func page(_ weather: String, _ news: String) -> String {
            "<p id=weather>Rain \(weather)</p>\n" + String(repeating: "<p>same</p>\n", count: 9)
                + "<p>\(news)</p>"
        }
        let stage = stage(page("at noon", "Bridge closed"), page("at night", "Harbour open"), rules)
        let lines = stage.model.document?.latest.changes.flatMap { $0.lines ?? [] } ?? []
        #expect(lines.contains { if case .added("Rain at night", _) = $0 { true } else { false } })
        #expect(!lines.contains { if case .added("Harbour open", _) = $0 { true } else { false } })
    }

    @Test func `a page with too many changes is reported as such`() {
        let old = (0..<1500).map { "<p>old \($0) a" }.joined(separator: "\n")
        let new = (0..<1500).map { "<p>new \($0) b" }.joined(separator: "\n")
        let stage = stage(old, new)
        #expect(told(stage).contains { $0.hasSuffix("it counts as changed as a whole") })
        #expect(stage.model.document?.latest.changes.flatMap(\.marks) == [])
    }
}
