import HTML

/// A target that can be selected on a page: a link or a form field.
public struct PageLink: Hashable, Sendable {
    /// The target of a link or field.
    public enum Target: Hashable, Sendable {
        /// The address of a link as written in the page, references decoded, not yet resolved against the base.
        case address(String)
        /// The address of a link to be downloaded (HTML standard §4.6.6), and the file name that the page suggests,
        /// empty if there is none.
        case download(String, name: String)
        /// The field whose tag is at this offset of the source (`PageForms.field(at:)`).
        case field(at: Int)

        /// The target of a chunk that has moved by `shift` bytes since it was laid out.
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

    /// The purpose of a link.
    public enum Use: Hashable, Sendable {
        /// To open a page.
        case page
        /// Something else: a download, another media type, another method than GET, or a link that machines should not
        /// follow (`rel=nofollow`). It is opened only when the user requests it.
        case other
    }

    /// The target.
    public var target: Target
    /// The purpose of the link; `.other` for a field.
    public var use: Use
    /// The text, with spaces collapsed.
    public var text: String
    /// The line where it begins.
    public var line: Int
    /// The columns that it covers on that line.
    public var columns: Range<Int>

    /// The address of a link; nil for a field.
    public var href: String? { target.href }

    /// Whether an element's `rel` attribute contains a keyword.
    static func names(_ word: StaticString, amongRelations node: NodeID, _ document: Document) -> Bool {
        guard let rel = document.attribute("rel", of: node) else { return false }
        return rel.split(whereSeparator: ASCII.isBlank).contains { ASCII.equal($0, word) }
    }
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

extension PageLink.Use {
    /// The purpose of an `a` or `link` element.
    init(ofLink node: NodeID, _ document: Document) {
        // Most links have no other attribute than the address.
        guard document.attributeCount(of: node) > 1 else {
            self = .page
            return
        }
        let type = document.attribute("type", of: node) ?? []
        let isPage =
            type.isEmpty || ASCII.equal(type, "text/html") || ASCII.equal(type, "application/xhtml+xml")
        // Pages with scripts use this attribute for links whose click sends another method.
        let method = document.attribute("data-method", of: node) ?? []
        let isGet = method.isEmpty || ASCII.equal(method, "get")
        let isFree = !PageLink.names("nofollow", amongRelations: node, document)
        self = isPage && isGet && isFree && !document.hasAttribute("download", of: node) ? .page : .other
    }
}

// Links to a page in an attribute of another (`srcdoc`) have a `data:` address that is marked as such.
extension PageLink {
    /// The beginning of such addresses.
    static let innerBeginning = "data:text/html;charset=utf-8;from=srcdoc,"

    /// Returns the address of a page, with a base for its links added if it is a page in an attribute. Such pages are
    /// never in quirks mode, even without a doctype (HTML standard §4.8.5).
    /// - Parameters:
    ///   - address: An address in the outer page.
    ///   - base: The base of addresses in the outer page.
    public static func address(_ address: String, base: String) -> String {
        guard address.hasPrefix(innerBeginning) else { return address }
        var start = Array("<!DOCTYPE html><base href=\"".utf8)
        Escaping.append(Array(base.utf8)[...], to: &start)
        start += "\">".utf8
        return innerBeginning + String(decoding: Escaping.percentEncoded(start[...]), as: UTF8.self)
            + address.dropFirst(innerBeginning.count)
    }
}
