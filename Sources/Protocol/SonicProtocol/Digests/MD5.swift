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
