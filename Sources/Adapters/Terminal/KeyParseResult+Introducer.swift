extension KeyParseResult {
    /// The kind of sequence that the second byte after Escape begins (ECMA-48 §5.4 and §5.6, SS3).
    enum Introducer: Equatable {
        /// `ESC [`: parameters, then a final byte.
        case controlSequence
        /// `ESC O`: the next byte, after parameters in some terminals.
        case singleShift
        /// `ESC ]`: an operating system command.
        case command
        /// `ESC P`, `ESC X`, `ESC ^`, `ESC _`: a device control, private, privacy or application string.
        case string

        /// Returns the introducer at the beginning of `bytes`; nil for a character, or Alt with one.
        init?(of bytes: ArraySlice<UInt8>) {
            guard bytes.first == 0x1B, let second = bytes.dropFirst().first else { return nil }
            switch second {
            case UInt8(ascii: "["): self = .controlSequence
            case UInt8(ascii: "O"): self = .singleShift
            case UInt8(ascii: "]"): self = .command
            case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): self = .string
            default: return nil
            }
        }

        /// Whether `count` bytes rule out Alt with a character. Alt with a letter is typed more often than a terminal
        /// sends a string, so the string's first byte decides.
        func isCertain(after count: Int) -> Bool {
            switch self {
            case .controlSequence, .singleShift, .command: true
            case .string: count > 2
            }
        }

        /// Returns how many of `bytes`, which continue a sequence, belong to it, and whether the sequence is complete.
        /// - Complexity: O(*n*) in the length of `bytes`.
        func rest(_ bytes: ArraySlice<UInt8>) -> (length: Int, isWhole: Bool) {
            switch self {
            case .controlSequence, .singleShift:
                let parameters = bytes.prefix { (0x20..<0x40).contains($0) }.count
                guard let final = bytes.dropFirst(parameters).first else { return (parameters, false) }
                // A byte that no sequence contains ends the sequence before it.
                return (parameters + ((0x40..<0x7F).contains(final) ? 1 : 0), true)
            case .command, .string:
                let text = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }.count
                let end = bytes.dropFirst(text)
                switch end.first {
                case nil: return (text, false)
                case 0x07: return (text + 1, true)
                case 0x1B where end.count == 1: return (text, false)
                case 0x1B where end.dropFirst().first == UInt8(ascii: "\\"): return (text + 2, true)
                // Any other control character aborts the string.
                default: return (text, true)
                }
            }
        }
    }
}
