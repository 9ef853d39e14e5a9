import SonicProtocol

/// A number of bytes as text.
public enum ByteSize {
    /// Parses bytes, or a number followed by K, M or G for 2¹⁰, 2²⁰ or 2³⁰ bytes; nil for anything else, and
    /// for more than 2⁶⁰ bytes.
    public static func bytes(_ text: some StringProtocol) -> Int? {
        let units = ["K": 10, "M": 20, "G": 30]
        let shift = units[text.suffix(1).uppercased()]
        let digits = shift == nil ? text[...] : text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits),
            number <= 1 << (60 - (shift ?? 0))
        else { return nil }
        return number << (shift ?? 0)
    }

    /// Returns the shortest text that `bytes` parses as the same number.
    static func text(_ bytes: Int) -> String {
        for (unit, shift) in [("G", 30), ("M", 20), ("K", 10)] where bytes > 0 && bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)"
    }
}

extension SettingKind where Value == Int {
    /// A number of bytes.
    static var size: SettingKind {
        SettingKind(words: { "bytes such as \"64M\"" }) { node throws(Mismatch) in
            if let number = node.integer, number >= 0, number <= 1 << 60 { return number }
            guard let text = node.string else { throw Mismatch(node) }
            guard let bytes = ByteSize.bytes(text) else {
                throw Mismatch(
                    node, "“\(text)” is not a valid size; use bytes such as \"500K\", \"64M\" or \"1G\".")
            }
            return bytes
        } written: {
            .string(ByteSize.text($0))
        }
    }
}
