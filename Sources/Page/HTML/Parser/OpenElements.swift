/// The stack of open elements, outermost first.
///
/// Each entry contains the set of tags open around it, so that most lookups take constant time. The depth is
/// limited, so that the others are cheap too.
struct OpenElements: Sendable {
    /// An open element. `tag` is `other` for SVG and MathML elements.
    struct Entry: Hashable, Sendable {
        var node: Int32
        var tag: Tag
        /// The scopes that the element ends.
        var scope: Scope
        /// Whether the end tag of an ordinary element does not close it.
        var isSpecial: Bool
        /// Whether it is an SVG or MathML element.
        var isForeign: Bool
        /// Its tag and those of its open ancestors.
        fileprivate(set) var tags = TagSet()
    }

    /// The kind of scope that ends at an element.
    enum Scope: UInt8, Sendable {
        case none, button, list, all, table
    }

    /// The maximum number of open elements; further ones become siblings, as in browsers.
    static let limit = 512

    private(set) var entries: [Entry] = []
    /// The number of open tables.
    private(set) var tableCount = 0

    var last: Entry? { entries.last }
    var count: Int { entries.count }

    /// The innermost element; 0 if none is open.
    @inline(__always)
    var lastNode: Int32 { entries.isEmpty ? 0 : entries[entries.count &- 1].node }

    /// Whether the innermost element is an SVG or MathML element.
    @inline(__always)
    var endsForeign: Bool { !entries.isEmpty && entries[entries.count &- 1].isForeign }

    mutating func push(_ entry: Entry) {
        var entry = entry
        if !entries.isEmpty { entry.tags = entries[entries.count &- 1].tags }
        entry.tags.insert(entry.tag)
        if entry.tag == .table { tableCount &+= 1 }
        entries.append(entry)
    }

    mutating func insert(_ entry: Entry, at index: Int) {
        if entry.tag == .table { tableCount &+= 1 }
        entries.insert(entry, at: index)
        collectTags(from: index)
    }

    /// Closes the innermost element and returns its node; nil if none is open.
    mutating func pop() -> Int32? {
        guard !entries.isEmpty else { return nil }
        let (node, tag) = (entries[entries.count &- 1].node, entries[entries.count &- 1].tag)
        entries.removeLast()
        if tag == .table { tableCount &-= 1 }
        return node
    }

    mutating func renumber(at index: Int, _ node: Int32) { entries[index].node = node }

    mutating func remove(at index: Int) {
        if entries[index].tag == .table { tableCount &-= 1 }
        entries.remove(at: index)
        collectTags(from: index)
    }

    private mutating func collectTags(from index: Int) {
        var tags = index == 0 ? TagSet() : entries[index - 1].tags
        for place in index..<entries.count {
            tags.insert(entries[place].tag)
            entries[place].tags = tags
        }
    }

    /// Whether an HTML element with this tag is open.
    func contains(_ tag: Tag) -> Bool { !entries.isEmpty && entries[entries.count &- 1].tags.contains(tag) }

    func index(of node: Int32) -> Int? { entries.lastIndex { $0.node == node } }

    func lastIndex(of tag: Tag) -> Int? { contains(tag) ? entries.lastIndex { $0.tag == tag } : nil }

    /// Whether an element with this tag is in scope.
    func hasInScope(_ tag: Tag, _ kind: Scope = .all) -> Bool {
        guard contains(tag) else { return false }
        for entry in entries.reversed() {
            if entry.tag == tag { return true }
            if entry.ends(kind) { return false }
        }
        return false
    }

    /// Whether this element is in scope.
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

struct TagSet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var middle: UInt64 = 0
    private var high: UInt64 = 0

    @inline(__always)
    func contains(_ tag: Tag) -> Bool {
        let word = tag.rawValue < 64 ? low : tag.rawValue < 128 ? middle : high
        return word &>> UInt64(tag.rawValue) & 1 != 0
    }

    @inline(__always)
    mutating func insert(_ tag: Tag) {
        let bit: UInt64 = 1 &<< UInt64(tag.rawValue)
        if tag.rawValue < 64 { low |= bit } else if tag.rawValue < 128 { middle |= bit } else { high |= bit }
    }
}
