import SonicProtocol

/// A map of hosts to addresses, as users write it (docs/reference/connections.md#hosts).
public struct HostMap: Sendable {
    private var addresses: [HostPlace: HostAddress] = [:]
    /// The invalid lines, at most twenty.
    public private(set) var problems: [TextProblem] = []
    private static let maxProblems = 20

    /// Creates an empty map.
    public init() {}

    /// Parses a list: a line is `HOST[:PORT] ADDRESS`, or as in a hosts file `ADDRESS HOST…`; `#` begins a comment. The
    /// first line of a host applies. Total and linear.
    public init(_ bytes: [UInt8], domainToASCII: WebURL.DomainToASCII? = nil) {
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A }
        for (index, line) in lines.enumerated() {
            let words = line.prefix { $0 != UInt8(ascii: "#") }
                .split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map { Bytes.text($0) }
            guard !words.isEmpty, !addLine(words, domainToASCII), problems.count < Self.maxProblems else {
                continue
            }
            let message = "“\(words.joined(separator: " "))” is not valid; use HOST ADDRESS or ADDRESS HOST."
            problems.append(TextProblem(TextPosition(line: index + 1, column: 1), message))
        }
    }

    /// Adds an argument of `--resolve`, `HOST[:PORT]:ADDRESS[:PORT]`, and replaces the existing entry of the host.
    /// - Returns: Whether the text is valid.
    public mutating func resolve(_ text: String, domainToASCII: WebURL.DomainToASCII? = nil) -> Bool {
        let inHost = text.first == "[" ? text.firstIndex(of: "]") ?? text.startIndex : text.startIndex
        guard let colon = text[inHost...].firstIndex(of: ":") else { return false }
        var rest = text[text.index(after: colon)...]
        var place = String(text[..<colon])
        let first = rest.prefix { $0 != ":" }
        if first.endIndex < rest.endIndex, !first.isEmpty,
            first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            // `2001:db8::1` also begins with digits.
            HostAddress(rest) == nil
        {
            place += ":" + first
            rest = rest[first.endIndex...].dropFirst()
        }
        guard let place = HostPlace(place, domainToASCII: domainToASCII), let address = HostAddress(rest)
        else {
            return false
        }
        addresses[place] = address
        return true
    }

    /// Returns the address of a URL's host; an entry with its port has priority over one without. Nil if there is none.
    public func address(for url: WebURL) -> HostAddress? {
        addresses[HostPlace(host: url.host, port: url.effectivePort)]
            ?? addresses[HostPlace(host: url.host, port: nil)]
    }

    /// Whether the map contains no hosts.
    public var isEmpty: Bool { addresses.isEmpty }

    private mutating func addLine(_ words: [String], _ domainToASCII: WebURL.DomainToASCII?) -> Bool {
        guard words.count > 1 else { return false }
        let names: ArraySlice<String>
        let address: HostAddress
        if let first = HostAddress(words[0]) {
            (names, address) = (words.dropFirst(), first)
        } else if let second = HostAddress(words[1]), words.count == 2 {
            (names, address) = (words.prefix(1), second)
        } else {
            return false
        }
        let places = names.map { HostPlace($0, domainToASCII: domainToASCII) }
        for case let place? in places where addresses[place] == nil { addresses[place] = address }
        return !places.contains(nil)
    }
}
