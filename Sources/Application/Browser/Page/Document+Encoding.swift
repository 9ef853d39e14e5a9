import HTML
import PageLayout
import SonicProtocol

// Changing the encoding of a loaded page: its bytes are decoded again, and neither requested nor changed.
extension Document {
    /// Decodes the bytes that are here, and those still to arrive, in a chosen encoding, or as the page declares. The
    /// scroll position, form values and the search stay; the changes are reported in that encoding. Linear in the page.
    mutating func read(as chosen: EncodingChoice?) {
        guard kind.chosen != chosen, kind != .own else { return }
        var next = Document(
            url: url, source: source, kind: kind.read(as: chosen), charsets: page.charsets,
            width: layout.width)
        next.append(text: next.page.sent.append(bytes, isLast: !isArriving), isLast: !isArriving)
        next.reader = reader.moved(top: textTop) { offset in
            next.page.sent.decodedOffsets(of: [page.sent.sentOffset(ofDecoded: offset)])[0]
        }
        next.latest.rules = latest.rules
        next.origin = origin
        next.keepForm(of: self)
        if let earlier = latest.earlier, !latest.changes.isEmpty {
            next.mark(since: (html: earlier, kind: next.kind, number: nil))
        }
        self = next
    }

    /// A description of the encoding in use and of its source.
    var encodingWords: String {
        guard let choice = page.sent.choice else { return "not known yet" }
        return choice.description + (missingTables.map { "; " + $0 } ?? "")
    }

    /// A message if the system lacks the conversion table of the page's encoding; otherwise nil.
    var missingTables: String? { page.sent.choice.flatMap { page.charsets.missingTables(of: $0.encoding) } }

    // The resolution of addresses in the page, and the encoding of text that the page submits.

    /// The base URL of the page.
    var base: WebURL { layout.baseHref.flatMap { url.resolve($0) } ?? url }

    /// Returns the URL of an address in the page. Its query is encoded in the page's encoding.
    func target(
        of address: String, domainToASCII: WebURL.DomainToASCII?
    ) throws(WebURL.Failure) -> WebURL {
        try WebURL.parse(
            PageLink.address(address, base: base.withoutCredentials.href), base: base,
            domainToASCII: domainToASCII,
            queryEncoding: OutputEncoding(forQueryOf: address, encoding, page.charsets))
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
        guard let labels = form.charsets else { return OutputEncoding(encoding, page.charsets) }
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        let known = labels.utf8.split(whereSeparator: isBlank).lazy.compactMap {
            CharacterEncoding(label: $0)
        }
        return OutputEncoding(known.first ?? .utf8, page.charsets)
    }

    /// The encoding in which the page is decoded.
    private var encoding: CharacterEncoding { page.sent.choice?.encoding ?? .utf8 }
}

extension Document.Kind {
    /// The chosen encoding; nil if the page determines it.
    var chosen: EncodingChoice? {
        switch self {
        case .own: nil
        case .html(_, let chosen), .text(_, let chosen): chosen
        }
    }

    /// Returns the same kind with a chosen encoding.
    func read(as chosen: EncodingChoice?) -> Document.Kind {
        switch self {
        case .own: .own
        case .html(let type, _): .html(contentType: type, chosen: chosen)
        case .text(let type, _): .text(contentType: type, chosen: chosen)
        }
    }
}
