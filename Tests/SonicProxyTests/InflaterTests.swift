import TestSupport
import Testing

@testable import SonicProxy

@Suite struct InflaterTests {
    private static func packed(_ script: String) async throws -> [UInt8] {
        try await run("/bin/sh", ["-c", "\(script) | gzip -cn"]).outputBytes
    }

    @Test func `a body without a coding is the page`() throws {
        for coding in [nil, "", "Identity"] {
            #expect(try Inflater.page([1, 2], coding: coding, limit: 1) == [1, 2])
        }
    }

    @Test func `a small body that unpacks to a large one ends at the limit`() async throws {
        let bomb = try await Self.packed("head -c 50000000 /dev/zero")
        #expect(bomb.count < 100_000)
        #expect(throws: Inflater.Failure.tooLarge) { try Inflater.page(bomb, coding: "gzip", limit: 1 << 20) }
        #expect(try Inflater.page(bomb, coding: "GZIP", limit: 50_000_000).count == 50_000_000)
    }

    @Test func `a part of a body, another coding and an empty body are damaged`() async throws {
        let whole = try await Self.packed("echo some page or other")
        for body in [Array(whole.dropLast(9)), Array("<p>plain</p>".utf8), []] {
            for coding in ["gzip", "deflate"] {
                #expect(throws: Inflater.Failure.damaged) {
                    try Inflater.page(body, coding: coding, limit: 100)
                }
            }
        }
        #expect(try Inflater.page(whole, coding: "gzip", limit: 100) == Array("some page or other\n".utf8))
    }

    @Test func `a body of several members is the page of all of them`() async throws {
        let body = try await Self.packed("echo first") + Self.packed("printf ''") + Self.packed("echo second")
        for coding in ["gzip", "x-gzip"] {
            #expect(try Inflater.page(body, coding: coding, limit: 13) == Array("first\nsecond\n".utf8))
        }
        #expect(throws: Inflater.Failure.tooLarge) { try Inflater.page(body, coding: "gzip", limit: 12) }
        #expect(throws: Inflater.Failure.damaged) {
            try Inflater.page(Array(body.dropLast(3)), coding: "gzip", limit: 100)
        }
    }

    @Test func `zeros behind the last member are padding, and anything else is damage`() async throws {
        let body = try await Self.packed("echo page")
        let padded = body + [UInt8](repeating: 0, count: 500)
        #expect(try Inflater.page(padded, coding: "gzip", limit: 100) == Array("page\n".utf8))
        // The last is the beginning of another member, and no more.
        for rest in [[1], [0, 0, 1], Array("<p>more</p>".utf8), [0x1F, 0x8B], [0, 0] + body] {
            #expect(throws: Inflater.Failure.damaged) {
                try Inflater.page(body + rest, coding: "gzip", limit: 100)
            }
        }
    }

    @Test func `what stands behind the end of deflate is damage`() async throws {
        let page = Array("<p>page\n".utf8)
        // A stored block in zlib's frame, and bare.
        let bare: [UInt8] = [1, 8, 0, 0xF7, 0xFF] + page
        let framed: [UInt8] = [0x78, 0x01] + bare + [0x0C, 0x29, 0x02, 0x92]
        for body in [framed, bare] {
            #expect(try Inflater.page(body, coding: "deflate", limit: 100) == page)
            for rest in [[0], [1, 2, 3], body] {
                #expect(throws: Inflater.Failure.damaged) {
                    try Inflater.page(body + rest, coding: "deflate", limit: 100)
                }
            }
        }
    }
}
