import CellGrid
import Chance
import Testing

@testable import Browser
@testable import BrowserValues

/// Source compared line by line, and lines byte by byte.
@Suite struct SourceDiffTests {
    private func diff(_ old: String, _ new: String) -> SourceDiff {
        var diff = SourceDiff(from: Array(old.utf8), to: Array(new.utf8))
        diff.finish()
        return diff
    }

    @Test func `for any two texts, the lines between the changes are equal`() {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<300 {
            func text() -> [UInt8] {
                (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                    [0x61, 0x62, 0x0A, 0x0D].randomElement(using: &random) ?? 0
                }
            }
            let (old, new) = (text(), text())
            var diff = SourceDiff(from: old, to: new)
            diff.finish()
            var (oldPlace, newPlace) = (0, 0)
            for change in diff.changes {
                #expect(
                    old[oldPlace..<change.old.lowerBound].elementsEqual(new[newPlace..<change.new.lowerBound])
                )
                let lines = old[..<change.old.lowerBound].count { $0 == 0x0A }
                #expect(change.oldLine == lines + 1)
                (oldPlace, newPlace) = (change.old.upperBound, change.new.upperBound)
            }
            #expect(old[oldPlace...].elementsEqual(new[newPlace...]))
        }
    }

    @Test func `a long text is compared in steps, and the common prefix is skipped`() {
        let lines = Array(String(repeating: "a line that stays as it is\n", count: 60_000).utf8)
        var diff = SourceDiff(
            from: lines + Array("old\n".utf8) + lines, to: lines + Array("new\n".utf8) + lines)
        var steps = 0
        while !diff.isDone {
            diff.advance()
            steps += 1
        }
        #expect(steps > 10)
        #expect(diff.changes.map(\.oldLine) == [60_001])
        #expect(diff.changes.map(\.new.count) == [4])
    }

    @Test func `long texts are split at a unique line, and differences between splits are found`() {
        var random = SeededGenerator(seed: 21)
        let old = (0..<4000).map { "line \($0)\n" }
        var new = old
        for _ in 0..<40 { new[Int.random(in: 0..<new.count, using: &random)] = "other\n" }
        new.insert(contentsOf: ["twice\n", "twice\n"], at: 2000)
        new.removeSubrange(3000..<3003)
        // A moved line cannot anchor both of its positions.
        new.append(new.remove(at: 10))
        let diff = diff(old.joined(), new.joined())
        #expect(diff.extent == .exact)
        let gone = diff.changes.reduce(0) { $0 + diff.old[$1.old].count { $0 == 0x0A } }
        let come = diff.changes.reduce(0) { $0 + diff.new[$1.new].count { $0 == 0x0A } }
        #expect(old.count - gone == new.count - come && gone < 60 && come < 60)
        var (oldPlace, newPlace) = (0, 0)
        for change in diff.changes {
            #expect(
                diff.old[oldPlace..<change.old.lowerBound]
                    .elementsEqual(diff.new[newPlace..<change.new.lowerBound]))
            (oldPlace, newPlace) = (change.old.upperBound, change.new.upperBound)
        }
        #expect(diff.old[oldPlace...].elementsEqual(diff.new[newPlace...]))
    }

    @Test func `too many differences are one change that is marked as such`() {
        let old = (0..<1500).map { "a\($0)\n" }.joined()
        let new = (0..<1500).map { "b\($0)\n" }.joined()
        let diff = diff("same\n" + old + "end\n", "same\n" + new + "end\n")
        #expect(diff.extent == .whole)
        #expect(diff.changes.map(\.oldLine) == [2])
        #expect(diff.changes.map(\.old.count) == [old.utf8.count])
    }

    @Test func `a line of a megabyte with two changes is not compared word by word`() {
        let middle = String(repeating: "<b>x</b>", count: 100_000)
        let changed = ChangedBytes(
            from: Array("1\(middle)1 end".utf8)[...], to: Array("2\(middle)2 end".utf8)[...])
        #expect(changed.old == [0..<800_002])
    }

    @Test func `bytes that are not UTF-8 are shown as digits, and changed ones are highlighted`() {
        let bytes: [UInt8] = [0x61, 0xB4, 0xF3, 0x0D, 0x0A]
        let line = SourceLine(bytes, 0..<5, marks: [3..<4], (.removed, .removedWord)).line
        #expect(line.text == "a<B4><F3>␍␊")
        #expect(line.runs.first { $0.text == "␍" }?.role == .removedWord)
        #expect(line.runs.first?.role == .removed)
    }

    @Test func `parts of a long line far from a change are elided`() {
        let bytes = Array(
            (String(repeating: "x", count: 5000) + "A" + String(repeating: "y", count: 5000)).utf8)
        let line = SourceLine(bytes, 0..<bytes.count, marks: [5000..<5001], (.added, .addedWord)).line
        #expect(line.text.contains("⟨4,880 B⟩"))
        #expect(line.runs.contains { $0.text == "A" && $0.role == .addedWord })
        #expect(line.text.count < 400)
    }
}
