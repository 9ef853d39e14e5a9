import BrowserServices
import Chance
import Testing

@testable import HTML

/// The mapping from offsets in the bytes as sent to offsets in their text.
struct SentTextTests {
    /// A reference for `SentText` without tables: the text that is certain after the bytes before an offset.
    private static func reference(_ bytes: [UInt8], _ choice: EncodingChoice, _ offset: Int) -> Int {
        var decoder = PageDecoder(.known(choice), .iconv)
        let end = min(max(0, offset), bytes.count)
        var count = decoder.append(Array(bytes[..<end])).count
        if end == bytes.count { count += decoder.finish().count }
        return count
    }

    private static func page(_ sample: Sample, _ chance: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < 20_000 {
            switch Int.random(in: 0..<8, using: &chance) {
            case 0: bytes.append(UInt8.random(in: 0...255, using: &chance))
            case 1: bytes += sample.bytes.dropLast(Int.random(in: 0..<9, using: &chance))
            default: bytes += sample.bytes
            }
        }
        return bytes
    }

    @Test(arguments: Sample.all.filter { $0.encoding != .windows1258 })
    func `an offset maps to the length of the text before it`(sample: Sample) {
        var chance = SeededGenerator(seed: 11)
        let bytes = Self.page(sample, &chance)
        let choice = EncodingChoice(sample.encoding, .contentType)
        var sent = SentText(.page(contentType: "text/html; charset=\(sample.encoding.name)"), .iconv)
        var text: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...9000, using: &chance)
            text += sent.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        text += sent.finish()
        #expect(sent.bytes == bytes)
        #expect(sent.decodedCount == text.count)
        var offsets = (0..<8).map { _ in Int.random(in: 0...bytes.count, using: &chance) }
        offsets += [-5, 0, 1, 2, 8191, 8192, 8193, bytes.count, bytes.count + 9]
        let expected = offsets.map { Self.reference(bytes, choice, $0) }
        #expect(sent.decodedOffsets(of: offsets) == expected)
        let sorted = offsets.sorted()
        #expect(sent.decodedOffsets(of: sorted) == expected.sorted())
    }

    @Test func `the offset of a comment in the bytes maps to its offset in the text`() throws {
        let sample = try #require(Sample.all.first { $0.encoding == .gb18030 })
        let mark = Array("<!--sonicdiff-a-->".utf8)
        let block = (0..<2000).flatMap { _ in sample.bytes }
        let bytes = block + mark + block + mark
        var sent = SentText(.page(contentType: nil), .iconv)
        let text = sent.append(bytes) + sent.finish()
        let places = [block.count, block.count + mark.count, 2 * block.count + mark.count]
        let offsets = sent.decodedOffsets(of: places)
        #expect(Array(text[offsets[0]..<offsets[1]]) == mark)
        #expect(Array(text[offsets[2]...]) == mark)
    }

    @Test func `a UTF-8 page keeps its offsets, except for a byte order mark`() {
        var plain = SentText(.page(contentType: nil), .iconv)
        #expect(plain.append(Array("aé<p>".utf8)) + plain.finish() == Array("aé<p>".utf8))
        #expect(plain.decodedOffsets(of: [-1, 0, 2, 6, 99]) == [0, 0, 2, 6, 6])
        var marked = SentText(.page(contentType: nil), .iconv)
        #expect(marked.append([0xEF, 0xBB, 0xBF] + Array("abc".utf8)) + marked.finish() == Array("abc".utf8))
        #expect(marked.bytes.count == 6)
        #expect(marked.decodedOffsets(of: [0, 1, 3, 4, 6, 7]) == [0, 0, 0, 1, 3, 3])
    }

    @Test func `an incomplete character has no offset yet`() {
        var sent = SentText(.page(contentType: nil), .iconv)
        #expect(sent.append(Array("<p>".utf8) + [0xC4, 0xE3]) == Array("<p>".utf8))
        #expect(sent.decodedOffsets(of: [0, 2, 3, 4, 5]) == [0, 2, 3, 3, 3])
        #expect(sent.finish() == Array("你".utf8))
        #expect(sent.decodedOffsets(of: [0, 2, 3, 4, 5]) == [0, 2, 3, 3, 6])
    }

    @Test func `a new version is decoded in the encoding of the previous one`() {
        var sent = SentText(.known(EncodingChoice(.gb18030, .guess(.likeness))), .iconv)
        #expect(sent.append(Array("<meta charset=big5>".utf8) + [0xC4, 0xE3]).suffix(3) == Array("你".utf8))
        var marked = SentText(.known(EncodingChoice(.utf8, .byteOrderMark)), .iconv)
        #expect(marked.append([0xEF, 0xBB, 0xBF, 0x41]) == [0x41])
    }

    @Test(arguments: Sample.all.filter { $0.encoding != .windows1258 })
    func `a whole page after its beginning is decoded like one that arrived whole`(sample: Sample) {
        var chance = SeededGenerator(seed: 12)
        let bytes = Self.page(sample, &chance)
        for type in ["text/html; charset=\(sample.encoding.name)", "text/html"] {
            var whole = SentText(.page(contentType: type), .iconv)
            let text = whole.append(bytes, isLast: true)
            for cut in [0, 1, 3, 1024, 8192, bytes.count - 1, bytes.count]
                + (0..<8).map({ _ in Int.random(in: 0...bytes.count, using: &chance) })
            {
                var sent = SentText(.page(contentType: type), .iconv)
                let beginning = sent.append(Array(bytes[..<cut]))
                let rest = sent.complete(with: bytes)
                #expect(beginning + rest == text, "cut at \(cut)")
                #expect(sent.bytes == bytes)
                #expect(sent.choice == whole.choice)
                #expect(sent.decodedCount == whole.decodedCount)
                let offsets = [0, cut, bytes.count / 2, bytes.count]
                #expect(sent.decodedOffsets(of: offsets) == whole.decodedOffsets(of: offsets))
                if sent.isOwnText { #expect(text == bytes) }
            }
        }
    }
}
