import Chance
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@Suite struct DigestsTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Digests.table")

    @Test(arguments: rows)
    func `bytes have the digest or the letters of their row`(row: TableRow) {
        switch row[0] {
        case "md5": #expect(Hashes.plainSwift.md5(row.bytes[1]) == row[2])
        case "sha1": #expect(Hashes.plainSwift.sha1(row.bytes[1]) == row[2])
        case "base64":
            #expect(Base64.text(row.bytes[1]) == row[2])
            #expect(Base64.bytes(row.bytes[2]) == row.bytes[1])
        default: #expect(Base64.bytes(row.bytes[1]) == nil)
        }
    }

    @Test func `the table of digests has its rows`() { #expect(Self.rows.count >= 28) }

    @Test func `SHA-1 of a million letters matches FIPS 180`() {
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(Hashes.plainSwift.sha1(letters) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    }

    @Test func `digests at lengths around block boundaries match nettle's`() {
        var chance = SeededGenerator(seed: 64)
        for length in Array(0...200) + [1023, 1024, 1025, 4095, 4096, 4151, 4152] {
            let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &chance) }
            #expect(Hashes.plainSwift.md5(message) == Hashes.nettle.md5(message), "\(length)")
            #expect(Hashes.plainSwift.sha1(message) == Hashes.nettle.sha1(message), "\(length)")
        }
    }

    @Test(arguments: 0..<40)
    func `digests of random messages match nettle's`(seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        let length = Int.random(in: 0...20_000, using: &chance)
        let message = (0..<length).map { _ in UInt8.random(in: 0...255, using: &chance) }
        #expect(Hashes.plainSwift.md5(message) == Hashes.nettle.md5(message))
        #expect(Hashes.plainSwift.sha1(message) == Hashes.nettle.sha1(message))
    }
}
