import BrowserCore

// What a terminal answers, rather than a person types.
extension KeyReading {
    /// Alt with `]`, or an operating system command (ECMA-48 §8.3.89): number, text, then BEL or `ESC \`. Of those only
    /// the answer to `ControlSequences.groundQuestion` means anything.
    static func answer(_ bytes: ArraySlice<UInt8>, _ isComplete: Bool) -> KeyReading {
        let body = bytes.dropFirst(2)
        guard let first = body.first else {
            return isComplete ? .key(.alt("]"), length: 2) : .unfinished
        }
        guard (0x30..<0x3A).contains(first) else { return .key(.alt("]"), length: 2) }
        guard let end = body.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else {
            // What never ends is left out: its rest would be read as keys.
            return isComplete ? .nothing(length: bytes.count) : .unfinished
        }
        let length = end - bytes.startIndex
        switch bytes[end] {
        case 0x07: return told(bytes[body.startIndex..<end], length: length + 1)
        case 0x1B:
            guard end + 1 < bytes.endIndex else {
                return isComplete ? .nothing(length: length) : .unfinished
            }
            guard bytes[end + 1] == UInt8(ascii: "\\") else { return .nothing(length: length) }
            return told(bytes[body.startIndex..<end], length: length + 2)
        // Any other control character cuts it off.
        default: return .nothing(length: length)
        }
    }

    private static func told(_ body: ArraySlice<UInt8>, length: Int) -> KeyReading {
        let text = String(decoding: body, as: UTF8.self)
        guard text.hasPrefix("11;"), let tone = tone(text.dropFirst(3)) else {
            return .nothing(length: length)
        }
        return .key(.ground(tone), length: length)
    }

    /// The tone of a colour as X11 writes it, `rgb:RR/GG/BB` with one to four digits each, or `rgba:` with a fourth
    /// part that does not count; nil for anything else.
    private static func tone(_ color: Substring) -> Theme.Tone? {
        guard let colon = color.firstIndex(of: ":"), ["rgb", "rgba"].contains(color[..<colon]) else {
            return nil
        }
        let parts = color[color.index(after: colon)...].split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == (color.hasPrefix("rgba") ? 4 : 3) else { return nil }
        var light = 0.0
        for (part, weight) in zip(parts, [0.299, 0.587, 0.114]) {
            guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit),
                let value = Int(part, radix: 16)
            else { return nil }
            light += weight * Double(value) / Double((1 << (4 * part.utf8.count)) - 1)
        }
        return light > 0.5 ? .light : .dark
    }
}
