/// SHA-1 (FIPS 180-4 §6.1.2).
struct SHA1: BlockDigest {
    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xEFCD_AB89
    private var c: UInt32 = 0x98BA_DCFE
    private var d: UInt32 = 0x1032_5476
    private var e: UInt32 = 0xC3D2_E1F0

    var words: [UInt32] { [a, b, c, d, e] }

    static func bytes(of number: some FixedWidthInteger) -> [UInt8] { number.bigEndian.bytesInMemory }

    mutating func process(_ block: UnsafeRawPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
            for index in 0..<16 {
                let word = block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
                schedule[index] = UInt32(bigEndian: word)
            }
            for index in 16..<80 {
                let mixed =
                    schedule[index &- 3] ^ schedule[index &- 8] ^ schedule[index &- 14]
                    ^ schedule[index &- 16]
                schedule[index] = mixed.rotated(by: 1)
            }
            let before = self
            // One loop per kind of round, so that no round needs to branch on its kind.
            for index in 0..<20 { turn(d ^ (b & (c ^ d)), 0x5A82_7999, schedule[index]) }
            for index in 20..<40 { turn(b ^ c ^ d, 0x6ED9_EBA1, schedule[index]) }
            for index in 40..<60 { turn((b & c) | (d & (b | c)), 0x8F1B_BCDC, schedule[index]) }
            for index in 60..<80 { turn(b ^ c ^ d, 0xCA62_C1D6, schedule[index]) }
            a &+= before.a
            b &+= before.b
            c &+= before.c
            d &+= before.d
            e &+= before.e
        }
    }

    @inline(__always)
    private mutating func turn(_ chosen: UInt32, _ constant: UInt32, _ word: UInt32) {
        let next = a.rotated(by: 5) &+ chosen &+ e &+ constant &+ word
        e = d
        d = c
        c = b.rotated(by: 30)
        b = a
        a = next
    }
}
