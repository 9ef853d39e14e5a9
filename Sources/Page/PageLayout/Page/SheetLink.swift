import CSS
import HTML

/// A style sheet that a page refers to by a link, or by an `@import` of a style element.
public struct SheetLink: Hashable, Sendable {
    /// The address as written in the page, references decoded, not yet resolved against the base.
    public var href: String

    /// A link to a sheet.
    init(href: String) { self.href = href }

    /// Returns the sheets that a sheet imports, in its order: at most 16, and only those whose conditions are met.
    public static func imports(of sheet: [UInt8]) -> [SheetLink] {
        StyleRules.imports(in: sheet).map(SheetLink.init)
    }

    /// The sheet of a link element; nil if there is none, or only an alternate one.
    init?(_ node: NodeID, _ document: Document) {
        guard let rel = document.attribute("rel", of: node), let href = document.attribute("href", of: node),
            !href.isEmpty, !document.hasAttribute("disabled", of: node)
        else { return nil }
        let kinds = rel.split(whereSeparator: ASCII.isBlank)
        guard kinds.contains(where: { ASCII.equal($0, "stylesheet") }),
            !kinds.contains(where: { ASCII.equal($0, "alternate") })
        else { return nil }
        if let type = document.attribute("type", of: node), !type.isEmpty, !ASCII.equal(type, "text/css") {
            return nil
        }
        self.href = String(decoding: href, as: UTF8.self)
    }
}
