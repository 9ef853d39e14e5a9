import Markup

/// The style sheets of a page so far, ready to tell what they declare for an element.
///
/// A value with cheap copies; two are equal when they were given the same sheets in the same order. Which is
/// found out by a running fingerprint, in constant time.
public struct StyleRules: Sendable, Equatable {
    /// The rules, alone in an array: one reference to copy, and none for a page without sheets.
    private var book: [RuleBook] = []
    private var fingerprint: UInt64 = 0

    /// No rules.
    public init() {}

    /// Whether no rule has been read.
    public var isEmpty: Bool { book.isEmpty }

    /// Whether the same sheets were added to both.
    public static func == (one: StyleRules, other: StyleRules) -> Bool {
        one.fingerprint == other.fingerprint
    }

    /// Adds a style sheet below those that are there: where ranks are equal, what is added later wins.
    ///
    /// Linear in the bytes, whatever they are.
    /// - Parameter media: What the element that brings it says of media; it counts for the screen only.
    public mutating func add(_ sheet: [UInt8], media: ArraySlice<UInt8> = []) {
        guard Screen.fits(media) else { return }
        var hash = fingerprint ^ 0xCBF2_9CE4_8422_2325 ^ UInt64(sheet.count) << 32
        for byte in sheet { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        fingerprint = hash
        if book.isEmpty { book.append(RuleBook()) }
        book[0].read(sheet)
        // Sheets without a rule for text leave the page as cheap as it was.
        if book[0].isEmpty { book = [] }
    }

    /// What the sheets and the style attribute declare for an element.
    ///
    /// Costs a look-up for its tag, id and classes each, and a bounded number of comparisons.
    /// - Parameter ancestors: What its ancestors have; `unknown` where that was not kept.
    public func declared(
        for node: NodeID, in document: borrowing Document, ancestors: AncestorFilter = .unknown
    ) -> Declared {
        var declared = Declared.nothing
        if let book = book.first {
            book.collect(for: node, in: document, ancestors, into: &declared)
        }
        if document.attributeCount(of: node) > 0, let style = document.attribute("style", of: node) {
            var list: [Declaration] = []
            var reader = SheetReader(Array(style))
            reader.readDeclarations(inAttribute: true, into: &list)
            for declaration in list { declared.offer(declaration, .attribute) }
        }
        return declared
    }

    /// Whether the sheets, style attributes apart, declare that an element is not shown at all.
    public func hide(_ node: NodeID, in document: borrowing Document) -> Bool {
        var declared = Declared.nothing
        book.first?.collect(for: node, in: document, .unknown, into: &declared)
        if case .set(.none) = declared.display { return true }
        return false
    }
}

extension AncestorFilter {
    /// This filter with one more element, for the children of that.
    public func adding(_ node: NodeID, of document: borrowing Document) -> AncestorFilter {
        var filter = self
        let tag = document.tag(of: node)
        filter.insert(
            tag == .other ? SelectorKey(.name, document.otherName(of: node)) : SelectorKey(tag))
        guard document.attributeCount(of: node) > 0 else { return filter }
        if let id = document.attribute("id", of: node) { filter.insert(SelectorKey(.id, id)) }
        if let classes = document.attribute("class", of: node) {
            var index = classes.startIndex
            while let name = ASCII.nextWord(in: classes, from: &index) {
                filter.insert(SelectorKey(.className, name))
            }
        }
        return filter
    }
}
