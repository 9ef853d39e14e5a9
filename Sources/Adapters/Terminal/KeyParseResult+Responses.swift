import CellGrid

// The responses of a terminal, which nobody types.
extension KeyParseResult {
    /// Parses a string from the terminal (ECMA-48 §5.6), which ends with BEL or `ESC \`, or Alt with the second of
    /// `bytes`, at least three. The only response with a meaning is that to the request of the background colour in
    /// `ControlSequences.modes`.
    static func string(
        _ bytes: ArraySlice<UInt8>, _ introducer: Introducer, _ isComplete: Bool
    ) -> KeyParseResult {
        let body = bytes.dropFirst(2)
        let first = body[body.startIndex]
        guard introducer == .command ? (0x30..<0x3A).contains(first) : first >= 0x20 && first != 0x7F else {
            return .key(.alt(Unicode.Scalar(bytes[bytes.startIndex + 1])), length: 2)
        }
        let rest = introducer.rest(body)
        // An unterminated string is discarded: its rest would be read as keys.
        guard rest.isWhole else { return isComplete ? .nothing(length: bytes.count) : .unfinished }
        let text = body.prefix { $0 >= 0x20 && $0 != 0x7F }
        let isEnded = rest.length > text.count
        return introducer == .command && isEnded
            ? backgroundReport(text, length: rest.length + 2) : .nothing(length: rest.length + 2)
    }

    private static func backgroundReport(_ body: ArraySlice<UInt8>, length: Int) -> KeyParseResult {
        let text = String(decoding: body, as: UTF8.self)
        guard text.hasPrefix("11;"), let tone = tone(text.dropFirst(3)) else {
            return .nothing(length: length)
        }
        return .key(.background(tone), length: length)
    }

    /// The tone of a colour in X11's notation, `rgb:RR/GG/BB` with one to four digits each, or `rgba:` with a fourth
    /// part that is ignored; nil for anything else.
    private static func tone(_ color: Substring) -> BackgroundTone? {
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
