import BrowserServices
import Testing

@testable import HTML

@Suite struct TextEncoderTests {
    @Test(arguments: CharacterEncoding.allCases)
    func `encoded text decodes to the same text`(_ encoding: CharacterEncoding) {
        let encoder = TextEncoder(encoding, .iconv)
        let start = TextDecoder(encoder.encoding, .iconv)
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
            var decoder = start
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
