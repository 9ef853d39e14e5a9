import BrowserServices
import Testing

@testable import HTML

@Suite struct TextEncoderTests {
    /// A text as bytes in hexadecimal digits, with `?` for each character that the encoding lacks.
    private static func written(_ text: String, in encoding: CharacterEncoding) -> String {
        var words = ""
        TextEncoder(encoding, .iconv).write(text) { bytes in
            for byte in bytes { words += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }
        } missing: { _ in
            words += "?"
        }
        return words
    }

    @Test(
        arguments: [
            (.utf8, "é", "C3A9"), (.utf16LittleEndian, "é", "C3A9"), (.utf16BigEndian, "a", "61"),
            (.windows1251, "Привет", "CFF0E8E2E5F2"), (.windows1251, "é", "?"),
            (.windows1251, "aéb", "61?62"),
            (.windows1252, "€é\u{81}", "80E981"), (.windows1252, "ž中", "9E?"), (.iso8859Part2, "ž€", "BE?"),
            (.iso8859Part15, "€", "A4"), (.iso8859Part8Logical, "ש", "F9"),
            (.koi8R, "Привет", "F0D2C9D7C5D4"),
            (.koi8U, "ў", "AE"), (.windows1255, "\u{5BA}", "CA"), (.macintosh, "∆", "C6"),
            (.macCyrillic, "€", "FF"), (.userDefined, "\u{F7FF}é", "FF?"), (.windows874, "ก", "A1"),
            (.shiftJIS, "日本ｱ", "93FA967BB1"), (.shiftJIS, "¥‾−～", "5C7E817C8160"),
            (.shiftJIS, "≒髙", "81E0FBFC"),
            (.shiftJIS, "表", "955C"), (.shiftJIS, "한", "?"),
            (.eucJP, "日本ｱ", "C6FCCBDC8EB1"), (.eucJP, "¥‾−", "5C7EA1DD"), (.eucJP, "丂", "?"),
            (.iso2022JP, "a日本b", "611B2442467C4B5C1B284262"), (.iso2022JP, "ｱ", "1B244225221B2842"),
            (.iso2022JP, "¥a\\", "1B284A5C611B28425C"), (.iso2022JP, "日한", "1B2442467C1B2842?"),
            (.iso2022JP, "\u{1B}", "?"), (.iso2022JP, "plain", "706C61696E"),
            (.eucKR, "한글똠", "C7D1B1DB8C63"), (.eucKR, "é", "?"),
            (.big5, "中文十", "A4A4A4E5A451"), (.big5, "═╞", "F9F9F9E9"), (.big5, "㗎", "?"),
            (.gb18030, "中文€", "D6D0CEC4A2E3"), (.gb18030, "é", "A8A6"),
        ] as [(CharacterEncoding, String, String)])
    func `text is encoded as the Encoding Standard specifies`(
        _ encoding: CharacterEncoding, _ text: String, _ bytes: String
    ) {
        #expect(Self.written(text, in: encoding) == bytes)
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `encoded text decodes to the same text`(_ encoding: CharacterEncoding) {
        let encoder = TextEncoder(encoding, .iconv)
        let samples = [
            0x20...0x7E, 0xA0...0x17F, 0x390...0x45F, 0x5D0...0x5EA, 0x2010...0x2040, 0x3041...0x30FF,
            0x4E00...0x4E80, 0x9F00...0x9F40, 0xAC00...0xAC40, 0xFF61...0xFF9F, 0x1F600...0x1F604,
        ]
        for value in samples.joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            var bytes: [UInt8] = []
            encoder.write(String(Character(scalar))) {
                bytes += $0
            } missing: { _ in
            }
            guard !bytes.isEmpty else { continue }
            var decoder = TextDecoder(encoder.encoding, .iconv)
            var text: [UInt8] = []
            decoder.decode(bytes[...], to: &text)
            decoder.finish(to: &text)
            // Characters that Japanese encodings replace by equivalent ones (§12, §13).
            let alike: [UInt32: UInt32] = [0xA5: 0x5C, 0x203E: 0x7E, 0x2212: 0xFF0D]
            let isKatakana = encoding == .iso2022JP && (0xFF61...0xFF9F).contains(value)
            if isKatakana { continue }
            let read = String(decoding: text, as: UTF8.self)
            let isAlike = alike[scalar.value].flatMap { Unicode.Scalar($0) }.map {
                read == String(Character($0))
            }
            #expect(read == String(Character(scalar)) || isAlike == true, "U+\(String(value, radix: 16))")
        }
    }
}
