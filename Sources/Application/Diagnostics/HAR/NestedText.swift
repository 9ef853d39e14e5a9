/// JSON whose deepest values are emptied, so that a reader with a bound of depth can read the rest: what other programs
/// write into members of their own (`_initiator` with a stack of calls) is nested as deeply as those were.
enum NestedText {
    /// The text with nothing but blanks in objects and arrays below a level; its lines and columns stay. Linear, in a
    /// stack of no depth.
    static func emptied(_ bytes: [UInt8], below levels: Int) -> [UInt8] {
        var depth = 0
        var quote: UInt8?
        var isEscaped = false
        var emptied = bytes
        for index in bytes.indices {
            let byte = bytes[index]
            let isInside = depth > levels
            if let open = quote {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == open {
                    quote = nil
                }
                if isInside, byte != 0x0A, byte != 0x0D { emptied[index] = 0x20 }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                // The bracket that closes the level stays.
                if depth == levels { continue }
            default: break
            }
            if isInside, byte != 0x0A, byte != 0x0D { emptied[index] = 0x20 }
        }
        return emptied
    }
}
