/// Finds the end of a start tag in the source of a page.
enum StartTag {
    /// The state of reading a tag (HTML standard, §13.2.5).
    private enum Place {
        case name
        /// Between attributes, or in an attribute name.
        case attribute
        case beforeValue
        case value
        case quoted(UInt8)
    }

    /// Returns the index after the `>` that ends the tag whose `<` is at `start`, or nil if it does not end. Linear.
    static func end(in html: [UInt8], from start: Int) -> Int? {
        var place = Place.name
        for index in html.indices.dropFirst(start + 1) {
            let byte = html[index]
            let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
            switch place {
            case .quoted(let quote):
                if byte == quote { place = .attribute }
                continue
            case .beforeValue where isBlank: continue
            case .beforeValue where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"):
                place = .quoted(byte)
                continue
            case .beforeValue: place = .value
            case .name, .value: if isBlank { place = .attribute }
            case .attribute: if byte == UInt8(ascii: "=") { place = .beforeValue }
            }
            if byte == UInt8(ascii: ">") { return index + 1 }
        }
        return nil
    }
}
