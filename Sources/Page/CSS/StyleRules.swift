import HTML

/// The style sheets of a page so far, which determine the declarations of an element.
///
/// A value with cheap copies; two are equal if the same sheets were added in the same order. They are compared
/// by a running fingerprint, in constant time.
public struct StyleRules: Sendable, Equatable {
    /// The rules, alone in an array: one reference to copy, and none for a page without sheets.
    private var book: [RuleBook] = []
    private var fingerprint: UInt64 = 0
    /// The number of rules that were there before each sheet: those that a checkpoint of a page no longer shares.
    private var copied = 0

    /// Whether sheets and style attributes apply.
    public let areApplied: Bool

    /// The origin of a style sheet.
    public enum Origin: Sendable {
        /// The page.
        case page
        /// The user: below the page's sheets, except for important declarations.
        case reader
    }

    /// Creates an empty set.
    /// - Parameter areApplied: Whether added sheets and style attributes apply.
    public init(areApplied: Bool = true) { self.areApplied = areApplied }

    /// Whether no rule has been read.
    public var isEmpty: Bool { book.isEmpty }

    /// Whether a selector depends on siblings, positions or what an element contains.
    public var askForPositions: Bool { book.first?.asksForPositions ?? false }

    /// Whether the same sheets were added to both.
    public static func == (one: StyleRules, other: StyleRules) -> Bool {
        one.fingerprint == other.fingerprint && one.areApplied == other.areApplied
    }

    /// Adds a style sheet after the existing ones: at equal rank, the one added later wins.
    ///
    /// Linear in the bytes, whatever they are.
    /// - Parameters:
    ///   - media: The media attribute of its element; the sheet only applies if that matches the screen.
    ///   - origin: The origin of the sheet.
    public mutating func add(_ sheet: [UInt8], media: ArraySlice<UInt8> = [], of origin: Origin = .page) {
        guard areApplied, copied < RuleBook.ruleLimit, MediaQuery.fits(media) else { return }
        var hash = fingerprint ^ 0xCBF2_9CE4_8422_2325 ^ UInt64(sheet.count) << 32
        for byte in sheet { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        fingerprint = hash
        if book.isEmpty { book.append(RuleBook()) }
        copied += book[0].rules.count
        book[0].read(sheet, in: origin == .reader ? Declared.Rank.userLayer : nil)
        writeBeside = book[0].writesBeside
        count = !book[0].counters.isEmpty
        // Sheets without a rule for text do not slow the page down.
        if book[0].isEmpty { book = [] }
    }

    /// Whether there is generated content for some elements.
    public private(set) var writeBeside = false

    /// Returns the generated content of an element.
    /// - Parameter ancestors: The filter of its ancestors.
    public func texts(
        beside node: NodeID, in document: borrowing Document, ancestors: AncestorFilter
    ) -> GeneratedTexts {
        book.first?.texts(beside: node, in: document, ancestors) ?? GeneratedTexts()
    }

    /// Returns the counters that an element resets, and those that it increments.
    public func counters(_ declared: Declared) -> (reset: [CounterChange], increment: [CounterChange]) {
        guard let book = book.first, !book.counters.isEmpty else { return ([], []) }
        func changes(_ index: Int?) -> [CounterChange] {
            index.flatMap { book.counters.indices.contains($0) ? book.counters[$0] : nil } ?? []
        }
        return (changes(declared.counterReset), changes(declared.counterIncrement))
    }

    /// Whether there are counters.
    public private(set) var count = false

    /// Returns what the sheets and the style attribute declare for an element.
    ///
    /// - Parameter ancestors: The filter of its ancestors; `unknown` if it was not stored.
    /// - Complexity: A look-up for its tag, id and each class, and a bounded number of comparisons.
    public func declared(
        for node: NodeID, in document: borrowing Document, ancestors: AncestorFilter = .unknown
    ) -> Declared {
        guard areApplied else { return .nothing }
        var stepsLeft = RuleBook.stepLimit
        var declared = declaredThere(node, document, ancestors, &stepsLeft)
        guard declared.hasReferences else { return declared }
        let own = declared
        stepsLeft = RuleBook.stepLimit
        declared.resolve { name in
            if let value = own.custom(name) { return value }
            // Custom properties are inherited.
            var place = node
            while stepsLeft > 0, document.climb(&place) {
                // An attribute is read again for each element inside.
                stepsLeft -= 1 + (document.attribute("style", of: place)?.count ?? 0) / 8
                guard stepsLeft > 0 else { break }
                let value = declaredThere(place, document, .unknown, &stepsLeft).custom(name)
                if let value { return value }
            }
            return nil
        }
        // What was not found within the limit may be what shows it.
        if stepsLeft <= 0 { declared.revertHiding() }
        return declared
    }

    private func declaredThere(
        _ node: NodeID, _ document: borrowing Document, _ ancestors: AncestorFilter, _ stepsLeft: inout Int
    ) -> Declared {
        var declared = Declared.nothing
        if let book = book.first {
            book.collect(for: node, in: document, ancestors, &stepsLeft, into: &declared)
        }
        if document.attributeCount(of: node) > 0, let style = document.attribute("style", of: node) {
            var list: [Declaration] = []
            var reader = SheetReader(Array(style))
            var blocks: [SheetReader.InnerBlock] = []
            reader.readDeclarations(inAttribute: true, into: &list, &blocks)
            for declaration in list { declared.apply(declaration, .attribute) }
        }
        return declared
    }

    /// The maximum number of imports of one sheet.
    private static let importLimit = 16

    /// Returns the addresses that a sheet imports before its own rules, by `@import` (CSS Cascading and Inheritance
    /// Level 4, §2): as written, with escapes decoded, in order: those whose conditions hold, in any
    /// layer. Linear in what precedes the first rule.
    public static func imports(in sheet: [UInt8]) -> [String] {
        var reader = SheetReader(sheet)
        var found: [String] = []
        while found.count < importLimit {
            let token = reader.nextSolid()
            if token.kind == .commentMark { continue }
            guard token.kind == .atKeyword else { break }
            let isImport = reader.isText(of: token, "import")
            guard isImport || reader.isText(of: token, "charset") || reader.isText(of: token, "layer") else {
                break
            }
            let address = isImport ? reader.address() : nil
            let holds = isImport && reader.conditionsHold()
            // A layer with rules ends the imports.
            if case .block = reader.skipPrelude(stopsAtSemicolon: true, stopsAtBrace: false).ending { break }
            if let address, holds { found.append(address) }
        }
        return found
    }
}

extension SheetReader {
    /// Reads the address of an `@import`: a string or a URL; nil for anything else, and for an empty one.
    fileprivate mutating func address() -> String? {
        var token = nextSolid()
        let isFunction = token.kind == .function && isText(of: token, "url")
        if isFunction { token = nextSolid() }
        guard token.kind == .string || token.kind == .url && !isFunction else {
            putBack(token)
            return nil
        }
        let address = String(decoding: text(of: token), as: UTF8.self)
        if isFunction { skip(parentheses: 1) }
        return address.isEmpty ? nil : address
    }

    /// Reads the conditions after the address: `supports()`, then media queries. Returns whether they hold.
    fileprivate mutating func conditionsHold() -> Bool {
        var holds = true
        while true {
            let token = nextSolid()
            if token.kind == .ident, isText(of: token, "layer") { continue }
            let isLayer = token.kind == .function && isText(of: token, "layer")
            let isCondition = token.kind == .function && isText(of: token, "supports")
            guard isLayer || isCondition else {
                putBack(token)
                break
            }
            skipBlock(token)
            // The bytes from after the opening parenthesis to the closing one, which is read.
            let opened = min(token.end + 1, tokenizer.position)
            let inside = tokenizer.bytes[opened..<tokenizer.position]
            if isCondition { holds = MediaQuery.supports(inside) && holds }
        }
        var ahead = self
        let first = ahead.nextSolid()
        ahead.putBack(first)
        let end = ahead.skipPrelude(stopsAtSemicolon: true, stopsAtBrace: false).end
        let queries = tokenizer.bytes[first.start..<max(first.start, end)]
        return holds && queries.count <= SelectorReader.longestList && MediaQuery.fits(queries)
    }
}
