import HTML

/// A page in an attribute of another (`srcdoc`): its link has a `data:` address that is marked as such.
public enum InnerPage {
    /// The beginning of such addresses.
    static let beginning = "data:text/html;charset=utf-8;from=srcdoc,"

    /// Returns the address of a page, with a base for its links added if it is a page in an attribute. Such pages are
    /// never in quirks mode, even without a doctype (HTML standard §4.8.5).
    /// - Parameters:
    ///   - address: An address in the outer page.
    ///   - base: The base of addresses in the outer page.
    public static func address(_ address: String, base: String) -> String {
        guard address.hasPrefix(beginning) else { return address }
        var start = Array("<!DOCTYPE html><base href=\"".utf8)
        Escaping.append(Array(base.utf8)[...], to: &start)
        start += "\">".utf8
        return beginning + String(decoding: escaped(start[...]), as: UTF8.self)
            + address.dropFirst(beginning.count)
    }

    /// Returns percent-encoded bytes.
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
