import PageLayout

/// The line in which links or headings of the page are narrowed, with the list of those that fit what is typed.
struct ContentsLine: ListedLine {
    /// What is listed.
    enum Kind: Sendable {
        case links
        case headings

        /// The words in the border of the list.
        var title: String {
            switch self {
            case .links: "Links"
            case .headings: "Headings"
            }
        }
    }

    /// What is gone to.
    enum Item: Sendable {
        /// A link by its index.
        case link(Int)
        /// A heading by its line, at the width of the page when it was listed.
        case heading(PortionedLine)
    }

    /// What is listed.
    let kind: Kind
    /// What is typed.
    var editor = LineEditor() {
        didSet { if editor.text != oldValue.text { list.narrow(to: editor.text) } }
    }
    /// Those that fit it, in page order.
    var list = Shortlist<Item>([], order: .listed)
    /// The portions of the page that are listed.
    private(set) var portions = 0
    /// The width and, once all have arrived, the bytes of the page that they were listed of.
    private var listedExtent: (width: Int, byteCount: Int?)?

    /// A list of nothing so far.
    init(_ kind: Kind) { self.kind = kind }

    var listTitle: String { kind.title }

    var showsList: Bool { true }

    var isListed: Bool { true }

    /// The list keeps its height while it is narrowed.
    var rowCount: Int { max(1, list.entries.count) }

    mutating func choose(_ entry: Int) { list.cursor.move(to: entry) }

    /// Lists what one portion more has, where that is settled or there is no more to come.
    mutating func advance(_ layout: inout LaidOutPage) {
        if !stands(on: layout) {
            // Another page or another width: what was listed is elsewhere now.
            list = Shortlist([], order: .listed)
            list.narrow(to: editor.text)
            portions = 0
        }
        listedExtent = (layout.width, layout.isFinished ? layout.byteCount : nil)
        guard portions < Self.end(of: layout) else { return }
        list.append(entries(&layout))
        portions += 1
    }

    /// Whether there is something to list that is not.
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
