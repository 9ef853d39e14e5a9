import CellGrid

/// A key and its byte sequence in the terminal's description.
package typealias ListedKey = (sequence: [UInt8], key: Key)

/// The meaning of the first bytes of a terminal's input.
enum KeyParseResult: Equatable {
    /// A key of `length` bytes.
    case key(Key, length: Int)
    /// The introducer of pasted text, of `length` bytes.
    case pasteBegins(length: Int)
    /// Bytes that are not a key: an unrequested report, an invalid character.
    case nothing(length: Int)
    /// An incomplete sequence or character: more bytes are required.
    case unfinished

    /// Parses the beginning of `bytes`, which is not empty; `isComplete` means that no more bytes follow.
    init(of bytes: ArraySlice<UInt8>, _ listed: [ListedKey], isComplete: Bool) {
        let first = bytes[bytes.startIndex]
        switch first {
        case 0x1B: self = Self.escape(bytes, listed, isComplete)
        case 0x09: self = .key(.tab, length: 1)
        case 0x0D, 0x0A: self = .key(.enter, length: 1)
        case 0x7F, 0x08: self = .key(.backspace, length: 1)
        case 0x00..<0x20: self = .key(.control(Self.letter(first)), length: 1)
        default: self = Self.character(bytes, isComplete) { .character($0) }
        }
    }

    private static func letter(_ control: UInt8) -> Unicode.Scalar {
        let upper = control + 0x40
        return Unicode.Scalar((0x41...0x5A).contains(upper) ? upper + 0x20 : upper)
    }

    private static func character(
        _ bytes: ArraySlice<UInt8>, _ isComplete: Bool, _ key: (Unicode.Scalar) -> Key
    ) -> KeyParseResult {
        let length: Int
        switch bytes[bytes.startIndex] {
        case 0..<0x80: length = 1
        case 0xC2..<0xE0: length = 2
        case 0xE0..<0xF0: length = 3
        case 0xF0..<0xF5: length = 4
        default: return .nothing(length: 1)
        }
        let tail = bytes.dropFirst().prefix(length - 1)
        guard tail.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .nothing(length: 1) }
        guard tail.count == length - 1 else { return isComplete ? .nothing(length: 1) : .unfinished }
        var decoder = UTF8()
        var iterator = bytes.prefix(length).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
            return .nothing(length: length)
        }
        return .key(key(scalar), length: length)
    }

    // Escape, Alt with a key, or a sequence.
    private static func escape(
        _ bytes: ArraySlice<UInt8>, _ listed: [ListedKey], _ isComplete: Bool
    ) -> KeyParseResult {
        let rest = bytes.dropFirst()
        guard let second = rest.first else { return isComplete ? .key(.escape, length: 1) : .unfinished }
        guard let introducer = Introducer(of: bytes) else {
            return second < 0x20 || second == 0x7F ? .key(.escape, length: 1) : alt(rest, isComplete)
        }
        guard bytes.count > 2 else { return isComplete ? alt(rest, isComplete) : .unfinished }
        switch introducer {
        case .controlSequence, .singleShift:
            let part = sequence(rest, introducer)
            // An unterminated sequence is discarded: its rest would be read as keys.
            guard part.isWhole else { return isComplete ? .nothing(length: bytes.count) : .unfinished }
            let sequence = bytes.prefix(part.length + 1)
            if let known = listed.first(where: { sequence.elementsEqual($0.sequence) }) {
                return .key(known.key, length: sequence.count)
            }
            return meaning(sequence)
        case .command, .string: return string(bytes, introducer, isComplete)
        }
    }

    private static func alt(_ rest: ArraySlice<UInt8>, _ isComplete: Bool) -> KeyParseResult {
        switch character(rest, isComplete, { .alt($0) }) {
        case .key(let key, let length): .key(key, length: length + 1)
        case .unfinished: .unfinished
        case .nothing, .pasteBegins: .key(.escape, length: 1)
        }
    }

    // The bytes after Escape that form one sequence, including the Linux console's ESC [ [ A.
    private static func sequence(
        _ bytes: ArraySlice<UInt8>, _ introducer: Introducer
    ) -> (length: Int, isWhole: Bool) {
        if bytes.starts(with: Array("[[".utf8)) { return (3, bytes.count > 2) }
        let rest = introducer.rest(bytes.dropFirst())
        return (rest.length + 1, rest.isWhole)
    }

    private static func meaning(_ sequence: ArraySlice<UInt8>) -> KeyParseResult {
        let length = sequence.count
        let body = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
        let final = Unicode.Scalar(sequence.last ?? 0)
        if body == "200", final == "~" { return .pasteBegins(length: length) }
        let isKeypad = sequence.dropFirst().first == UInt8(ascii: "O")
        let key = key(body, final, isKeypad: isKeypad)
        return key.map { .key($0, length: length) } ?? .nothing(length: length)
    }

    private static func key(_ body: String, _ final: Unicode.Scalar, isKeypad: Bool) -> Key? {
        if body.first == "<" { return mouse(body.dropFirst(), final) }
        if body == "[" {
            let number = Int(final.value) - 0x40
            return (1...5).contains(number) ? .function(number) : nil
        }
        if !isKeypad, final == "I" || final == "O" { return final == "I" ? .focusGained : .focusLost }
        return named(final, number: Int(body.prefix { $0 != ";" }))
    }

    // Modifiers (a second number) are ignored: no command uses them.
    private static func named(_ final: Unicode.Scalar, number: Int?) -> Key? {
        switch final {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "F": .end
        case "H": .home
        case "M": .enter
        case "Z": .backTab
        case "P", "Q", "R", "S": .function(Int(final.value) - 0x4F)
        case "~":
            switch number {
            case 1, 7: .home
            case 2: .insert
            case 3: .delete
            case 4, 8: .end
            case 5: .pageUp
            case 6: .pageDown
            case .some(11...15): .function(number! - 10)
            case .some(17...21): .function(number! - 11)
            case .some(23...24): .function(number! - 12)
            default: nil
            }
        default: nil
        }
    }

    // xterm's SGR reports: button;column;row, both from 1, then M for down and m for up.
    private static func mouse(_ body: Substring, _ final: Unicode.Scalar) -> Key? {
        let numbers = body.split(separator: ";").compactMap { UInt16($0) }
        guard numbers.count == 3, final == "M" || final == "m" else { return nil }
        let action: Key.Mouse.Action
        // Bits 4, 8 and 16 are the modifiers.
        switch numbers[0] & ~28 {
        case 0: action = final == "M" ? .pressed : .released
        case 1 where final == "M": action = .middlePressed
        case 32: action = .dragged
        case 64: action = .wheelUp
        case 65: action = .wheelDown
        default: return nil
        }
        return .mouse(
            Key.Mouse(action, row: max(Int(numbers[2]) - 1, 0), column: max(Int(numbers[1]) - 1, 0)))
    }

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

    // The responses of a terminal, which nobody types.

    /// Parses a string from the terminal (ECMA-48 §5.6), which ends with BEL or `ESC \`, or Alt with the second of
    /// `bytes`, at least three. The only responses with a meaning are those to the requests in `ControlSequences.modes`.
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
        let length = rest.length + 2
        guard isEnded else { return .nothing(length: length) }
        if introducer == .command { return backgroundReport(text, length: length) }
        let answer = graphicsAnswer(String(decoding: [bytes[bytes.startIndex + 1]] + text, as: UTF8.self))
        return answer.map { .key(.graphics($0), length: length) } ?? .nothing(length: length)
    }

    /// What a response says about pictures. Kitty puts them in place of cells since 0.28; no response says so itself.
    private static func graphicsAnswer(_ text: String) -> GraphicsAnswer? {
        if text == "_Gi=1;OK" { return .works }
        if text.hasPrefix("P>|ghostty ") { return .named }
        let kitty = "P>|kitty("
        guard text.hasPrefix(kitty), text.hasSuffix(")") else { return nil }
        let version = text.dropFirst(kitty.count).dropLast().split(separator: ".").map { Int($0) }
        guard version.count >= 2, let major = version[0], let minor = version[1] else { return nil }
        return (major, minor) >= (0, 28) ? .named : nil
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
