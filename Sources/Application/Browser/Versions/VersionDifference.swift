import CellGrid
import HTML
import SonicProtocol
import SonicSession

/// Two versions of a page that are to be compared.
public struct DifferenceOrder: Sendable, Equatable {
    /// The page's address, without a fragment.
    public var page: WebURL
    /// The number of the older one.
    public var old: Int
    /// The number of the newer one.
    public var new: Int
}

/// What two versions of a page differ in.
public struct DifferenceReport: Sendable, Equatable {
    /// Which were compared.
    var order: DifferenceOrder
    /// The account under which the page is kept; empty for none.
    var account: String
    /// What differs; nil where one of them is not kept any more.
    var difference: VersionDifference?

    /// A report of these parts.
    public init(_ order: DifferenceOrder, account: String, _ difference: VersionDifference?) {
        self.order = order
        self.account = account
        self.difference = difference
    }
}

/// How two versions of a page differ, by block and by text.
public struct VersionDifference: Sendable, Equatable {
    /// What became of each block that is not the same, one a line.
    public let blocks: [String]
    /// The text, as `ChangeText` has it.
    public let text: [String]
    /// What changed, as the diff pane draws it.
    let changes: [PageChange]

    /// Compares two versions. Linear in both, and lays out what differs: not for the screen's path.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - rules: What counts in the text.
    ///   - charsets: The system's tables of characters.
    ///   - chosen: The encoding that both are read in; nil lets them say so.
    public init(
        from old: PageVersion, to new: PageVersion, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        let pages = [old, new].map { version in
            ShownPage(
                url: new.url, html: version.html, split: PageSplit(html: version.html),
                headers: version.headers)
        }
        blocks = Self.blocks(pages[0], pages[1]).map(VisibleText.line)
        let change = ChangeText(from: pages[0], to: pages[1], rules, charsets: charsets, chosen: chosen)
        (text, changes) = (change.lines, change.changes)
    }

    private static func blocks(_ old: ShownPage, _ new: ShownPage) -> [String] {
        func slots(_ page: ShownPage) -> [(name: String, bytes: ArraySlice<UInt8>)] {
            page.split.slots.map { (page.split.displayName(of: $0.slot), page.html[$0.range]) }
        }
        let (olds, news) = (slots(old), slots(new))
        let known = Dictionary(olds.map { ($0.name, $0.bytes) }) { first, _ in first }
        let names = Set(news.map(\.name))
        var lines: [String] = []
        for slot in news {
            guard let before = known[slot.name] else {
                lines.append("+ \(slot.name)  new, \(slot.bytes.count) bytes")
                continue
            }
            if before != slot.bytes {
                lines.append("~ \(slot.name)  \(before.count) → \(slot.bytes.count) bytes")
            }
        }
        for slot in olds where !names.contains(slot.name) {
            lines.append("- \(slot.name)  gone, it had \(slot.bytes.count) bytes")
        }
        let same = old.split.templateBytes(of: old.html) == new.split.templateBytes(of: new.html)
        return [
            "\(lines.count) of \(news.count) \(news.count == 1 ? "block" : "blocks") differ\(lines.count == 1 ? "s" : "")"
                + "; the template \(same ? "is the same" : "differs")"
        ] + lines
    }
}

extension TextDialog {
    /// How two versions differ.
    init(_ difference: VersionDifference, _ order: DifferenceOrder) {
        let text = difference.text.isEmpty ? ["The pages are the same."] : difference.text
        self.init(
            title: "v\(order.old) → v\(order.new)",
            [Line(text: "By block", role: .heading)] + difference.blocks.map(Self.line)
                + [Line(text: "", role: .text), Line(text: "By text", role: .heading)] + text.map(Self.line))
    }

    private static func line(_ text: String) -> Line {
        let role: Role =
            switch text.prefix(2) {
            case "+ ": .added
            case "- ": .removed
            case "~ ", "  ": .dimmed
            default: text.hasSuffix(":") ? .name : .text
            }
        return Line(text: text, role: role)
    }
}
