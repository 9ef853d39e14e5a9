import Chance
import Testing

@testable import Browser
@testable import BrowserValues

struct ShortlistTests {
    private static func names(_ text: String, in names: [String]) -> [String] {
        var list = Shortlist(names.map { Shortlist.Entry($0, name: $0) })
        list.narrow(to: text)
        return list.shown.map { list.entries[$0].name }
    }

    @Test func `a name counts more than its description, and a mark is found as a whole`() {
        var list = Shortlist([
            Shortlist.Entry(1, name: "reload", mark: "r", detail: "Reload: request what changed."),
            Shortlist.Entry(2, name: "next-change", mark: "} )", detail: "Next line."),
            Shortlist.Entry(3, name: "start", mark: "g Home", detail: "Go to the first line."),
        ])
        list.narrow(to: "change")
        #expect(list.shown == [1, 0])
        list.narrow(to: ")")
        #expect(list.shown == [1])
        list.narrow(to: "home")
        #expect(list.shown == [2])
        // The letters of “tel” occur scattered in every description.
        list.narrow(to: "tel")
        #expect(list.shown == [])
        #expect(list.chosen == nil)
    }

    @Test func `in a description only whole words are marked`() {
        var line = StyledLine()
        line.append("To the end of it", .text, marking: SoughtWord.all(in: "end tei"), in: .details)
        #expect(line.runs.filter { $0.role == .match }.map(\.text) == ["end"])
        #expect(line.text == "To the end of it")
    }

    @Test func `entries of equal rank keep their order, and the cursor is on the best`() {
        let names = (10..<100).map { "page \($0)" }
        #expect(Self.names("page", in: names) == names)
        #expect(
            Self.names("5", in: names).suffix(8) == [
                "page 15", "page 25", "page 35", "page 45", "page 65", "page 75", "page 85", "page 95",
            ])
        var list = Shortlist(
            ["unlike", "like", "likely"].map { Shortlist.Entry($0, name: $0) }, order: .listed)
        list.narrow(to: "like")
        #expect(list.shown == [0, 1, 2])
        #expect(list.chosen?.item == "like")
    }

    @Test func `unchanged text leaves the cursor where it is`() {
        var list = Shortlist(["a", "ab", "abc"].map { Shortlist.Entry($0, name: $0) })
        list.narrow(to: "a")
        list.cursor.move(by: 2)
        list.narrow(to: "a")
        #expect(list.chosen?.item == "abc")
        list.narrow(to: "ab")
        #expect(list.chosen?.item == "ab")
    }

    @Test func `a word is found where a plain search finds it`() {
        var random = SeededGenerator(seed: 7)
        func text(_ length: Int) -> String {
            String((0..<length).map { _ in "ab".randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<500 {
            let (word, text) = (text(Int.random(in: 1...4, using: &random)), text(8))
            let fit = SoughtWord.all(in: word)[0].fit(in: SoughtWord.folded(text))
            let isThere = fit.map { $0 != .scattered } ?? false
            #expect(isThere == text.contains(word), "\(word) in \(text)")
            #expect((fit == .atStart || fit == .whole) == text.hasPrefix(word), "\(word) in \(text)")
        }
    }

    @Test func `matching a long text and a long word takes linear time`() {
        // Quadratic work would be 10¹² steps.
        let text = SoughtWord.folded(String(repeating: "a", count: 1_000_000))
        let word = SoughtWord.all(in: String(repeating: "a", count: 999_999) + "b")
        #expect(word[0].fit(in: text) == nil)
    }
}
