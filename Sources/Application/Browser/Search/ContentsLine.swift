import PageLayout

/// The prompt that filters the links or headings of the page, with the list of matches.
struct ContentsLine: ListedLine {
    enum Kind: String, Sendable {
        case links = "Links"
        case headings = "Headings"
    }

    enum Item: Sendable {
        /// A link by its index.
        case link(Int)
        /// A heading by its line, at the width of the page when it was listed.
        case heading(PortionedLine)
    }

    let kind: Kind
    var editor = LineEditor() {
        didSet { if editor.text != oldValue.text { list.narrow(to: editor.text) } }
    }
    /// The matches, in page order.
    var list = Shortlist<Item>([], order: .listed)
    /// The number of portions of the page listed so far.
    private(set) var portions = 0
    /// The width of the listed page, and its size in bytes once it has been received in full.
    private var listedExtent: (width: Int, byteCount: Int?)?

    /// Creates an empty list.
    init(_ kind: Kind) { self.kind = kind }

    var listTitle: String { kind.rawValue }

    var showsList: Bool { true }

    var isListed: Bool { true }

    /// The list keeps its height while it is filtered.
    var rowCount: Int { max(1, list.entries.count) }

    mutating func choose(_ entry: Int) { list.cursor.move(to: entry) }

    /// Lists one more portion, if it is final or the page has ended.
    mutating func advance(_ layout: inout LaidOutPage) {
        if !stands(on: layout) {
            // The page or its width changed: the listed entries are outdated.
            list = Shortlist([], order: .listed)
            list.narrow(to: editor.text)
            portions = 0
        }
        listedExtent = (layout.width, layout.isFinished ? layout.byteCount : nil)
        guard portions < Self.end(of: layout) else { return }
        list.append(entries(&layout))
        portions += 1
    }

    /// Returns whether part of the page is not listed yet.
    func hasMore(of layout: LaidOutPage) -> Bool { !stands(on: layout) || portions < Self.end(of: layout) }

    private static func end(of layout: LaidOutPage) -> Int {
        layout.isFinished && layout.hasRead(layout.byteCount) ? layout.portionCount : layout.settledPortions
    }

    private func stands(on layout: LaidOutPage) -> Bool {
        guard let listedExtent else { return true }
        return listedExtent.width == layout.width
            && (listedExtent.byteCount == nil || listedExtent.byteCount == layout.byteCount)
    }

    private func entries(_ layout: inout LaidOutPage) -> [Shortlist<Item>.Entry] {
        switch kind {
        case .links:
            layout.links(inPortion: portions).map {
                Shortlist.Entry(.link($0.index), name: $0.text.isEmpty ? $0.href : $0.text, detail: $0.href)
            }
        case .headings:
            layout.headings(inPortion: portions).map {
                Shortlist.Entry(
                    .heading($0.line), name: String(repeating: "  ", count: $0.level - 1) + $0.text,
                    mark: "h\($0.level)")
            }
        }
    }
}
