/// Text that attacks a terminal, and the characters that could do so.
public enum HostileWords {
    /// Every kind of sequence, with numbers and words that our programs never write.
    public static let sequences = [
        "\u{1B}[7777m", "\u{1B}]0;owned\u{7}", "\u{1B}]2;owned\u{1B}\\", "\u{1B}]52;c;b3duZWQ=\u{7}",
        "\u{1B}]8;;http://owned/\u{1B}\\", "\u{1B}P7777q\u{1B}\\", "\u{1B}_owned\u{1B}\\",
        "\u{1B}^owned\u{1B}\\",
        "\u{1B}c", "\u{9B}7777m", "\u{9D}0;owned\u{9C}", "\u{90}7777q\u{9C}", "\u{85}", "\u{8}\u{8}",
        "\u{7F}",
        "\u{B}", "\u{C}", "\u{E}", "\u{202E}", "\u{202D}", "\u{202A}", "\u{2066}", "\u{2067}", "\u{2068}",
        "\u{2028}",
        "\u{2029}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "🏴\u{E0041}", "\u{FFF9}", "\u{FFFE}",
        // A part of a picture.
        "\u{10EEEE}\u{305}\u{305}",
        // Swift allows none of these in a literal.
        String(decoding: [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0xAF], as: UTF8.self),
    ]

    /// All of them in one word that is also valid in a header.
    public static let word = sequences.joined(separator: "x")

    /// The same with characters that are not valid in a header.
    public static let text = word + "\u{0}a\rb"

    /// Whether a terminal could interpret this scalar as a command, or hide text because of it.
    public static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F, 0x10EEEE:
            true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
