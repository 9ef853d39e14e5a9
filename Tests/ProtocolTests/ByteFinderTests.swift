import Chance
import Testing

@testable import SonicProtocol

@Suite struct ByteFinderTests {
    @Test(
        arguments: [
            ("b", "abab", 0, 1), ("b", "abab", 2, 3), ("b", "aa", 0, nil), ("", "ab", 1, 1),
            ("", "ab", 3, nil),
            ("ab", "a", 0, nil), ("ab", "ab", 0, 0), ("ab", "ab", 1, nil), ("aab", "aaaab", 0, 2),
            ("abcabd", "abcabcabd", 0, 3), ("abab", "abacababab", 0, 4), ("AB", "ab", 0, nil),
            ("<!--", "<!-<!--", 0, 3),
        ] as [(String, String, Int, Int?)]) func `the first match at or after a start offset is found`(
            _ sought: String, _ text: String, _ start: Int, _ place: Int?
        )
    {
        let finder = ByteFinder(Array(sought.utf8))
        #expect(finder.first(in: Array(text.utf8).span, from: start) == place)
        // Far into a text, and far before its end, whole rows are compared.
        let padding = [UInt8](repeating: UInt8(ascii: "#"), count: 100)
        guard !sought.isEmpty else { return }
        let long = padding + Array(text.utf8) + padding
        #expect(finder.first(in: long.span, from: start + padding.count) == place.map { $0 + padding.count })
    }

    @Test func `a match must end at or before the limit`() {
        let text = Array("..ab..".utf8)
        #expect(ByteFinder("ab").first(in: text.span, before: 4) == 2)
        #expect(ByteFinder("ab").first(in: text.span, before: 3) == nil)
        #expect(ByteFinder("ab").first(in: text.span, before: 99) == 2)
        let stands = (-1...6).filter { ByteFinder("ab").stands(at: $0, in: text.span) }
        #expect(stands == [2])
    }

    @Test func `with case folding, A to Z match a to z, and other bytes match only themselves`() {
        let finder = ByteFinder("<Title{", foldsCase: true)
        for (text, isFound) in [("<tITLE{", true), ("<title[", false), ("\u{1C}title{", false)] {
            let text = Array("..........\(text)............................................".utf8)
            #expect((finder.first(in: text.span) == 10) == isFound)
            #expect(finder.stands(at: 10, in: text.span) == isFound)
        }
    }

    @Test func `of overlapping matches only the first counts, and a byte-by-byte scan finds all`() {
        let (finder, text) = (ByteFinder("aba"), Array("ababababa".utf8))
        #expect(finder.places(in: text.span) == [0..<3, 4..<7])
        var matched = 0
        #expect(text.indices.filter { finder.isEnd(text[$0], matched: &matched) } == [2, 4, 6, 8])
        #expect(ByteFinder("").places(in: text.span) == [])
        var none = 0
        #expect(!ByteFinder("").isEnd(0, matched: &none))
    }

    @Test func `every match in every short text of two letters is found`() {
        for length in 1...5 {
            for bits in 0..<(1 << length) {
                let sought = (0..<length).map { UInt8(ascii: "a") + UInt8(bits >> $0 & 1) }
                let finder = ByteFinder(sought)
                for text in 0..<256 {
                    let text = (0..<8).map { UInt8(ascii: "a") + UInt8(text >> $0 & 1) }
                    let place = (0...8 - length).first { text[$0..<$0 + length].elementsEqual(sought) }
                    #expect(finder.first(in: text.span) == place)
                }
            }
        }
    }

    @Test(arguments: [
        (String(repeating: "a", count: 500) + "b", "a"), (String(repeating: "ab", count: 250) + "b", "ab"),
        (String(repeating: "aaaab", count: 100) + "c", "aaaab"), ("a....aX", "a....a"), ("aaaaX", "a"),
    ]) func `a repetitive text takes at most three steps a byte`(
        _ sought: String, _ unit: String
    ) {
        let text = Array(String(repeating: unit, count: 20_000 / unit.utf8.count).utf8)
        var steps = 0
        #expect(
            ByteFinder(Array(sought.utf8)).first(in: text.span, from: 0, before: .max, steps: &steps) == nil)
        #expect(steps <= 3 * text.count)
    }

    @Test func `a text without the pattern's first byte takes one step per row`() {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 32_000)
        var steps = 0
        #expect(ByteFinder("<title").first(in: text.span, from: 0, before: .max, steps: &steps) == nil)
        #expect(steps < 1_100)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 500])
    func `newlines are counted, with the end of the last`(length: Int) {
        var random = SeededGenerator(seed: UInt64(length))
        for _ in 0..<40 {
            let share = Int.random(in: 1...40, using: &random)
            let bytes: [UInt8] = (0..<length).map { _ in
                Int.random(in: 0..<share, using: &random) == 0
                    ? 0x0A : [0x09, 0x0B, 0x8A, 0x00, 0xFF].randomElement(using: &random) ?? 0
            }
            let start = Int.random(in: 0...length, using: &random)
            let found = Bytes.newlines(in: bytes.span, start..<length)
            #expect(found.count == bytes[start...].count { $0 == 0x0A })
            #expect(found.end == bytes[start...].lastIndex(of: 0x0A).map { $0 + 1 })
        }
    }
}
