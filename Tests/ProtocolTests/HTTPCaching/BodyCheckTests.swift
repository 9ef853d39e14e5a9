import SonicProtocol
import Testing

@Suite struct BodyCheckTests {
    private static func objects(_ type: String, _ body: [UInt8]) -> Bool {
        let headers = Headers([HeaderField("Content-Type", type)])
        return BodyCheck.contradicts(body, headers)
    }

    private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    /// Small files of each format: their structure is valid, and nothing decodes them.
    private static let pictures: [[UInt8]] = [
        joined(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0, 0, 0, 2], Array("IHDR".utf8),
            [1, 2, 9, 9, 9, 9], [0, 0, 0, 0], Array("IEND".utf8), [9, 9, 9, 9]),
        // A thumbnail within a segment has an end marker of its own.
        [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD8, 0xFF, 0xD9, 0xFF, 0xDA, 0, 2, 7, 0xFF, 0, 7, 0xFF, 0xD9],
        joined(Array("GIF89a".utf8), [1, 0, 1, 0, 0, 0, 0, 0x2C, 7, 7, 0x3B]),
        joined(Array("RIFF".utf8), [8, 0, 0, 0], Array("WEBPVP8 ".utf8)),
    ]

    @Test(arguments: pictures) func `a truncated image is detected`(_ file: [UInt8]) {
        #expect(!Self.objects("image/png", file))
        #expect(!Self.objects("image/png", file + [0, 0]))
        // The last chunk of a PNG ends with a checksum, the others with the byte that is left out.
        for count in 0..<(file.count - 1) {
            #expect(Self.objects("image/png", Array(file[..<count])), "\(count)")
        }
    }

    @Test func `any bytes after a signature are read without going out of bounds`() {
        for file in Self.pictures {
            for index in file.indices {
                for byte: UInt8 in [0, 0x7F, 0xFF] {
                    var broken = file
                    broken[index] = byte
                    _ = Self.objects("image/jpeg", broken)
                }
            }
        }
    }
}
