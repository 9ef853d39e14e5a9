import SonicProtocol
import Testing

@testable import SonicServer

@Suite struct ContentCodingTests {
    @Test(
        arguments: [
            ([], nil), ([""], nil), (["identity"], nil), (["gzip"], .gzip), (["br"], .br),
            (["x-gzip"], .gzip),
            (["gzip, br"], .br), (["br", "gzip"], .br), (["gzip;q=1, br;q=0.9"], .gzip), (["*"], .br),
            (["gzip;q=0, *"], .br), (["*;q=0"], nil), (["identity;q=1, *;q=0"], nil),
            (["gzip;q=0.5, identity"], nil), (["gzip;q=0.5, identity;q=0.5"], .gzip),
            (["GZIP ; Q=0.3"], .gzip),
            (["gzip;q=0.001"], .gzip), (["gzip;q=0.000"], nil), (["gzip;q=0.0001"], nil), (["gzip;q=2"], nil),
            (["gzip;q=-1"], nil), (["gzip;q="], nil), (["gzip;x=1"], nil), (["gzip;q=1.5"], .gzip),
            ([";;;,,;q=1"], nil), (["deflate, zstd"], nil), (["identity;q=0, gzip"], .gzip),
            ([String(repeating: "a,", count: 5000) + "gzip"], nil),
        ] as [([String], ContentCoding?)])
    func `the coding with the client's highest preference is chosen`(
        _ lines: [String], _ coding: ContentCoding?
    ) {
        let headers = Headers(lines.map { HeaderField("Accept-Encoding", $0) })
        #expect(ContentCoding.chosen(by: headers, among: ContentCoding.allCases) == coding)
    }

    @Test func `only an offered coding is chosen`() {
        let headers = Headers([HeaderField("Accept-Encoding", "gzip, br, *")])
        #expect(ContentCoding.chosen(by: headers, among: [.gzip]) == .gzip)
    }

    @Test func `a body that would not shrink, or is too long, is not compressed`() {
        let noise = (0..<1000).map { UInt8(truncatingIfNeeded: ($0 * $0 * 31) ^ ($0 >> 3) &* 7) }
        for coding in ContentCoding.allCases {
            #expect(coding.encoded([]) == nil)
            #expect(coding.encoded(Array(repeating: 0x61, count: 63)) == nil)
            #expect(coding.encoded(Array(noise.shuffled().prefix(70))) == nil)
            #expect(coding.encoded(Array(repeating: 0x61, count: ContentCoding.longestBody + 1)) == nil)
            let packed = coding.encoded(Array(repeating: 0x61, count: ContentCoding.longestBody))
            #expect((packed?.count ?? .max) < 2000)
        }
    }
}
