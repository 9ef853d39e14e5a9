import CellGrid
import SonicProtocol

/// The target of a fragment: an element by its id, and text passages (WICG, URL Fragment Text Directives), which are
/// not part of the page's address.
struct FragmentTarget {
    /// The id of an element, not decoded; nil if nothing precedes the directives.
    let name: String?
    /// The passages to be found; nil for none.
    let sought: SoughtText?

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

    /// The place of the page to be shown; nil for the current one.
    var aim: Document.Aim? {
        // With a text directive, the element is only where the search starts.
        name.map { sought == nil ? .fragment(Model.decoded($0)) : .anchor(Model.decoded($0)) }
    }

    /// Returns an address without the directives.
    func stripped(_ url: WebURL) -> WebURL {
        name.map { url.resolve("#" + $0) ?? url } ?? url.withoutFragment
    }

    /// Parses a directive `text=prefix-,start,end,-suffix`. Returns nil for any other directive, and for an invalid
    /// one.
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
