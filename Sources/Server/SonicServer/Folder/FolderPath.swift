import SonicProtocol

/// A request's path as names below the served folder. Paths that could lead elsewhere are invalid.
struct FolderPath: Equatable {
    /// The decoded names, starting at the served folder; empty for the folder itself.
    let names: [String]
    /// Whether the path ends with a slash, so that it names a folder.
    let isFolder: Bool

    /// Parses a percent-encoded path. Returns nil if a decoded name is empty, begins with a dot (hidden files, `.` and
    /// `..`), or contains a slash, a zero byte or invalid UTF-8.
    init?(_ path: String) {
        guard path.hasPrefix("/") else { return nil }
        var parts = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        isFolder = parts.last?.isEmpty ?? true
        if isFolder { parts = parts.dropLast() }
        var names: [String] = []
        for part in parts {
            guard let bytes = Self.decoded(part), let name = String(validating: bytes, as: UTF8.self),
                !name.isEmpty, !name.hasPrefix("."), !bytes.contains(0), !bytes.contains(UInt8(ascii: "/"))
            else { return nil }
            names.append(name)
        }
        self.names = names
    }

    /// The path relative to the served folder, `.` for the folder itself.
    var relative: String { names.isEmpty ? "." : names.joined(separator: "/") }

    /// Returns a name percent-encoded for a link: all except letters, digits and `-._~` (RFC 3986 §2.3).
    static func encoded(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + Bytes.hexadecimal([byte]).uppercased()
            }
        }
        return text
    }

    /// Returns the bytes with each `%XX` decoded, or nil if a `%` is not followed by two digits.
    private static func decoded(_ bytes: Substring.UTF8View) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Self.digit),
                let low = rest.popFirst().flatMap(Self.digit)
            else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch Bytes.lowered(byte) {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: Bytes.lowered(byte) - 0x61 + 10
        default: nil
        }
    }
}
