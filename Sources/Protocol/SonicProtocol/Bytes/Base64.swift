/// Base64 encoding and decoding (RFC 4648 §4). Linear.
public enum Base64 {
    /// Encodes the bytes, padded with `=`.
    public static func text(_ bytes: some Collection<UInt8>) -> String { text(of: Array(bytes)) }

    /// Encodes an array: called from another module, the generic version costs several times as much for each byte.
    private static func text(of bytes: [UInt8]) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                for shift in [18, 12, 6, 0] as [UInt32] { letters.append(alphabet[Int(bits >> shift & 63)]) }
                (bits, count) = (0, 0)
            }
        }
        if count > 0 {
            bits <<= UInt32(3 - count) * 8
            for digit in 0..<4 {
                letters.append(digit <= count ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : padding)
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Decodes Base64; nil if it contains another character or its length is not a multiple of four. Unused trailing
    /// bits are ignored.
    public static func bytes(_ letters: some Collection<UInt8>) -> [UInt8]? { bytes(of: Array(letters)) }

    /// Decodes an array.
    private static func bytes(of letters: [UInt8]) -> [UInt8]? {
        guard letters.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        var bits = UInt32(0)
        var count = 0
        var missing = 0
        for letter in letters {
            if letter == padding {
                missing += 1
                bits <<= 6
            } else {
                // Nothing may follow the padding.
                guard missing == 0, letter < 128, values[Int(letter)] != none else { return nil }
                bits = bits << 6 | UInt32(values[Int(letter)])
            }
            count += 1
            if count == 4 {
                guard missing <= 2 else { return nil }
                for shift in [16, 8, 0].prefix(3 - missing) {
                    bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
                }
                (bits, count) = (0, 0)
            }
        }
        return bytes
    }

    private static let padding = UInt8(ascii: "=")
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let none = UInt8.max
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 128)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}
