import Chance
import SonicProtocol
import SystemLibraries
import Testing

@Suite struct DigestsTests {
    /// The test suite of RFC 1321, appendix A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func `MD5 matches the test vectors of RFC 1321`(text: String, digest: String) {
        #expect(Hashes.plainSwift.md5(Array(text.utf8)) == digest)
    }

    /// The examples of FIPS 180.
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
    ])
    func `SHA-1 matches the examples of FIPS 180`(text: String, digest: String) {
        #expect(Hashes.plainSwift.sha1(Array(text.utf8)) == digest)
    }

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
