/// Bytes on their way to a terminal, in pieces: what would command it becomes a visible mark, as in `VisibleText`, but
/// lines stay lines and tabs tabs. Bytes that are no UTF-8 become U+FFFD. Linear.
public struct VisibleStream: Sendable {
    /// The beginning of what the next piece decides: a character that is cut, or a carriage return.
    private var held: [UInt8] = []

    /// A stream before its first byte.
    public init() {}

    /// Takes the next bytes. Returns what they show, in UTF-8.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        let all = held + bytes
        let end = all.count - Self.unfinished(all)
        held = Array(all[end...])
        return Self.visible(all[..<end])
    }

    /// Says that no more will follow. Returns what was held back.
    public mutating func finish() -> [UInt8] {
        defer { held = [] }
        return Self.visible(held[...])
    }

    /// How many bytes at the end need the next ones to be understood.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return 1 }
        for (index, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }

    private static func visible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // A carriage return goes back over what is written, unless the line ends with it.
            if isReturn { result += scalar == "\n" ? [0x0D] : picture }
            isReturn = scalar == "\r"
            guard !isReturn else { continue }
            let isKept = scalar == "\n" || scalar == "\t"
            result += UTF8.encode(isKept ? scalar : VisibleText.mark(for: scalar.value) ?? scalar) ?? .init()
        }
        if isReturn { result += picture }
        return result
    }

    /// U+240D, the picture of a carriage return.
    private static let picture: [UInt8] = [0xE2, 0x90, 0x8D]
}
