import SonicProtocol

/// A site that searches for words typed instead of an address.
public struct SearchEngine: Sendable, Equatable {
    /// The keyword before the words; nil for the default engine.
    public let keyword: String?
    /// Its address, with `%s` for the words.
    public let template: String

    /// The placeholder for the words in an address.
    static let placeholder = "%s"
    /// The name of the default engine, which needs no keyword.
    static let defaultName = "default"

    /// Returns the address of a search; nil if the template is not valid.
    public func address(for words: String) -> WebURL? {
        guard let place = template.firstRange(of: Self.placeholder) else { return nil }
        // A plus sign means a space only in queries.
        let isQuery = template[..<place.lowerBound].contains("?")
        let text = Self.escaped(words, blank: isQuery ? "+" : "%20")
        return WebURL(template.replacing(Self.placeholder, with: text))
    }

    /// Returns the error in the template of an engine, as a sentence; nil if it is valid.
    static func mistake(in template: String) -> String? {
        guard template.contains(placeholder) else {
            return
                "“\(template)” has no %s for the search words; use an address such as https://find.example/?q=%s."
        }
        let engine = SearchEngine(keyword: nil, template: template)
        // The words must not affect the host.
        guard let one = engine.address(for: "a"), let other = engine.address(for: "b"), one.isHTTP,
            one.origin == other.origin
        else { return "“\(template)” is not an http or https address with %s in its path or query." }
        return nil
    }

    private static func escaped(_ words: String, blank: String) -> String {
        words.utf8.reduce(into: "") { text, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x20: text += blank
            case _: text += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension [SearchEngine] {
    /// Returns the address of a search for the typed text; nil for a text that is an address.
    ///
    /// A keyword followed by words is sent to its engine. The default engine gets text that begins with `?`,
    /// several words, and one word that is not a host: without a dot, a colon and a slash.
    public func address(for text: String) -> WebURL? {
        let words = text.split { $0.isWhitespace }
        guard let first = words.first else { return nil }
        if words.count > 1, let engine = self.first(where: { $0.keyword == String(first) }) {
            return engine.address(for: words.dropFirst().joined(separator: " "))
        }
        guard let engine = self.first(where: { $0.keyword == nil }) else { return nil }
        if first.first == "?" {
            let asked = words.joined(separator: " ").dropFirst().drop { $0 == " " }
            return asked.isEmpty ? nil : engine.address(for: String(asked))
        }
        return Self.isAddress(words) ? nil : engine.address(for: words.joined(separator: " "))
    }

    private static func isAddress(_ words: [Substring]) -> Bool {
        let first = words[0].lowercased()
        if first.contains("://") || first.hasPrefix("data:") { return true }
        if let start = first.first, "/~.".contains(start) { return true }
        return words.count == 1 && (first.contains { ".:/".contains($0) } || first == "localhost")
    }
}
