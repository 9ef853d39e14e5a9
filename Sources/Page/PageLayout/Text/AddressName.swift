import CellGrid
import HTML

/// The names that an address provides for a link or image that has none.
struct AddressName {
    /// The maximum width of a name, in columns.
    private static let widest = 20
    /// The maximum length of a scheme that is recognized, with white space in it.
    private static let longestScheme = 40

    private let address: String

    init(_ address: String) { self.address = address }

    /// The name of the file that the address refers to, without query and extension, shortened if it is long;
    /// nil if there is none.
    var file: String? {
        // The text or program in such an address is no name. URL parsers ignore white space in it.
        let scheme = address.prefix(Self.longestScheme).filter { !$0.isWhitespace }.prefix { $0 != ":" }
        guard !["data", "javascript"].contains(scheme.lowercased()) else { return nil }
        let bare = address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first ?? ""
        guard let last = bare.split(separator: "/").last, let file = last.split(separator: ".").first else {
            return nil
        }
        let name = Self.decoded(file)
        var shown = ""
        var cut = ""
        var columns = 0
        for character in name {
            columns += TextWidth.columns(of: String(character)).value
            guard columns <= Self.widest else { return cut + "…" }
            shown.append(character)
            if columns < Self.widest { cut = shown }
        }
        return shown.isEmpty ? nil : shown
    }

    /// The file name of an image, a video or a sound if it contains a word; nil for numbers and generated names.
    var wordedFile: String? {
        file.flatMap { name in
            name.split(whereSeparator: { "-_ .…".contains($0) }).contains(where: Self.isWord) ? name : nil
        }
    }

    /// Whether a part of a file name is a word, at most with a number.
    private static func isWord(_ part: Substring) -> Bool {
        // The length of the current run of letters and of the longest one, and how often letters and digits alternate.
        var (run, longestRun) = (0, 0)
        var alternations = 0
        var wasDigit: Bool?
        for byte in part.utf8 {
            let isDigit = ASCII.isDigit(byte)
            if let wasDigit, wasDigit != isDigit { alternations += 1 }
            wasDigit = isDigit
            run = isDigit ? 0 : run + 1
            longestRun = max(longestRun, run)
        }
        if alternations == 0 { return longestRun > 0 }
        let isHexadecimal = part.count >= 8 && part.allSatisfy { $0.isASCII && $0.isHexDigit }
        return longestRun >= 3 && alternations < 3 && !isHexadecimal
    }

    /// Decodes percent-encoded UTF-8; any other text is returned unchanged.
    static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        let decoded = String(validating: bytes, as: UTF8.self)
        guard let decoded, decoded.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            return String(text)
        }
        return decoded
    }

    /// The host of an absolute address, with the file name if there is room; nil for a relative address, an IPv6 address
    /// and a long host. The file name alone is not enough: many sites have a page called `share`.
    var site: String? {
        guard let start = ["https://", "http://", "//"].first(where: address.hasPrefix) else { return nil }
        let rest = address.dropFirst(start.count)
        let authority = rest.prefix { !"/\\?#".contains($0) }
        // A user name before the host may look like another host.
        let host = (authority.split(separator: "@").last ?? "").prefix { $0 != ":" }
        let name = host.hasPrefix("www.") ? host.dropFirst(4) : host
        guard !name.isEmpty, !name.hasPrefix("["), name.utf8.count <= Self.widest else { return nil }
        let path = rest.dropFirst(authority.count)
        guard path.hasPrefix("/"), let file = AddressName(String(path)).file else { return String(name) }
        let both = "\(name)/\(file)"
        return TextWidth.columns(of: both).value <= Self.widest ? both : String(name)
    }
}
