import SonicProtocol
import TestSupport
import Testing

@Suite struct ContentRangeTests {
    @Test(arguments: CachingTable.rows(below: "a valid value"))
    func `a valid value is parsed and written back`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "case, blanks and"))
    func `case, blanks and leading zeros are ignored`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a malformed or"))
    func `a malformed or contradictory value is rejected`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test func `the largest number is 2^62 - 1`() {
        let last = (1 << 62) - 1
        #expect(ContentRange("bytes 0-\(last)/*")?.bytes == 0..<(1 << 62))
        #expect(ContentRange("bytes 0-1/\(last)")?.total == last)
        #expect(ContentRange("bytes 0-1/\(last + 1)") == nil)
    }
}
