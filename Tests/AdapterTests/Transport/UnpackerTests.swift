import CCurl
import CurlSockets
import SonicProtocol
import TestSupport
import Testing

@Suite struct `Content codings` {
    /// brotli and zstd are found when libcurl is loaded.
    init() { _ = late_load() }

    /// A body, its codings as in Content-Encoding, and the decoded text.
    struct Packed: Sendable, CustomTestStringConvertible {
        let name: String
        let codings: String
        let bytes: [UInt8]
        var text = "hello"
        /// The coding with bytes after its end.
        var more: String?
        var testDescription: String { name }
    }

    /// “hello” without a frame: one stored block (RFC 1951 §3.2.4).
    private static let block: [UInt8] = [1, 5, 0, 0xFA, 0xFF] + Array("hello".utf8)
    /// The same in zlib's frame, with its Adler-32 (RFC 1950 §2.2).
    private static let framed: [UInt8] = [0x78, 0x01] + block + [0x06, 0x2C, 0x02, 0x15]
    /// An empty member.
    private static let nothing: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 3, 0] + [UInt8](repeating: 0, count: 8)

    /// A gzip body with stored bytes.
    private static func gzip(_ body: [UInt8]) -> [UInt8] {
        let count = [UInt8(body.count & 0xFF), UInt8(body.count >> 8)]
        var remainder: UInt32 = ~0
        for byte in body {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        let sum = withUnsafeBytes(of: (~remainder).littleEndian) { Array($0) }
        var bytes = Array(nothing[..<10])
        bytes += [1] + count
        bytes += count.map { ~$0 }
        bytes += body
        bytes += sum + count + [0, 0]
        return bytes
    }

    static let packed: [Packed] = [
        Packed(name: "none", codings: "identity", bytes: Array("hello".utf8)),
        Packed(name: "gzip", codings: "GZip", bytes: Coded.gzip),
        Packed(name: "x-gzip", codings: "x-gzip", bytes: Coded.gzip),
        Packed(name: "two members", codings: "gzip", bytes: gzip(Array("he".utf8)) + gzip(Array("llo".utf8))),
        Packed(
            name: "members of nothing", codings: "gzip",
            bytes: nothing + gzip(Array("hel".utf8)) + nothing + nothing + gzip(Array("lo".utf8)) + nothing),
        Packed(
            name: "zeros", codings: "gzip", bytes: Coded.gzip + [UInt8](repeating: 0, count: 511),
            more: "gzip"),
        Packed(name: "a line's end", codings: "gzip", bytes: Coded.gzip + [13, 10], more: "gzip"),
        Packed(name: "words", codings: "gzip", bytes: Coded.gzip + Array("<!-- -->".utf8), more: "gzip"),
        Packed(name: "a member's first byte", codings: "gzip", bytes: Coded.gzip + [0x1F, 0], more: "gzip"),
        Packed(
            name: "zeros and a member", codings: "gzip", bytes: Coded.gzip + [0] + Coded.gzip, more: "gzip"),
        Packed(name: "zlib called gzip", codings: "gzip", bytes: framed),
        Packed(name: "deflate", codings: "deflate", bytes: framed),
        Packed(name: "bare deflate", codings: "deflate", bytes: block),
        Packed(name: "gzip called deflate", codings: "deflate", bytes: Coded.gzip),
        Packed(name: "deflate and more", codings: "deflate", bytes: block + [0, 13, 10], more: "deflate"),
        Packed(name: "nothing in bare deflate", codings: "deflate", bytes: [3, 0], text: ""),
        Packed(name: "br", codings: "br", bytes: Coded.brotli),
        Packed(name: "br and more", codings: "br", bytes: Coded.brotli + [10], more: "br"),
        Packed(name: "zstd", codings: "zstd", bytes: Coded.zstd),
        Packed(name: "two frames", codings: "zstd", bytes: Coded.zstd + Coded.zstd, text: "hellohello"),
        Packed(
            name: "zstd and more", codings: "zstd", bytes: Coded.zstd + [UInt8](repeating: 0, count: 9),
            more: "zstd"),
        Packed(name: "gzip in gzip", codings: "gzip, gzip", bytes: gzip(Coded.gzip)),
        Packed(name: "br in gzip", codings: "br,x-gzip", bytes: gzip(Coded.brotli)),
        Packed(name: "deflate in gzip in gzip", codings: "deflate, gzip , gzip", bytes: gzip(gzip(framed))),
        Packed(name: "more within", codings: "gzip, gzip", bytes: gzip(Coded.gzip + [0, 0]), more: "gzip"),
    ]

    private static func codings(_ value: String) -> BodyCodings {
        BodyCodings(Headers([HeaderField("Content-Encoding", value)]))
    }

    /// The result for these pieces, with a reader that pauses after each part if it is slow.
    private func unpack(
        _ unpacker: Unpacker, _ pieces: [[UInt8]], isSlow: Bool = false
    ) throws(UnpackingFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in pieces {
            while true {
                let result = piece.withUnsafeBytes { piece in
                    Result { () throws(UnpackingFailure) in
                        try unpacker.unpack(piece) { part in
                            bytes += part
                            return !isSlow
                        }
                    }
                }
                if try result.get() { break }
            }
        }
        return bytes
    }

    @Test(arguments: packed)
    func `a body is decompressed as a whole, byte by byte and for a slow reader`(_ packed: Packed) throws {
        let codings = Self.codings(packed.codings)
        #expect(codings.unknown == [])
        #expect(
            try Unpacker.unpack(packed.bytes, codings.known, limit: packed.text.utf8.count)
                == Array(packed.text.utf8))
        guard !codings.known.isEmpty else { return }
        for (pieces, isSlow) in [
            ([packed.bytes], false), (packed.bytes.map { [$0] }, false), ([packed.bytes], true),
            (packed.bytes.map { [$0] }, true),
        ] {
            let unpacker = Unpacker(codings.known)
            #expect(try unpack(unpacker, pieces, isSlow: isSlow) == Array(packed.text.utf8))
            #expect(unpacker.earlyEnd == nil)
            #expect(unpacker.codingWithMore == packed.more)
        }
    }

    @Test(arguments: packed.filter { $0.codings != "identity" && $0.more == nil })
    func `a truncated body is incomplete`(_ packed: Packed) {
        let codings = Self.codings(packed.codings).known
        // A complete member or frame is a body of its own, and the first byte of another one is not yet a member.
        let isOne = !packed.name.contains("members") && !packed.name.contains("frames")
        for count in 2..<packed.bytes.count where isOne || packed.bytes.count - count < 6 {
            // One of these ends with an empty member.
            guard packed.name != "members of nothing" || packed.bytes.count - count < 18 else { continue }
            #expect(throws: UnpackingFailure.self, "\(count)") {
                try Unpacker.unpack(Array(packed.bytes.prefix(count)), codings, limit: 100)
            }
        }
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd", "gzip, zstd"])
    func `a body in another coding is corrupt`(_ value: String) {
        #expect(throws: UnpackingFailure.self) {
            try Unpacker.unpack(Array("<!DOCTYPE html><p>plain".utf8), Self.codings(value).known, limit: 100)
        }
    }

    @Test(
        arguments: [
            ("utf-8", ["utf-8"], []), ("none", ["none"], []), ("", [], []),
            ("aws-chunked", ["aws-chunked"], []),
            ("UTF-8, gzip", ["UTF-8"], [.gzip]), ("gzip, binary", ["binary"], [.gzip]),
            ("identity, br", [], [.br]),
            (", ,", [], []), ("compress", ["compress"], []), ("7bit gzip", ["7bit gzip"], []),
        ] as [(String, [String], [BodyCodings.Coding])])
    func `unknown names are not codings`(
        _ value: String, _ unknown: [String], _ known: [BodyCodings.Coding]
    ) {
        #expect(Self.codings(value).unknown == unknown)
        #expect(Self.codings(value).known == known)
    }

    @Test func `a decompression bomb stops at the limit`() async throws {
        let bomb = try await run("/bin/sh", ["-c", "head -c 50000000 /dev/zero | gzip -cn"]).outputBytes
        #expect(throws: UnpackingFailure.tooLarge) { try Unpacker.unpack(bomb, [.gzip], limit: 1 << 20) }
        #expect(try Unpacker.unpack(bomb, [.gzip], limit: 50_000_000).count == 50_000_000)
    }

    @Test func `trailing bytes that decompress to nothing are limited`() async throws {
        let script = "(echo page | gzip -cn; head -c 100000000 /dev/zero) | gzip -cn"
        let body = try await run("/bin/sh", ["-c", script]).outputBytes
        #expect(throws: UnpackingFailure.broken("too many bytes follow its end")) {
            try Unpacker.unpack(body, [.gzip, .gzip], limit: 100)
        }
    }

    @Test func `the number of codings is limited`() {
        #expect(throws: UnpackingFailure.broken("it has more than 5 codings")) {
            try Unpacker.unpack([1], [.gzip, .gzip, .gzip, .gzip, .gzip, .gzip], limit: 100)
        }
    }
}
