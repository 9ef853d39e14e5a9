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
    func rotated(by count: UInt32) -> UInt32 {
        self &<< count | self &>> (32 &- count)
    }
}

extension FixedWidthInteger {
    /// The bytes as they are in memory.
    var bytesInMemory: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}
