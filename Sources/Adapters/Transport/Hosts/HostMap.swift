import SonicProtocol
import SystemLibraries

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

/// A file with a map of hosts, as it was last read.
public struct HostFile: Sendable {
    let path: String
    private let domainToASCII: WebURL.DomainToASCII?
    private(set) var map = HostMap()
    private var stamp: FileStamp?

    /// The maximum size of the file in bytes.
    private static let limit = 8 << 20

    /// Creates a file that was not read yet.
    public init(path: String, domainToASCII: WebURL.DomainToASCII? = nil) {
        self.path = path
        self.domainToASCII = domainToASCII
    }

    /// Reads the file if it was changed or replaced, and returns its faults. If the file cannot be read, the map is
    /// unchanged.
    mutating func refresh() -> [Finding] {
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(path)
            let now = FileStamp(file.status)
            if stamp != now {
                map = HostMap(try file.bytes(limit: Self.limit), domainToASCII: domainToASCII)
                stamp = now
            }
        } catch {
            let kept = map.isEmpty ? "" : "; its previous content stays in use"
            return [Finding(.hostsUnreadable, "\(path) cannot be read (\(error.reason))\(kept)")]
        }
        return map.problems.map { Finding(.hostsLine, "\(path):\($0.position.line): \($0.message)") }
    }
}

/// A source of a map of hosts.
public enum HostSource: Sendable {
    /// A file, read again whenever it has changed.
    case file(HostFile)
    /// An option or a setting of this name, which returns the address of a URL's host.
    case named(String, @Sendable (WebURL) -> HostAddress?)

    /// The path or the name.
    var name: String {
        switch self {
        case .file(let file): file.path
        case .named(let name, _): name
        }
    }

    /// Looks up a URL's host, and returns the faults of a file, which is read again if it was changed.
    mutating func find(_ url: WebURL) -> (address: HostAddress?, findings: [Finding]) {
        switch self {
        case .named(_, let address): return (address(url), [])
        case .file(var file):
            let findings = file.refresh()
            self = .file(file)
            return (file.map.address(for: url), findings)
        }
    }

    /// Returns the address of a URL's host; nil if it has none, or if the file cannot be read. A file is read again.
    /// - Complexity: Linear in the size of the file.
    public func address(of url: WebURL) -> HostAddress? {
        var source = self
        return source.find(url).address
    }

    /// Returns what this source changes about the origin of a URL; nil for nothing. A file that cannot be read may change
    /// anything: its previous contents, which are not known here, remain in use.
    /// - Complexity: Linear in the size of the file.
    public func cause(at url: WebURL) -> OriginException.Cause? {
        var source = self
        let (address, findings) = source.find(url)
        if findings.contains(where: { $0.rule == .hostsUnreadable }) { return .hostList(name) }
        return address.map { .address("\($0)") }
    }
}

/// An address to connect to instead of those of a host name, optionally with another port.
public struct HostAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address: IPv4 in four parts, or IPv6 in brackets.
    public let address: String
    /// The port; nil for the requested one.
    public let port: Int?

    /// Parses `192.0.2.1`, `192.0.2.1:8080`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:8080`; nil for anything
    /// else, including names and other spellings of addresses.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let isBare = bytes.first != UInt8(ascii: "[") && bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1
        guard let place = HostPlace(isBare ? "[\(text)]" : String(text)) else { return nil }
        if place.host.utf8.first != UInt8(ascii: "[") {
            guard place.host.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
                text.prefix(while: { $0 != ":" }) == place.host, place.host.split(separator: ".").count == 4
            else { return nil }
        }
        (address, port) = (place.host, place.port)
    }

    /// `ADDRESS` or `ADDRESS:PORT`.
    public var description: String { port.map { "\(address):\($0)" } ?? address }
}

/// A host of a URL, optionally with a port.
struct HostPlace: Hashable {
    /// The host in the form of `WebURL.host`.
    let host: String
    /// The port; nil for any port.
    let port: Int?

    init(host: String, port: Int?) { (self.host, self.port) = (host, port) }

    /// Parses `HOST` or `HOST:PORT`; nil if it is neither.
    init?(_ text: String, domainToASCII: WebURL.DomainToASCII? = nil) {
        var host = text[...]
        var port: Int?
        if let colon = text.lastIndex(of: ":"), text[colon...].firstIndex(of: "]") == nil {
            let digits = text[text.index(after: colon)...]
            guard let number = Int(digits), (1...65535).contains(number), digits.utf8.first != 0x2B else {
                return nil
            }
            host = text[..<colon]
            port = number
        }
        // The text must not contain characters that would end the host in a URL.
        guard !host.isEmpty, !host.contains(where: { "/?#@\\:".contains($0) }) || host.first == "[",
            let url = try? WebURL.parse("http://\(host)/", domainToASCII: domainToASCII),  // nil tells enough
            url.path == "/", url.query == nil, url.fragment == nil, url.username.isEmpty
        else { return nil }
        self.init(host: url.host, port: port)
    }
}
