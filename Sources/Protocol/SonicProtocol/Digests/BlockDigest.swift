/// A digest that processes its message in blocks of 64 bytes, as MD5 and SHA-1 do: an initial state, the compression
/// function, and the byte order of words.
protocol BlockDigest {
    /// Creates the initial state.
    init()

    /// Processes one block: 64 bytes from the pointer.
    mutating func process(_ block: UnsafeRawPointer)

    /// Returns a number's bytes in the byte order of this digest.
    static func bytes(of number: some FixedWidthInteger) -> [UInt8]

    /// The words of the state, which are the digest after the last block.
    var words: [UInt32] { get }
}

extension BlockDigest {
    /// Returns the digest of a message. Linear; copies at most the message's last 63 bytes.
    static func digest(of message: [UInt8]) -> [UInt8] {
        var digest = Self()
        let whole = message.count & ~63
        digest.process(message[..<whole])
        digest.process((message[whole...] + padding(behind: message.count))[...])
        return digest.words.flatMap { bytes(of: $0) }
    }

    /// Returns the padding of a message: a one bit, zeros up to eight bytes before the end of a block, and the
    /// message's length in bits (RFC 1321 §3.1 and §3.2, FIPS 180-4 §5.1.1).
    private static func padding(behind count: Int) -> [UInt8] {
        let zeros = (119 - count % 64) % 64
        return [0x80] + [UInt8](repeating: 0, count: zeros) + bytes(of: UInt64(count) &* 8)
    }

    private mutating func process(_ blocks: ArraySlice<UInt8>) {
        blocks.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            for offset in stride(from: 0, to: bytes.count, by: 64) { process(start + offset) }
        }
    }
}

extension UInt32 {
    /// Returns the bits rotated to the left by 1 to 31.
    @inline(__always)
    fileprivate func rotated(by count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }
}

extension FixedWidthInteger {
    /// The bytes as they are in memory.
    fileprivate var bytesInMemory: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}

/// MD5 (RFC 1321 §3.4).
struct MD5: BlockDigest {
    private var a: UInt32 = 0x6745_2301
    private var b: UInt32 = 0xEFCD_AB89
    private var c: UInt32 = 0x98BA_DCFE
    private var d: UInt32 = 0x1032_5476

    var words: [UInt32] { [a, b, c, d] }

    static func bytes(of number: some FixedWidthInteger) -> [UInt8] { number.littleEndian.bytesInMemory }

    mutating func process(_ block: UnsafeRawPointer) {
        let before = self
        for index in 0..<16 {
            turn(d ^ (b & (c ^ d)), index, block, index, (7, 12, 17, 22))
        }
        for index in 16..<32 {
            turn(c ^ (d & (b ^ c)), index, block, (5 &* index &+ 1) & 15, (5, 9, 14, 20))
        }
        for index in 32..<48 {
            turn(b ^ c ^ d, index, block, (3 &* index &+ 5) & 15, (4, 11, 16, 23))
        }
        for index in 48..<64 {
            turn(c ^ (b | ~d), index, block, (7 &* index) & 15, (6, 10, 15, 21))
        }
        a &+= before.a
        b &+= before.b
        c &+= before.c
        d &+= before.d
    }

    /// One step: adds the word at `place` in the block, and rotates the sum by the shift of this step.
    @inline(__always)
    private mutating func turn(
        _ chosen: UInt32, _ index: Int, _ block: UnsafeRawPointer, _ place: Int,
        _ shifts: (UInt32, UInt32, UInt32, UInt32)
    ) {
        let word = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self))
        let sum = a &+ chosen &+ Self.sines[index] &+ word
        let shift =
            switch index & 3 {
            case 0: shifts.0
            case 1: shifts.1
            case 2: shifts.2
            default: shifts.3
            }
        a = d
        d = c
        c = b
        b = b &+ sum.rotated(by: shift)
    }

    /// The integer part of 2^32 times the absolute value of the sine of 1, 2, … 64 radians.
    private static let sines: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A,
        0xA830_4613, 0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
        0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340,
        0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8,
        0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
        0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
        0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92,
        0xFFEF_F47D, 0x8584_5DD1, 0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
        0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]
}

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
