// The host parser of the WHATWG standard (§3.5).
extension WebURL {
    /// Returns the serialized host. Linear, except for the cost of `domainToASCII`.
    static func host(
        _ bytes: ArraySlice<UInt8>, isSpecial: Bool, domainToASCII: DomainToASCII?
    ) throws(Failure) -> String {
        func failure(_ problem: HostProblem) -> Failure {
            .invalidHost(String(decoding: bytes, as: UTF8.self), problem)
        }
        if bytes.first == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]") else { throw failure(.unclosedBracket) }
            guard let pieces = ipv6(bytes.dropFirst().dropLast()) else { throw failure(.invalidIPv6) }
            return "[" + ipv6Text(pieces) + "]"
        }
        guard isSpecial else {
            guard !bytes.contains(where: isForbidden) else { throw failure(.forbiddenCharacter) }
            return PercentEncodeSet.c0Control.encoded(bytes)
        }
        let decoded = bytes.contains(UInt8(ascii: "%")) ? PercentEncodeSet.decoded(bytes) : Array(bytes)
        let domain: [UInt8]
        if decoded.allSatisfy({ $0 < 0x80 }), !(domainToASCII != nil && hasEncodedLabel(decoded)) {
            domain = decoded.map(Bytes.lowered)
        } else {
            guard let domainToASCII, let text = String(validating: decoded, as: UTF8.self),
                let ascii = domainToASCII(text), !ascii.isEmpty
            else { throw failure(.notConvertible) }
            domain = Array(ascii.utf8)
        }
        guard !domain.contains(where: isForbiddenInDomain) else { throw failure(.forbiddenCharacter) }
        guard endsInNumber(domain) else { return String(decoding: domain, as: UTF8.self) }
        guard let address = ipv4(domain) else { throw failure(.invalidIPv4) }
        return dotted(address)
    }

    /// Whether the host of a special URL is an IPv4 address: the parser accepts no names that end in a number.
    static func isIPv4(_ host: [UInt8]) -> Bool { endsInNumber(host) }

    /// Whether a label begins with `xn--`, in any case.
    private static func hasEncodedLabel(_ domain: [UInt8]) -> Bool {
        domain.split(separator: UInt8(ascii: ".")).contains {
            Bytes.equalIgnoringCase($0.prefix(4), "xn--".utf8)
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00, 0x09, 0x0A, 0x0D, 0x20: true
        case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"),
            UInt8(ascii: "^"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    private static func isForbiddenInDomain(_ byte: UInt8) -> Bool {
        byte <= 0x1F || byte >= 0x7F || byte == UInt8(ascii: "%") || isForbidden(byte)
    }

    // MARK: IPv4

    private static func endsInNumber(_ domain: [UInt8]) -> Bool {
        let parts = labels(domain)
        guard let last = parts.last, !last.isEmpty else { return false }
        return last.allSatisfy(\.isASCIIDigit) || number(last) != nil
    }

    /// Returns the labels, without the empty one after a final dot.
    private static func labels(_ domain: [UInt8]) -> [ArraySlice<UInt8>] {
        let parts = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts[parts.count - 1].isEmpty ? parts.dropLast() : parts
    }

    /// Parses one to four decimal, octal or hexadecimal numbers; nil if they are not an IPv4 address.
    private static func ipv4(_ domain: [UInt8]) -> UInt32? {
        let parts = labels(domain)
        guard parts.count <= 4 else { return nil }
        var address: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let value = number(part) else { return nil }
            let remaining = 4 - index
            if index == parts.count - 1 {
                guard value < 1 << (8 * UInt64(remaining)) else { return nil }
                address = address << (8 * UInt64(remaining)) | value
            } else {
                guard value < 256 else { return nil }
                address = address << 8 | value
            }
        }
        return UInt32(truncatingIfNeeded: address)
    }

    /// Parses one number; values above 32 bits are clamped to 2³², which is out of range for every part.
    private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
        guard !part.isEmpty else { return nil }
        var digits = part
        var radix: UInt64 = 10
        if Bytes.equalIgnoringCase(part.prefix(2), "0x".utf8) {
            digits = part.dropFirst(2)
            radix = 16
        } else if part.count > 1, part.first == UInt8(ascii: "0") {
            digits = part.dropFirst()
            radix = 8
        }
        var value: UInt64 = 0
        for digit in digits {
            guard let worth = digit.hexadecimalValue, worth < radix else { return nil }
            value = min(value * radix + UInt64(worth), 1 << 32)
        }
        return value
    }

    // MARK: IPv6 (§3.5; RFC 5952)

    /// Parses an address into its eight pieces; nil if the text is not an IPv6 address.
    private static func ipv6(_ text: ArraySlice<UInt8>) -> [UInt16]? {
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
                guard piece.endIndex == rest.endIndex, pieces.count <= 6, let low = dottedIPv4(piece) else {
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
    static func ipv6Text(_ pieces: [UInt16]) -> String {
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
    private static func dottedIPv4(_ text: ArraySlice<UInt8>) -> UInt32? {
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
