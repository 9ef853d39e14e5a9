import HTML
import PageLayout
import SonicProtocol

// What addresses in the page mean, and the bytes that the page's text goes out in.
extension Document {
    /// The address that those in the page are relative to.
    var base: WebURL { layout.baseHref.flatMap { url.resolve($0) } ?? url }

    /// The address that one in the page means. Its query goes out in the page's encoding.
    func target(
        of address: String, domainToASCII: WebURL.DomainToASCII?
    ) throws(WebURL.Failure) -> WebURL {
        try WebURL.parse(
            InnerPage.address(address, base: base.withoutCredentials.href), base: base,
            domainToASCII: domainToASCII,
            queryEncoding: OutputEncoding(forQueryOf: address, encoding, charsets))
    }

    /// The same; nil where it means none.
    func resolve(_ address: String, domainToASCII: WebURL.DomainToASCII?) -> WebURL? {
        do throws(WebURL.Failure) {
            return try target(of: address, domainToASCII: domainToASCII)
        } catch {
            return nil
        }
    }

    /// The encoding of a form (HTML standard §4.10.22.5): the first of those that it names and that is known, UTF-8
    /// where it names none that is, and the page's where it names none at all.
    func outputEncoding(of form: PageForm) -> OutputEncoding {
        guard let labels = form.charsets else { return OutputEncoding(encoding, charsets) }
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        let known = labels.utf8.split(whereSeparator: isBlank).lazy.compactMap {
            CharacterEncoding(label: $0)
        }
        return OutputEncoding(known.first ?? .utf8, charsets)
    }

    /// The encoding that the page is read in.
    private var encoding: CharacterEncoding { sent.choice?.encoding ?? .utf8 }
}

extension OutputEncoding {
    /// What the query of an address goes out in that stands in a page of this encoding; nil for UTF-8. An encoder costs
    /// something, and hardly any address needs one.
    package init?(
        forQueryOf address: String, _ encoding: CharacterEncoding, _ conversion: CharacterConversion
    ) {
        guard encoding != .utf8, address.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        self.init(encoding, conversion)
    }

    /// What text of a page in this encoding goes out in.
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
