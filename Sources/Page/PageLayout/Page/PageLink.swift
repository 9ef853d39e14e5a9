import HTML

/// What can be chosen on a page: a link or a field of a form.
public struct PageLink: Hashable, Sendable {
    /// What choosing it leads to.
    public enum Target: Hashable, Sendable {
        /// The address of a link as the page has it, references decoded, not yet resolved against the base.
        case address(String)
        /// The address of a link that is to be saved (HTML standard §4.6.6), and the name that the page has for the file;
        /// empty for none.
        case download(String, name: String)
        /// The field whose tag stands at this offset of the source (`PageForms.field(at:)`).
        case field(at: Int)

        /// A target as it was laid out, in a chunk that has moved since by `shift` bytes.
        init(_ target: LineStore.Target, shift: Int) {
            switch target {
            case .address(let href): self = .address(String(decoding: href, as: UTF8.self))
            case .download(let both):
                let href = both.prefix { $0 != 0xFF }
                self = .download(
                    String(decoding: href, as: UTF8.self),
                    name: String(decoding: both.dropFirst(href.count + 1), as: UTF8.self))
            case .field(let source): self = .field(at: Int(source) + shift)
            }
        }
    }

    /// What the page gives its address for.
    public enum Use: Hashable, Sendable {
        /// To be opened as a page.
        case page
        /// Something else: a download, another media type, another method than GET, or nothing that machines
        /// should follow (`rel=nofollow`). It is opened when the reader says so, and never unasked.
        case other
    }

    /// What it leads to.
    public var target: Target
    /// What the page gives its address for; `.other` for a field.
    public var use: Use
    /// Its text, spaces collapsed.
    public var text: String
    /// The line on which it begins.
    public var line: Int
    /// The columns that it covers on that line.
    public var columns: Range<Int>

    /// The address of a link; nil for a field.
    public var href: String? { target.href }
}

extension PageLink.Target {
    /// The address of a link; nil for a field.
    public var href: String? {
        switch self {
        case .address(let href), .download(let href, name: _): href
        case .field: nil
        }
    }
}

extension PageLink {
    /// Whether an element's `rel` has this word.
    static func names(_ word: StaticString, amongRelations node: NodeID, _ document: Document) -> Bool {
        guard let rel = document.attribute("rel", of: node) else { return false }
        return rel.split(whereSeparator: ASCII.isBlank).contains { ASCII.equal($0, word) }
    }
}

extension LineStore.Target {
    /// What an `a` or `area` element leads to.
    init(ofLink node: NodeID, _ href: ArraySlice<UInt8>, _ document: Document) {
        // Most links have an address and nothing else.
        guard document.attributeCount(of: node) > 1, let name = document.attribute("download", of: node)
        else {
            self = .address(Array(href))
            return
        }
        self = .download(Array(href) + [0xFF] + name)
    }
}

extension PageLink.Use {
    /// What the page gives the address of an `a` or `link` element for.
    init(ofLink node: NodeID, _ document: Document) {
        // Most links have an address and nothing else.
        guard document.attributeCount(of: node) > 1 else {
            self = .page
            return
        }
        let type = document.attribute("type", of: node) ?? []
        let isPage =
            type.isEmpty || ASCII.equal(type, "text/html") || ASCII.equal(type, "application/xhtml+xml")
        // Pages with scripts write down here that a click on the link is sent by another method.
        let method = document.attribute("data-method", of: node) ?? []
        let isGet = method.isEmpty || ASCII.equal(method, "get")
        let isFree = !PageLink.names("nofollow", amongRelations: node, document)
        self = isPage && isGet && isFree && !document.hasAttribute("download", of: node) ? .page : .other
    }
}
