/// The host parser of the WHATWG standard (§3.5).
enum WebURLHost {
    /// Returns the serialized host. Linear, except for the cost of `domainToASCII`.
    static func parse(
        _ bytes: ArraySlice<UInt8>, isSpecial: Bool, domainToASCII: WebURL.DomainToASCII?
    ) throws(WebURL.Failure) -> String {
        func failure(_ problem: WebURL.HostProblem) -> WebURL.Failure {
            .invalidHost(String(decoding: bytes, as: UTF8.self), problem)
        }
        if bytes.first == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]") else { throw failure(.unclosedBracket) }
            guard let pieces = IPv6.parse(bytes.dropFirst().dropLast()) else { throw failure(.invalidIPv6) }
            return "[" + IPv6.text(pieces) + "]"
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
        return IPv6.dotted(address)
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
}
