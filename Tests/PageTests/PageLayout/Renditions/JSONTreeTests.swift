import Chance
import PageLayout
import Testing

@testable import PageLayout

@Suite struct JSONTreeTests {
    /// The HTML of a text that arrives in pieces.
    static func html(
        _ text: String, _ sequence: JSONTree.Sequence = .one, folds: TreeFolds = .allOpen, pieces: Int = .max,
        budget: Int = 16
    ) -> String {
        var rendered = RenderedText(.tree(sequence))
        rendered.fold(folds)
        var html: [UInt8] = []
        func take() {
            while rendered.hasMore {
                switch rendered.step(budget: budget) {
                case .html(let more): html += more
                case .anew(let other): html = other
                }
            }
        }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            rendered.append(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
            take()
        }
        rendered.finish(byteCount: text.utf8.count)
        take()
        #expect(rendered.isDone)
        return String(decoding: html, as: UTF8.self)
    }

    /// Its visible lines.
    static func lines(
        _ text: String, _ sequence: JSONTree.Sequence = .one, folds: TreeFolds = .allOpen, width: Int = 80
    ) -> [String] {
        var layout = LaidOutPage(width: width)
        layout.append(Array(html(text, sequence, folds: folds).utf8))
        layout.finish()
        layout.layOutAll()
        return layout.allLines.map(\.text)
    }

    private static let sample = """
        {"name": "Ada \\u00e9", "born": 1815.00, "tags": ["a", {"x": null}], "none": {}, "nil": [ ],
         "on": true, "name": -0.5E+10}
        """

    @Test func `the result does not depend on chunk boundaries`() {
        for pieces in 1...40 {
            #expect(Self.html(Self.sample, pieces: pieces) == Self.html(Self.sample), "\(pieces)")
            #expect(
                Self.html(Self.sample, folds: TreeFolds(from: 1), pieces: pieces)
                    == Self.html(Self.sample, folds: TreeFolds(from: 1)), "\(pieces)")
        }
    }

    @Test func `web URLs become links, other strings do not`() {
        var layout = LaidOutPage(width: 80)
        let text =
            #"["https:\/\/a.test\/b?c=\"", "http://a.test/&amp;\"x", "http://b.test/<q>", "javascript:1"]"#
        layout.append(Array(Self.html(text).utf8))
        layout.finish()
        layout.layOutAll()
        let links = (0..<layout.linkCount).compactMap { layout.link($0)?.href }
        #expect(links.filter { !$0.hasPrefix("fold:") } == ["http://b.test/<q>"])
        let plain = Self.html(#"["https:\/\/a.test\/b"]"#)
        #expect(plain.contains("<a href=\"https://a.test/b\">&quot;https:\\/\\/a.test\\/b&quot;</a>"))
    }

    @Test func `a fold is identified by its path from the root, whatever else changes`() throws {
        func keys(_ text: String) -> [String] {
            var layout = LaidOutPage(width: 80)
            layout.append(Array(Self.html(text).utf8))
            layout.finish()
            layout.layOutAll()
            return (0..<layout.linkCount).compactMap { layout.link($0)?.href }
        }
        let before = keys(#"{"a": [1], "b": [[2], [3]]}"#)
        let after = keys(#"{"new": 0, "b": [[20000], [3]]}"#)
        #expect(before.count == 5)
        #expect(Set(before).count == 5)
        #expect(after == [before[0], before[2], before[3], before[4]])
        let key = try #require(TreeFolds.key(ofLink: before[2]))
        var folds = TreeFolds.allOpen
        folds.toggle(key)
        #expect(Self.lines(#"{"b": [1, 2]}"#, folds: folds) == ["▾ {", #"  ▸ "b": [… 2 items ]"#, "  }"])
        folds.toggle(key)
        #expect(folds == .allOpen)
    }

    @Test(arguments: [TreeFolds(), .allOpen])
    func `two hundred thousand levels are rendered in output of proportional size`(folds: TreeFolds) {
        let depth = 200_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let count = Self.html(text, folds: folds, budget: 65_536).utf8.count
        #expect(count > 100)
        #expect(count < 1000 * depth)
        #expect(
            Self.html(String(repeating: "{\"a\":", count: depth), folds: folds, budget: 65_536).contains(
                "the end, line 1"))
    }

    @Test func `any bytes render as a tree or as the whole text`() {
        var chance = SeededGenerator(seed: 20)
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\", "1", "-", "tru", "null", " ", "\n", "é", "\u{0}",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...12, using: &chance))
                .map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
            let html = Self.html(text)
            if html.hasPrefix("<p>") {
                #expect(html.hasSuffix("<pre><plaintext>" + text))
            } else {
                #expect(html.hasSuffix("</div>"), "\(text)")
            }
            #expect(Self.html(text, pieces: 1) == html, "\(text)")
        }
    }
}
