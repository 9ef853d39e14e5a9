/// Parses and serializes IPv6 addresses as the WHATWG URL standard does (§3.5; RFC 5952).
enum IPv6 {
    /// Parses an address into its eight pieces; nil if the text is not an IPv6 address.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        // A valid address is at most 45 bytes long; the limit keeps hostile input cheap.
        guard text.count <= 45 else { return nil }
        var rest = text
        var pieces: [UInt16] = []
        var gap: Int?
        if rest.first == UInt8(ascii: ":") {
            guard rest.starts(with: "::".utf8) else { return nil }
            rest = rest.dropFirst(2)
            gap = 0
        }
        while !rest.isEmpty {
            guard pieces.count < 8 else { return nil }
            if rest.first == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                gap = pieces.count
                rest = rest.dropFirst()
                continue
            }
            let piece = rest.prefix { $0 != UInt8(ascii: ":") }
            if piece.contains(UInt8(ascii: ".")) {
                guard piece.endIndex == rest.endIndex, pieces.count <= 6, let low = ipv4(piece) else {
                    return nil
                }
                pieces += [UInt16(truncatingIfNeeded: low >> 16), UInt16(truncatingIfNeeded: low)]
                break
            }
            guard piece.count <= 4, let value = hexadecimal(piece) else { return nil }
            pieces.append(value)
            rest = rest.dropFirst(piece.count)
            if rest.popFirst() != nil, rest.isEmpty { return nil }
        }
        guard let gap else { return pieces.count == 8 ? pieces : nil }
        guard pieces.count < 8 else { return nil }
        let zeros = [UInt16](repeating: 0, count: 8 - pieces.count)
        pieces.insert(contentsOf: zeros, at: gap)
        return pieces
    }

    /// Serializes eight pieces, the first of the longest runs of zeros written as `::`.
    static func text(_ pieces: [UInt16]) -> String {
        var longest = 0..<0
        var start = 0
        for index in 0...pieces.count where index == pieces.count || pieces[index] != 0 {
            if index - start > longest.count { longest = start..<index }
            start = index + 1
        }
        let words = pieces.map { String($0, radix: 16) }
        guard longest.count > 1 else { return words.joined(separator: ":") }
        return words[..<longest.lowerBound].joined(separator: ":") + "::"
            + words[longest.upperBound...].joined(separator: ":")
    }

    /// Serializes an IPv4 address as four decimal numbers.
    static func dotted(_ address: UInt32) -> String {
        "\(address >> 24).\(address >> 16 & 0xFF).\(address >> 8 & 0xFF).\(address & 0xFF)"
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard !digits.isEmpty else { return nil }
        var value: UInt16 = 0
        for digit in digits {
            guard let worth = digit.hexadecimalValue else { return nil }
            value = value << 4 | UInt16(worth)
        }
        return value
    }

    /// Parses four decimal numbers without leading zeros, as they may end an IPv6 address.
    private static func ipv4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy(\.isASCIIDigit),
                part.count == 1 || part.first != UInt8(ascii: "0")
            else { return nil }
            let value = part.reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
            guard value < 256 else { return nil }
            address = address << 8 | value
        }
        return address
    }
}
