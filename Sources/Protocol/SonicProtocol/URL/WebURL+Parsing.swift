extension WebURL {
    /// Converts a host name that contains non-ASCII characters or an `xn--` label to its ASCII form by UTS #46
    /// (non-transitional); nil if the name is not allowed.
    public typealias DomainToASCII = @Sendable (String) -> String?

    /// Parses an absolute URL whose host is ASCII; nil if it is not valid. `parse` throws the reason.
    public init?(_ text: String) {
        do {
            self = try Self.parse(text)
        } catch {
            return nil
        }
    }

    /// Parses a URL, relative to `base` if it is not absolute. Total over any text and linear in it.
    ///
    /// - Parameters:
    ///   - text: The URL as written in a page, a header or a command line; leading and trailing blanks are removed, and
    ///     tabs and line ends within it, as the standard specifies.
    ///   - base: The base URL of relative references; nil to accept absolute URLs only.
    ///   - domainToASCII: Called only for hosts that require it; without it, hosts with non-ASCII characters are
    ///     rejected, and `xn--` labels are kept as they are.
    ///   - queryEncoding: The encoding of the page that contains the text, for the query of a special URL other than ws
    ///     and wss; nil for UTF-8, in which all other parts are always encoded.
    /// - Throws: The part that is invalid.
    public static func parse(
        _ text: String, base: WebURL? = nil, domainToASCII: DomainToASCII? = nil,
        queryEncoding: OutputEncoding? = nil
    ) throws(Failure) -> WebURL {
        var parser = WebURLParser(text: text, domainToASCII: domainToASCII, queryEncoding: queryEncoding)
        return try parser.parse(base: base)
    }

    /// Resolves a reference in a document or a response at this URL; nil if it is not a valid URL.
    public func resolve(_ reference: String, domainToASCII: DomainToASCII? = nil) -> WebURL? {
        do {
            return try Self.parse(reference, base: self, domainToASCII: domainToASCII)
        } catch {
            return nil
        }
    }

    /// The part of a text that makes it an invalid URL.
    public enum Failure: Error, Equatable, Sendable {
        /// The text is empty.
        case empty
        /// The text has no scheme, and there is no base URL.
        case missingScheme(String)
        /// The text is relative, but the base URL has an opaque path, such as `mailto:`.
        case notRelative(to: String)
        /// The host is missing.
        case missingHost
        /// The host is invalid.
        case invalidHost(String, HostProblem)
        /// The port is not a number.
        case invalidPort(String)
        /// The port is above 65535.
        case portOutOfRange(String)
        /// The text is a path in the file system, not an address.
        case filePath(String)
    }

    /// What is wrong with a host.
    public enum HostProblem: Equatable, Sendable {
        /// It contains a forbidden code point.
        case forbiddenCharacter
        /// It ends in a number but is not an IPv4 address.
        case invalidIPv4
        /// The text in brackets is not an IPv6 address.
        case invalidIPv6
        /// An opening bracket is not closed.
        case unclosedBracket
        /// It contains non-ASCII characters that are not allowed in host names or cannot be converted here.
        case notConvertible
    }

    /// Parses what a person types as an address: an absolute URL as it is, otherwise a host and what may follow it,
    /// such as `news.example/today` or `localhost:8420`.
    ///
    /// Without a scheme, https is used; http if a port other than 443 is given, or if the host is an IP address or a
    /// loopback name, since servers there rarely have certificates.
    /// - Throws: The part that is invalid; `filePath` for texts such as `./page.html`, which the caller handles.
    public static func fromUserInput(
        _ text: String, domainToASCII: DomainToASCII? = nil
    ) throws(Failure) -> WebURL {
        let bytes = Bytes.trimmed(Array(text.utf8))
        guard !bytes.isEmpty else { throw .empty }
        if bytes.first == UInt8(ascii: "~") || bytes.first == UInt8(ascii: ".")
            || (bytes.first == UInt8(ascii: "/") && !bytes.starts(with: "//".utf8))
        {
            throw .filePath(text)
        }
        if namesScheme(bytes) { return try parse(text, domainToASCII: domainToASCII) }
        let host = String(decoding: bytes.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
        let plain = try parse("http://" + host, domainToASCII: domainToASCII)
        // Parsed as https, port 80 is kept and 443 dropped; parsed as http, the other way around.
        if plain.port == 443 {
            return plain.with { parts in
                parts.scheme = "https"
                parts.port = nil
            }
        }
        let withPort = try parse("https://" + host, domainToASCII: domainToASCII).port != nil
        let isPlain = withPort || plain.isLoopback || plain.hasAddressHost
        return isPlain ? plain : plain.with { $0.scheme = "https" }
    }

    /// Whether the text begins with a scheme rather than with a host and port: `http:`, `mailto:` and any other word
    /// before `://` do, `localhost:8420` does not.
    private static func namesScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = String(decoding: bytes[..<colon].map(Bytes.lowered), as: UTF8.self)
        let rest = bytes[(colon + 1)...]
        if isSpecial(scheme) || rest.starts(with: "//".utf8) { return true }
        return ["about", "blob", "data", "javascript", "mailto", "tel"].contains(scheme)
    }
}

extension WebURL.Failure: CustomStringConvertible {
    /// The problem and how to fix it, in one or two sentences. Control characters of the text are not repeated.
    public var description: String {
        switch self {
        case .empty: "The address is empty. Write one such as https://example.com/."
        case .missingScheme(let text):
            "“\(shown(text))” has no scheme. Write it with http:// or https:// in front."
        case .notRelative(let scheme):
            "The address is relative, and nothing can be relative to a \(shown(scheme)): address."
        case .missingHost: "The address has no host. Write it as http://HOST/PATH."
        case .invalidHost(let host, let problem): "“\(shown(host))” cannot be a host: \(problem.description)"
        case .invalidPort(let text): "“\(shown(text))” is not a port. A port is a number from 0 to 65535."
        case .portOutOfRange(let text):
            "Port \(shown(text)) is too large. A port is a number from 0 to 65535."
        case .filePath(let text):
            "“\(shown(text))” is a path to a file, not an address. Show it with sonic dump FILE, or serve its folder with sonic-server serve FOLDER."
        }
    }

    /// Returns at most 80 characters of the text, with each control or bidirectional control character replaced by
    /// U+FFFD.
    private func shown(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(80) {
            let steers = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            result.append(steers ? "\u{FFFD}" : scalar)
        }
        return String(result) + (text.unicodeScalars.dropFirst(80).isEmpty ? "" : "…")
    }
}

extension WebURL.HostProblem: CustomStringConvertible {
    /// The problem, as the end of a sentence.
    public var description: String {
        switch self {
        case .forbiddenCharacter: "it has a character that is not allowed in host names."
        case .invalidIPv4: "it ends in a number, but is not an IPv4 address such as 192.0.2.1."
        case .invalidIPv6: "the text in brackets is not an IPv6 address such as [2001:db8::1]."
        case .unclosedBracket: "its opening bracket is never closed."
        case .notConvertible: "its characters outside ASCII are not allowed in host names."
        }
    }
}
