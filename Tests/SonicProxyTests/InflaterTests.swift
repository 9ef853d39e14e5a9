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
}
