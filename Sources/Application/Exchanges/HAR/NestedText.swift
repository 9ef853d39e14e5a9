/// JSON whose most deeply nested values are emptied, so that a parser with limited depth can read the rest: other
/// programs write their own members (`_initiator` with a call stack) of any depth.
package enum NestedText {
    /// Returns the text with the objects and arrays below a level filled with spaces; its lines and columns stay.
    /// Linear, without recursion.
    package static func emptied(_ bytes: [UInt8], below levels: Int) -> [UInt8] {
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
