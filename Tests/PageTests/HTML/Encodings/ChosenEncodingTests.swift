import BrowserServices
import Chance
import Testing

@testable import HTML

/// Encodings chosen by the user, and those that a system lacks.
@Suite struct ChosenEncodingTests {
    @Test func `every listed name is accepted`() {
        let names = ChosenEncoding.names.split(separator: ",").map { String($0.drop { $0 == " " }) }
        #expect(names.count == CharacterEncoding.allCases.count + 1)
        #expect(names.allSatisfy { ChosenEncoding($0) != nil })
    }

    @Test func `a chosen encoding overrides byte order mark, Content-Type and meta element`() {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("<meta charset=gbk>".utf8) + [0xE9]
        var decoder = PageDecoder(.known(EncodingChoice(.windows1252, .reader)), .iconv)
        let text = decoder.append(bytes) + decoder.finish()
        #expect(String(decoding: text, as: UTF8.self) == "ï»¿<meta charset=gbk>é")
        #expect(decoder.choice?.isChosen == true)
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `an encoding without tables keeps only ASCII, and is reported where tables are needed`(
        encoding: CharacterEncoding
    ) {
        let bytes = Array("a".utf8) + [0x85, 0xE9, 0xC4] + Array("<p>z".utf8)
        var decoder = TextDecoder(encoding, .asciiOnly)
        var text: [UInt8] = []
        decoder.decode(bytes[...], to: &text)
        decoder.finish(to: &text)
        let shown = String(decoding: text, as: UTF8.self)
        let words = CharacterConversion.asciiOnly.missingTables(of: encoding)
        switch encoding {
        case .utf8, .utf16LittleEndian, .utf16BigEndian, .userDefined: #expect(words == nil)
        case .iso2022JP: #expect(words?.contains("EUC-JP") == true)
        default:
            #expect(words?.contains(encoding.name) == true)
            #expect(shown.hasPrefix("a\u{FFFD}") && shown.hasSuffix("<p>z"), "\(shown)")
            #expect(shown.unicodeScalars.allSatisfy { $0.isASCII || $0 == "\u{FFFD}" }, "\(shown)")
        }
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `this system has conversion tables for every encoding`(encoding: CharacterEncoding) {
        #expect(CharacterConversion.iconv.missingTables(of: encoding) == nil)
    }

    @Test(arguments: Sample.all.filter { $0.encoding != .windows1258 })
    func `mapping an offset to the text and back returns to the same character`(sample: Sample) {
        var bytes: [UInt8] = []
        while bytes.count < 20_000 { bytes += sample.bytes }
        var sent = SentText(.known(EncodingChoice(sample.encoding, .reader)), .iconv)
        _ = sent.append(bytes, isLast: true)
        var chance = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            let offset = Int.random(in: 0..<bytes.count, using: &chance)
            let decoded = sent.decodedOffsets(of: [offset])[0]
            let back = sent.sentOffset(ofDecoded: decoded)
            #expect(sent.decodedOffsets(of: [back])[0] == decoded && back >= offset, "\(offset)")
        }
    }
}
