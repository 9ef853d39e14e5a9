/// The elements whose end has not been read, outermost first.
///
/// Counts by tag answer most questions at once. The depth is limited, so that the others are cheap too.
struct OpenElements: Sendable {
    /// One open element. `tag` is `other` for elements of SVG and MathML.
    struct Entry: Hashable, Sendable {
        var node: Int32
        var tag: Tag
        /// Where the search for an element in scope ends, and where one for a list item or button does.
        var scope: Scope
        /// Whether an end tag of an ordinary element does not reach across.
        var isSpecial: Bool
        /// Whether it is an element of SVG or MathML.
        var isForeign: Bool
    }

    /// Which searches for an open element end at this one.
    enum Scope: UInt8, Sendable {
        case none, button, list, all, table
    }

    /// The most elements open at once; further ones become siblings, as in browsers.
    static let limit = 512

    private(set) var entries: [Entry] = []
    private var counts = [Int32](repeating: 0, count: Tag.allCases.count)

    var last: Entry? { entries.last }
    var count: Int { entries.count }

    /// The innermost element, 0 if none is open.
    @inline(__always)
    var lastNode: Int32 { entries.isEmpty ? 0 : entries[entries.count &- 1].node }

    /// Whether the innermost element is one of SVG or MathML.
    @inline(__always)
    var endsForeign: Bool { !entries.isEmpty && entries[entries.count &- 1].isForeign }

    mutating func push(_ entry: Entry) {
        counts[Int(entry.tag.rawValue)] += 1
        entries.append(entry)
    }

    mutating func insert(_ entry: Entry, at index: Int) {
        counts[Int(entry.tag.rawValue)] += 1
        entries.insert(entry, at: index)
    }

    @discardableResult
    mutating func pop() -> Entry? {
        guard let entry = entries.popLast() else { return nil }
        counts[Int(entry.tag.rawValue)] -= 1
        return entry
    }

    mutating func renumber(at index: Int, _ node: Int32) { entries[index].node = node }

    mutating func remove(at index: Int) {
        counts[Int(entries[index].tag.rawValue)] -= 1
        entries.remove(at: index)
    }

    /// Whether an element of this tag is open, in HTML's vocabulary.
    func contains(_ tag: Tag) -> Bool { counts[Int(tag.rawValue)] > 0 }

    /// How many elements of this tag are open.
    func count(of tag: Tag) -> Int { Int(counts[Int(tag.rawValue)]) }

    func index(of node: Int32) -> Int? { entries.lastIndex { $0.node == node } }

    func lastIndex(of tag: Tag) -> Int? {
        contains(tag) ? entries.lastIndex { $0.tag == tag } : nil
    }

    /// Whether an element of this tag is open inside the innermost element that ends the search.
    func hasInScope(_ tag: Tag, _ kind: Scope = .all) -> Bool {
        guard contains(tag) else { return false }
        for entry in entries.reversed() {
            if entry.tag == tag { return true }
            if entry.ends(kind) { return false }
        }
        return false
    }

    /// As `hasInScope`, for one element.
    func hasInScope(node: Int32) -> Bool {
        for entry in entries.reversed() {
            if entry.node == node { return true }
            if entry.ends(.all) { return false }
        }
        return false
    }

    /// Whether a heading of any level is in scope.
    var hasHeadingInScope: Bool {
        for entry in entries.reversed() {
            if entry.tag.isHeading { return true }
            if entry.ends(.all) { return false }
        }
        return false
    }
}

extension OpenElements.Entry {
    init(node: Int32, _ record: Node) {
        self.node = node
        tag = record.namespace == .html ? record.tag : .other
        switch (record.namespace, record.tag) {
        case (.html, .html), (.html, .table), (.html, .template): scope = .table
        case (.html, .applet), (.html, .caption), (.html, .td), (.html, .th), (.html, .marquee),
            (.html, .object), (.html, .select), (.mathML, .mi), (.mathML, .mo), (.mathML, .mn),
            (.mathML, .ms),
            (.mathML, .mtext), (.mathML, .annotationxml), (.svg, .foreignobject), (.svg, .desc),
            (.svg, .title):
            scope = .all
        case (.html, .button): scope = .button
        case (.html, .ol), (.html, .ul): scope = .list
        case (.html, _), (.svg, _), (.mathML, _): scope = .none
        }
        isSpecial = record.namespace == .html ? record.tag.isSpecial : scope == .all
        isForeign = record.namespace != .html
    }

    func ends(_ kind: OpenElements.Scope) -> Bool {
        switch scope {
        case .none: false
        case .button: kind == .button
        case .list: kind == .list
        case .all: kind != .table
        case .table: true
        }
    }
}
