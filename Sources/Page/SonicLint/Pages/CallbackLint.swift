import HTML
import SonicProtocol

/// Whether the page's own inline scripts can put the changed blocks of an update into the document, as far as their text
/// shows it without being run: under VasSonic nothing else does (docs/reference/protocol.md#callback). Whatever cannot
/// be seen, such as a script in another file or an id that is computed, is no finding; nor is a page without scripts.
struct CallbackLint {
    let document: Document
    let changes: [BlockChange]
    /// The inline scripts, one after the other.
    private var script: [UInt8] = []

    /// Returns the finding about the page on a phone's screen, which the update did not change yet; none if its scripts
    /// may show the update, or if that cannot be seen. Linear in the page.
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - newer: The bytes of the updated page.
    static func findings(in page: [UInt8], updatedTo newer: [UInt8]) -> [Finding] {
        var parser = HTMLParser()
        parser.append(page)
        parser.finish()
        let changes = PageSplit(html: page).changes(in: page, to: PageSplit(html: newer), in: newer) ?? []
        var lint = CallbackLint(document: parser.document, changes: changes)
        guard !changes.isEmpty, lint.readScripts(), let finding = lint.finding else { return [] }
        return [finding]
    }

    /// Collects the inline scripts. Returns false if code is elsewhere, too: in another file or in an event attribute.
    private mutating func readScripts() -> Bool {
        for node in document.descendants(of: .document) where document.kind(of: node) == .element {
            for index in 0..<document.attributeCount(of: node)
            where document.attribute(at: index, of: node).name.starts(with: "on".utf8) { return false }
            // Others are data.
            let type = document.attribute("type", of: node).map { Bytes.text($0).lowercased() } ?? ""
            guard document.tag(of: node) == .script,
                ["", "module"].contains(type) || type.hasSuffix("script")
            else { continue }
            if document.hasAttribute("src", of: node) { return false }
            for text in document.children(of: node) { script += Array(document.text(of: text).utf8) + [0x0A] }
        }
        return !script.isEmpty
    }

    private var finding: Finding? {
        if names(Self.otherCode) { return nil }
        let blocks = changes.prefix(5).map { "{\($0.name)}" }.listed
        guard names("getDiffData") else {
            let none = "no script of the page names getDiffDataCallback, and none is in another file"
            return Finding(.updateNotShown, "\(blocks) changed, \(none)")
        }
        if names(Self.otherWays) || changes.contains(where: { $0.name == "title" }) && names("title") {
            return nil
        }
        let reachable = document.descendants(of: .document).filter { node in
            let range = document.sourceRange(of: node)
            return changes.contains { $0.old.overlaps(range) }
        }.compactMap { document.attribute("id", of: $0) }
        // An id also names a variable of the window.
        guard reachable.count <= Self.most, !reachable.contains(where: hasWord), let ids = lookups,
            !ids.isEmpty
        else { return nil }
        let sought = "the page's scripts look up \(ids.prefix(5).map { "“\($0)”" }.listed) alone"
        return Finding(
            .updateNotShown, "\(sought), and none of these elements holds \(blocks) or is within it")
    }

    /// The maximum number of elements and of characters of a lookup that are read.
    private static let most = 100

    /// Ways to run code that is not in the script's text.
    private static let otherCode =
        "eval Function import createElement write insertAdjacent fetch XMLHttp Source Socket"

    /// Ways to find elements without an id, from another element, or by a computed one, and ways to load a page again.
    private static let otherWays =
        "querySelectorAll getElementsBy create evaluate arent hild ibling closest body documentElement document.all "
        + "document.forms location reload jQuery ${ $."

    /// Whether the scripts have one of the words, which spaces separate.
    private func names(_ words: String) -> Bool {
        words.utf8.split(separator: 0x20).contains { ByteFinder(Array($0)).first(in: script.span) != nil }
    }

    /// Whether the scripts have an id as a whole word.
    private func hasWord(_ id: ArraySlice<UInt8>) -> Bool {
        func continues(_ index: Int) -> Bool {
            guard script.indices.contains(index) else { return false }
            return ASCII.isLetter(script[index]) || ASCII.isDigit(script[index]) || script[index] == 0x5F
        }
        return ByteFinder(Array(id)).places(in: script.span).contains {
            !continues($0.lowerBound - 1) && !continues($0.upperBound)
        }
    }

    /// The ids that the scripts look up; nil if one is not a literal.
    private var lookups: [String]? {
        var ids: [String] = []
        let text = Bytes.text(script)
        for (call, prefix) in [("getElementById", ""), ("querySelector", "#"), ("$", "#")] {
            for place in text.ranges(of: call) {
                let rest = text[place.upperBound...].prefix(Self.most).drop { $0.isWhitespace }
                guard rest.first == "(" else { return nil }
                let argument = rest.dropFirst().drop { $0.isWhitespace }
                guard let quote = argument.first, "\"'`".contains(quote) else { return nil }
                let literal = argument.dropFirst().prefix { $0 != quote }
                let end = argument.dropFirst(literal.count + 2).drop { $0.isWhitespace }
                let id = literal.dropFirst(prefix.count)
                guard end.first == ")", literal.hasPrefix(prefix), !id.isEmpty,
                    id.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
                else { return nil }
                ids.append(String(id))
            }
        }
        return ids
    }
}
