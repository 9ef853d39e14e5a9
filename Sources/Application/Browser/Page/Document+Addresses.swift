import HTML
import PageLayout
import SonicProtocol

// The resolution of addresses in the page, and the encoding of text that the page submits.
extension Document {
    /// The base URL of the page.
    var base: WebURL { layout.baseHref.flatMap { url.resolve($0) } ?? url }

    /// Returns the URL of an address in the page. Its query is encoded in the page's encoding.
    func target(
        of address: String, domainToASCII: WebURL.DomainToASCII?
    ) throws(WebURL.Failure) -> WebURL {
        try WebURL.parse(
            PageLink.address(address, base: base.withoutCredentials.href), base: base,
            domainToASCII: domainToASCII,
            queryEncoding: OutputEncoding(forQueryOf: address, encoding, charsets))
    }

    /// Returns the URL of an address in the page, or nil if it is invalid.
    func resolve(_ address: String, domainToASCII: WebURL.DomainToASCII?) -> WebURL? {
        do throws(WebURL.Failure) {
            return try target(of: address, domainToASCII: domainToASCII)
        } catch {
            return nil
        }
    }

    /// Returns the encoding of a form (HTML standard §4.10.22.5): the first known encoding of its `accept-charset`,
    /// UTF-8 if it lists no known one, and the page's encoding if it has no such attribute.
    func outputEncoding(of form: PageForm) -> OutputEncoding {
        guard let labels = form.charsets else { return OutputEncoding(encoding, charsets) }
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        let known = labels.utf8.split(whereSeparator: isBlank).lazy.compactMap {
            CharacterEncoding(label: $0)
        }
        return OutputEncoding(known.first ?? .utf8, charsets)
    }

    /// The encoding in which the page is decoded.
    private var encoding: CharacterEncoding { sent.choice?.encoding ?? .utf8 }
}

extension OutputEncoding {
    /// Creates the encoding of the query of an address in a page of this encoding, or nil for UTF-8. Creating an
    /// encoder is costly, and hardly any address needs one.
    package init?(
        forQueryOf address: String, _ encoding: CharacterEncoding, _ conversion: CharacterConversion
    ) {
        guard encoding != .utf8, address.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        self.init(encoding, conversion)
    }

    /// Creates the encoding of text that a page in this encoding submits.
    init(_ encoding: CharacterEncoding, _ conversion: CharacterConversion) {
        let encoder = TextEncoder(encoding, conversion)
        guard encoder.encoding != .utf8 else {
            self = .utf8
            return
        }
        self.init(name: encoder.encoding.name) { text in
            var pieces: [Piece] = []
            encoder.write(text) {
                pieces.append(.bytes($0))
            } missing: {
                pieces.append(.missing($0))
            }
            return pieces
        }
    }
}
