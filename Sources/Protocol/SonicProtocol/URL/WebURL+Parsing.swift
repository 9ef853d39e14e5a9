extension WebURL {
    /// Turns a host name with characters outside ASCII, or with an `xn--` label, into its ASCII form by
    /// UTS #46 (non-transitional); nil when the name is not allowed.
    public typealias DomainToASCII = @Sendable (String) -> String?

    /// Reads an absolute URL whose host is ASCII; nil when it is not one. `parse` says why.
    public init?(_ text: String) {
        do {
            self = try Self.parse(text)
        } catch {
            return nil
        }
    }

    /// Reads a URL, relative to `base` when it is not absolute. Total over any text and linear in it.
    ///
    /// - Parameters:
    ///   - text: the URL as it stands in a page, a header or a command line; blanks around it and tabs and
    ///     line ends within are dropped, as the standard says.
    ///   - base: the URL that a relative reference starts from; nil to take absolute URLs only.
    ///   - domainToASCII: called only for hosts that need it; without it such hosts are refused when they hold
    ///     characters outside ASCII, and `xn--` labels are taken as they are.
    ///   - queryEncoding: the encoding of the page that the text stands in, for the query of an http or https URL;
    ///     nil for UTF-8, in which all other parts are always written.
    /// - Throws: which part is wrong.
    public static func parse(
        _ text: String, base: WebURL? = nil, domainToASCII: DomainToASCII? = nil,
        queryEncoding: OutputEncoding? = nil
    ) throws(Failure) -> WebURL {
        var parser = WebURLParser(text: text, domainToASCII: domainToASCII, queryEncoding: queryEncoding)
        return try parser.parse(base: base)
    }

    /// The URL that `reference` means in a document or an answer at this one; nil when it means none.
    public func resolve(_ reference: String, domainToASCII: DomainToASCII? = nil) -> WebURL? {
        do {
            return try Self.parse(reference, base: self, domainToASCII: domainToASCII)
        } catch {
            return nil
        }
    }
}

extension WebURL {
    /// Which part of a text keeps it from being a URL.
    public enum Failure: Error, Equatable, Sendable {
        /// There is no text.
        case empty
        /// The text has no scheme and there is nothing that it could be relative to.
        case missingScheme(String)
        /// The text is relative, but to a URL such as `mailto:` that has no parts to replace.
        case notRelative(to: String)
        /// Nothing stands where the host belongs.
        case missingHost
        /// The host is not possible.
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
        /// It holds a character that no host may hold.
        case forbiddenCharacter
        /// It ends in a number but is no IPv4 address.
        case invalidIPv4
        /// What stands in brackets is no IPv6 address.
        case invalidIPv6
        /// A bracket is opened and not closed.
        case unclosedBracket
        /// It holds characters outside ASCII that are not allowed in host names or cannot be converted here.
        case notConvertible
    }
}

extension WebURL.Failure: CustomStringConvertible {
    /// What is wrong and what to do, in one sentence or two. Control characters of the text are not repeated.
    public var description: String {
        switch self {
        case .empty:
            "The address is empty. Write one such as https://example.com/."
        case .missingScheme(let text):
            "“\(shown(text))” has no scheme. Write it with http:// or https:// in front."
        case .notRelative(let scheme):
            "The address is relative, and nothing can be relative to a \(shown(scheme)): address."
        case .missingHost:
            "The address has no host. Write it as http://HOST/PATH."
        case .invalidHost(let host, let problem):
            "“\(shown(host))” cannot be a host: \(problem.description)"
        case .invalidPort(let text):
            "“\(shown(text))” is not a port. A port is a number from 0 to 65535."
        case .portOutOfRange(let text):
            "Port \(shown(text)) is too large. A port is a number from 0 to 65535."
        case .filePath(let text):
            "“\(shown(text))” is a path to a file, not an address. Show it with sonic dump FILE, or serve its folder with sonic-server serve FOLDER."
        }
    }

    /// At most 80 characters of the text, with a picture in place of each character that could steer a
    /// terminal.
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
    /// What is wrong with the host, as the end of a sentence.
    public var description: String {
        switch self {
        case .forbiddenCharacter: "it holds a character that no host name may hold."
        case .invalidIPv4: "it ends in a number, but is no IPv4 address such as 192.0.2.1."
        case .invalidIPv6: "what stands in brackets is no IPv6 address such as [2001:db8::1]."
        case .unclosedBracket: "its opening bracket is never closed."
        case .notConvertible: "its characters outside ASCII are not allowed in host names."
        }
    }
}
