import CellGrid
import SonicProtocol

/// What a fragment leads to: an element by its id, and passages of text (WICG, URL Fragment Text Directives), which are
/// no part of the page's address.
struct FragmentTarget {
    /// The name of an element, not decoded; nil where nothing stands before the directives.
    let name: String?
    /// The passages that are looked for; nil for none.
    let sought: SoughtText?

    /// Reads a fragment.
    init(_ fragment: String) {
        guard let sign = fragment.firstRange(of: ":~:") else {
            (name, sought) = (fragment, nil)
            return
        }
        let before = String(fragment[..<sign.lowerBound])
        name = before.isEmpty ? nil : before
        let directives = fragment[sign.upperBound...].split(separator: "&")
        sought = SoughtText(passages: directives.compactMap(Self.passage))
    }

    /// Where the page is to be shown; nil for where it is.
    var aim: Document.Aim? {
        // Where a text is looked for, an element is only where to look from.
        name.map { sought == nil ? .fragment(Model.decoded($0)) : .anchor(Model.decoded($0)) }
    }

    /// An address without the directives.
    func stripped(_ url: WebURL) -> WebURL {
        name.map { url.resolve("#" + $0) ?? url } ?? url.withoutFragment
    }

    /// A directive `text=prefix-,start,end,-suffix`; nil for another one, and for one that is none.
    private static func passage(_ directive: Substring) -> SoughtPassage? {
        guard directive.hasPrefix("text=") else { return nil }
        var terms = directive.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false)
        guard (1...4).contains(terms.count) else { return nil }
        var (prefix, suffix) = ("", "")
        if let first = terms.first, first.hasSuffix("-"), terms.count > 1 {
            prefix = Model.decoded(String(terms.removeFirst().dropLast()))
        }
        if let last = terms.last, last.hasPrefix("-"), terms.count > 1 {
            suffix = Model.decoded(String(terms.removeLast().dropFirst()))
        }
        guard let start = terms.first, terms.count <= 2 else { return nil }
        let end = terms.count == 2 ? Model.decoded(String(terms[1])) : ""
        return SoughtPassage(prefix: prefix, start: Model.decoded(String(start)), end: end, suffix: suffix)
    }
}
