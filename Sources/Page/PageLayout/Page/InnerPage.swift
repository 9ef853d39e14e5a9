import HTML

/// A page that stands in an attribute of another (`srcdoc`): its link leads to a `data:` address that says where it is from.
public enum InnerPage {
    /// What such addresses begin with.
    static let beginning = "data:text/html;charset=utf-8;from=srcdoc,"

    /// The address of a page, where that is one of an attribute, with the address that its own links count from. Such pages
    /// follow the standard's rules for layout whatever they say of themselves (HTML standard §4.8.5).
    /// - Parameters:
    ///   - address: An address in the outer page.
    ///   - base: The address that those in the outer page count from.
    public static func address(_ address: String, base: String) -> String {
        guard address.hasPrefix(beginning) else { return address }
        var start = Array("<!DOCTYPE html><base href=\"".utf8)
        Escaping.append(Array(base.utf8)[...], to: &start)
        start += "\">".utf8
        return beginning + String(decoding: escaped(start[...]), as: UTF8.self)
            + address.dropFirst(beginning.count)
    }

    /// Bytes as addresses have them.
    static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        escaped.reserveCapacity(3 * bytes.count)
        for byte in bytes {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return escaped
    }
}
