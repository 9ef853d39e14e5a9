import Chance
import Testing

@testable import Browser
@testable import BrowserValues

struct LineDiffTests {
    private func lines(_ text: String) -> [String] { text.map { String($0) } }

    /// An edit of one line, by its indices in the old and the new list.
    private enum Edit: Equatable {
        case kept(old: Int, new: Int)
        case removed(Int)
        case added(Int)
    }

    /// Replays the hunks from the first line to the last; within a hunk removals come first.
    private func edits(_ old: [String], _ new: [String]) -> [Edit] {
        var edits: [Edit] = []
        var (oldPlace, newPlace) = (0, 0)
        let end = ShortestEdits.Hunk(old: old.count..<old.count, new: new.count..<new.count)
        for hunk in ShortestEdits(from: old, to: new).hunks + [end] {
            edits += zip(oldPlace..<hunk.old.lowerBound, newPlace..<hunk.new.lowerBound).map(Edit.kept)
            edits += hunk.old.map(Edit.removed) + hunk.new.map(Edit.added)
            (oldPlace, newPlace) = (hunk.old.upperBound, hunk.new.upperBound)
        }
        return edits
    }

    /// Kept letters are unchanged, removed ones follow `-`, added ones follow `+`.
    private func shown(_ old: String, _ new: String) -> String {
        let (old, new) = (lines(old), lines(new))
        return edits(old, new).map { edit in
            switch edit {
            case .kept(_, let index): new[index]
            case .removed(let index): "-" + old[index]
            case .added(let index): "+" + new[index]
            }
        }.joined()
    }

    @Test(arguments: [
        ("abc", "abc", "abc"), ("", "ab", "+a+b"), ("ab", "", "-a-b"), ("abc", "axc", "a-b+xc"),
        ("abcd", "acd", "a-bcd"), ("acd", "abcd", "a+bcd"), ("abcabba", "cbabac", "-a-bc+bab-ba+c"),
    ])
    func `the edits are minimal, removals first`(old: String, new: String, expected: String) {
        let edits = edits(lines(old), lines(new))
        // Several shortest edit scripts may exist: the count and the replay must hold.
        let changed = edits.count { if case .kept = $0 { false } else { true } }
        let wanted = expected.count { $0 == "+" || $0 == "-" }
        #expect(changed == wanted, "\(shown(old, new))")
        if wanted <= 3 { #expect(shown(old, new) == expected) }
    }

    @Test
    func `replaying the edits of random lists gives the new list, as short as by dynamic programming`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let old = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                ["a", "b", "c"][Int.random(in: 0...2, using: &random)]
            }
            let new = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                ["a", "b", "c"][Int.random(in: 0...2, using: &random)]
            }
            let (left, right) = (old.map { String($0) }, new.map { String($0) })
            let edits = edits(left, right)
            var replay: [String] = []
            var used: [Int] = []
            for edit in edits {
                switch edit {
                case .kept(let from, let to):
                    #expect(left[from] == right[to])
                    replay.append(right[to])
                    used.append(from)
                case .removed(let from): used.append(from)
                case .added(let to): replay.append(right[to])
                }
            }
            #expect(replay == right)
            #expect(used == Array(left.indices))
            let changed = edits.count { if case .kept = $0 { false } else { true } }
            #expect(changed == Self.distance(left, right))
        }
    }

    @Test func `lists that differ too much are replaced as one hunk`() {
        let old = (0..<3000).map { "old \($0)" }
        let new = (0..<3000).map { "new \($0)" }
        let diff = ShortestEdits(from: old + ["end"], to: new + ["end"])
        #expect(diff.hunks == [.init(old: 0..<3000, new: 0..<3000)])
        #expect(edits(old + ["end"], new + ["end"]).last == .kept(old: 3000, new: 3000))
    }

    @Test func `the new position of an unchanged line is found`() {
        let diff = ShortestEdits(from: ["a", "b", "c", "d"], to: ["x", "y", "a", "c", "d"])
        #expect(diff.newIndex(ofOld: 0) == 2)
        #expect(diff.newIndex(ofOld: 2) == 3)
        #expect(diff.newIndex(ofOld: 1) == 3)
        #expect(diff.hunks.filter(\.new.isEmpty).map(\.new.lowerBound) == [3])
    }

    /// The number of removals and additions, by the textbook's table.
    private static func distance(_ old: [String], _ new: [String]) -> Int {
        var row = Array(0...new.count)
        for i in 0..<old.count {
            var next = [i + 1]
            for j in 0..<new.count {
                next.append(old[i] == new[j] ? row[j] : min(row[j + 1], next[j]) + 1)
            }
            row = next
        }
        return row[new.count]
    }
}
