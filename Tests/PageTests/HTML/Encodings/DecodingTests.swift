import BrowserServices
import Chance
import Testing

@testable import HTML

struct DecodingTests {
    /// The text of bytes that arrive in pieces of this size.
    static func text(
        _ bytes: [UInt8], _ encoding: CharacterEncoding, pieces: Int,
        _ conversion: CharacterConversion = .iconv
    ) -> String {
        text(bytes, TextDecoder(encoding, conversion), pieces: pieces)
    }

    private static func text(_ bytes: [UInt8], _ fresh: TextDecoder, pieces: Int) -> String {
        var decoder = fresh
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            decoder.decode(rest.prefix(pieces), to: &output)
            rest = rest.dropFirst(pieces)
        }
        decoder.finish(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    static func visible(_ text: String) -> String {
        text.unicodeScalars.map { $0.value < 0x7F ? String($0) : "[\(String($0.value, radix: 16))]" }.joined()
    }

    @Test(arguments: Sample.all, [Int.max, 1, 2, 3, 7])
    func `each encoding is decoded, however the bytes are split`(sample: Sample, pieces: Int) {
        #expect(
            Self.visible(Self.text(sample.bytes, sample.encoding, pieces: pieces))
                == Self.visible(sample.text))
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `any bytes decode to well-formed UTF-8, the same however they are split`(
        encoding: CharacterEncoding
    ) {
        guard encoding != .utf8 else { return }
        var chance = SeededGenerator(seed: 7)
        let letters: [UInt8] = [
            0x1B, 0x24, 0x28, 0x42, 0x30, 0x39, 0x81, 0x8F, 0x8E, 0xFE, 0xFF, 0x88, 0x62,
        ]
        let fresh = TextDecoder(encoding, .iconv)
        for _ in 0..<100 {
            let count = Int.random(in: 0...40, using: &chance)
            let bytes = (0..<count).map { _ -> UInt8 in
                Bool.random(using: &chance)
                    ? letters[Int.random(in: 0..<letters.count, using: &chance)]
                    : UInt8.random(in: 0...255, using: &chance)
            }
            var decoder = fresh
            var output: [UInt8] = []
            decoder.decode(bytes[...], to: &output)
            decoder.finish(to: &output)
            let whole = String(validating: output, as: UTF8.self)
            #expect(whole != nil, "\(bytes)")
            for pieces in [1, 2, 3, 7] {
                #expect(Self.text(bytes, fresh, pieces: pieces) == whole, "\(bytes)")
            }
        }
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `ASCII is ASCII in every encoding but UTF-16`(encoding: CharacterEncoding) {
        guard encoding != .utf16LittleEndian, encoding != .utf16BigEndian else { return }
        let ascii: [UInt8] = (0..<0x80).filter { ![0x0E, 0x0F, 0x1B].contains($0) }
        #expect(Self.text(ascii, encoding, pieces: .max) == String(decoding: ascii, as: UTF8.self))
    }

    @Test func `a letter and a following combining mark are not composed`() {
        #expect(Self.visible(Self.text([0x61, 0xCC], .windows1258, pieces: .max)) == "a[300]")
        // Two characters that Big5-HKSCS encodes as one.
        #expect(Self.visible(Self.text([0x88, 0x62, 0x41], .big5, pieces: .max)) == "[ca][304]A")
    }

    @Test func `without the system's conversion tables only ASCII is decoded`() {
        #expect(
            Self.text([0x41, 0xC4, 0xE3, 0x42], .gb18030, pieces: .max, .asciiOnly) == "A\u{FFFD}B")
    }
}
