/// The basic URL parser of the WHATWG standard (§4.4), over bytes.
///
/// The standard processes one code point at a time in about twenty states. The methods here have those states' names,
/// but each consumes the whole part that its state would collect, with the same result. Every byte is read a fixed
/// number of times, so parsing is linear.
struct WebURLParser {
    /// The input that is not yet parsed.
    var rest: ArraySlice<UInt8>
    var url = WebURL.Parts()
    /// The path so far: each segment after its slash.
    var path: [UInt8] = []
    private let text: String
    private let domainToASCII: WebURL.DomainToASCII?
    /// The encoding of queries; nil for UTF-8.
    let queryEncoding: OutputEncoding?

    /// Creates a parser of `text`, without leading and trailing blanks, tabs and line ends.
    init(text: String, domainToASCII: WebURL.DomainToASCII?, queryEncoding: OutputEncoding? = nil) {
        self.text = text
        self.queryEncoding = queryEncoding
        self.domainToASCII = domainToASCII
        let bytes = Array(text.utf8)
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        let isDropped: (UInt8) -> Bool = { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let stripped = bytes[start..<end]
        rest = stripped.contains(where: isDropped) ? stripped.filter { !isDropped($0) }[...] : stripped
    }

    /// Parses the URL. Called once.
    mutating func parse(base: WebURL?) throws(WebURL.Failure) -> WebURL {
        if let scheme = takeScheme() {
            try afterScheme(scheme, base: base)
        } else {
            guard let base else { throw rest.isEmpty ? .empty : .missingScheme(text) }
            try noScheme(base: base)
        }
        return WebURL(url)
    }

    // MARK: Scheme

    private mutating func takeScheme() -> String? {
        guard let first = rest.first, first.isASCIILetter,
            let end = rest.firstIndex(where: { !$0.isSchemeByte }), rest[end] == UInt8(ascii: ":")
        else { return nil }
        let scheme = String(decoding: rest[..<end].map(Bytes.lowered), as: UTF8.self)
        rest = rest[(end + 1)...]
        return scheme
    }

    private mutating func afterScheme(_ scheme: String, base: WebURL?) throws(WebURL.Failure) {
        url.scheme = scheme
        if scheme == "file" {
            try file(base: base?.scheme == "file" ? base : nil)
        } else if url.isSpecial {
            // `http:page` is relative to a base of the same scheme; otherwise it means `http://page`.
            if let base, base.scheme == scheme, !rest.starts(with: "//".utf8) {
                try relative(to: base)
            } else {
                try specialAuthorityIgnoreSlashes()
            }
        } else if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            try authority()
        } else if rest.first == UInt8(ascii: "/") {
            rest = rest.dropFirst()
            segments()
        } else {
            opaquePath()
        }
    }

    private mutating func noScheme(base: WebURL) throws(WebURL.Failure) {
        if base.hasOpaquePath {
            guard rest.first == UInt8(ascii: "#") else { throw .notRelative(to: base.scheme) }
            url.scheme = base.scheme
            url.path = base.path
            url.query = base.query
            queryAndFragment()
        } else if base.scheme == "file" {
            url.scheme = "file"
            try file(base: base)
        } else {
            url.scheme = base.scheme
            try relative(to: base)
        }
    }

    // MARK: Relative references

    private mutating func relative(to base: WebURL) throws(WebURL.Failure) {
        if startsWithSlash {
            let afterFirst = rest.dropFirst()
            if let second = afterFirst.first, isSlash(second) {
                rest = afterFirst
                if url.isSpecial {
                    try specialAuthorityIgnoreSlashes()
                } else {
                    rest = rest.dropFirst()
                    try authority()
                }
                return
            }
            rest = afterFirst
            copyAuthority(of: base)
            segments()
            return
        }
        copyAuthority(of: base)
        continuePath(of: base)
    }

    private mutating func continuePath(of base: WebURL) {
        path = Array(base.path.utf8)
        if atPathEnd {
            url.path = base.path
            url.query = base.query
            queryAndFragment()
        } else {
            if url.scheme == "file", startsWithDriveLetter { path = [] } else { shortenPath() }
            segments()
        }
    }

    private mutating func copyAuthority(of base: WebURL) {
        url.hasAuthority = base.hasAuthority
        url.username = base.username
        url.password = base.password
        url.host = base.host
        url.port = base.port
    }

    // MARK: Authority

    private mutating func specialAuthorityIgnoreSlashes() throws(WebURL.Failure) {
        rest = rest.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        try authority()
    }

    private mutating func authority() throws(WebURL.Failure) {
        url.hasAuthority = true
        let end = rest.firstIndex(where: isPathStart) ?? rest.endIndex
        var hostAndPort = rest[..<end]
        if let at = hostAndPort.lastIndex(of: UInt8(ascii: "@")) {
            credentials(hostAndPort[..<at])
            hostAndPort = hostAndPort[(at + 1)...]
            guard !hostAndPort.isEmpty else { throw .missingHost }
        }
        rest = rest[end...]
        try hostPort(hostAndPort)
        pathStart()
    }

    private mutating func credentials(_ bytes: ArraySlice<UInt8>) {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        url.username = PercentEncodeSet.userinfo.encoded(bytes[..<colon])
        url.password = PercentEncodeSet.userinfo.encoded(bytes[colon...].dropFirst())
    }

    private mutating func hostPort(_ bytes: ArraySlice<UInt8>) throws(WebURL.Failure) {
        var inBrackets = false
        let colon = bytes.firstIndex { byte in
            if byte == UInt8(ascii: "[") { inBrackets = true }
            if byte == UInt8(ascii: "]") { inBrackets = false }
            return byte == UInt8(ascii: ":") && !inBrackets
        }
        let host = bytes[..<(colon ?? bytes.endIndex)]
        guard !host.isEmpty || (!url.isSpecial && colon == nil) else { throw .missingHost }
        if !host.isEmpty { url.host = try parsedHost(host) }
        if let colon { url.port = try parsedPort(bytes[(colon + 1)...]) }
    }

    private func parsedHost(_ bytes: ArraySlice<UInt8>) throws(WebURL.Failure) -> String {
        try WebURL.host(bytes, isSpecial: url.isSpecial, domainToASCII: domainToASCII)
    }

    private func parsedPort(_ digits: ArraySlice<UInt8>) throws(WebURL.Failure) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else {
            throw .invalidPort(String(decoding: digits, as: UTF8.self))
        }
        guard !digits.isEmpty else { return nil }
        var port = 0
        for digit in digits {
            port = port * 10 + Int(digit - UInt8(ascii: "0"))
            guard port <= 65535 else { throw .portOutOfRange(String(decoding: digits, as: UTF8.self)) }
        }
        return port == WebURL.defaultPort(of: url.scheme) ? nil : port
    }

    // MARK: File

    private mutating func file(base: WebURL?) throws(WebURL.Failure) {
        url.hasAuthority = true
        if startsWithSlash {
            let afterFirst = rest.dropFirst()
            if let second = afterFirst.first, isSlash(second) {
                rest = afterFirst.dropFirst()
                try fileHost()
                return
            }
            rest = afterFirst
            if let base {
                url.host = base.host
                // `/a` in a document on drive C: stays on drive C:.
                let first = Array(base.path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
                if !startsWithDriveLetter, isDriveSegment([UInt8(ascii: "/")] + first) {
                    path = [UInt8(ascii: "/")] + first
                }
            }
            segments()
            return
        }
        guard let base else { return segments() }
        url.host = base.host
        continuePath(of: base)
    }

    private mutating func fileHost() throws(WebURL.Failure) {
        let end = rest.firstIndex(where: isPathStart) ?? rest.endIndex
        let host = rest[..<end]
        // `file://C:/a` has a drive in the position of a host.
        if host.count == 2, startsWithDriveLetter { return segments() }
        rest = rest[end...]
        if !host.isEmpty {
            let parsed = try parsedHost(host)
            url.host = parsed == "localhost" ? "" : parsed
        }
        pathStart()
    }

    // MARK: Delimiters

    func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && url.isSpecial)
    }

    func isPathStart(_ byte: UInt8) -> Bool {
        isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    var startsWithSlash: Bool { rest.first.map(isSlash) ?? false }

    var atPathEnd: Bool { rest.first.map { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? true }
}
