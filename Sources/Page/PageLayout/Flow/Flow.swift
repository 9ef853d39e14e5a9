import CSS
import HTML

/// Lays out a tree as lines: traverses it in page order and keeps its position, so that the tree may grow meanwhile.
struct Flow: Sendable {
    /// An element whose content is being laid out. Frames are copied for every element, so they contain nothing that is
    /// reference-counted, and the order of their fields leaves no gaps.
    struct Frame: Hashable, Sendable {
        /// A Bloom filter of the ancestors of its children, for matching selectors.
        var ancestors = AncestorFilter()
        /// The number of the next list item.
        var counter = 0
        var closing = Closing.inline
        var alignment = Alignment.start
        var direction = BidiOrder.Direction.automatic
        /// The layout of its children if their own display does not determine it.
        var children = Children.inLine
        /// The columns by which style sheets indent it.
        var indent: Int8 = 0
        /// Whether style sheets generate text after its content.
        var hasTextBehind = false
        /// Further properties that its text inherits.
        var look = Look()
        /// Whether it is inside a list of any kind.
        var isInList = false
        /// The part that it is in a formula.
        var formula = FormulaPart.none
        /// Whether its own text, not that of its descendants, has font size 0.
        var hasZeroFontSize = false
        /// Whether it is inside a button, whose content is on one line.
        var isInButton = false
        /// Whether the continuation lines of its folded text are marked.
        var marksFolds = false
        /// How the rows and cells of a table laid out as blocks are separated.
        var stacking = Stacking.none
        var node: NodeID
        /// The last child visited.
        var child: NodeID?
        var list = ListKind.none
        var style: TextStyle = []
        var link: Int32 = -1
        /// The number of lists with markers around it.
        var listDepth: Int32 = 0
        /// The number of inline quotations around it.
        var quoteDepth: Int32 = 0
        /// The number of tables laid out as blocks around it.
        var tables: Int32 = 0

        init(node: NodeID) { self.node = node }

        /// The frame of an element that has only inherited properties.
        init(node: NodeID, below parent: Frame) {
            self = parent
            self.node = node
            child = nil
            counter = 0
            closing = .inline
            children = .inLine
            indent = 0
            hasTextBehind = false
            formula = .none
            hasZeroFontSize = false
            stacking = .none
            list = .none
        }

        /// Whether blanks and line feeds are kept.
        var isPreformatted: Bool {
            switch look.whiteSpace {
            case .normal, .nowrap, .preLine: false
            case .pre, .preWrap: true
            }
        }
    }

    /// The layout of the children of an element.
    enum Children: Sendable {
        /// One after another.
        case inLine
        /// Separated like words, unless they are blocks.
        case apart
        /// In a row, including list items.
        case inRow
        /// Each on separate lines.
        case stacked
    }

    /// The horizontal alignment of lines.
    enum Alignment: Sendable {
        case start, center, end
        /// Alignment by `align` or `center`, which moves tables as boxes and is not inherited by them.
        case centerOfBoxes, endOfBoxes

        /// The alignment of text, regardless of its source.
        var ofText: Alignment {
            switch self {
            case .start: .start
            case .center, .centerOfBoxes: .center
            case .end, .endOfBoxes: .end
            }
        }

        /// Returns the alignment that a table inherits: none in quirks mode (HTML standard §15.3.10).
        func withinTable(isQuirky: Bool) -> Alignment {
            switch self {
            case .center where !isQuirky, .end where !isQuirky: self
            case .start, .center, .end, .centerOfBoxes, .endOfBoxes: .start
            }
        }
    }

    /// A word for what has no name. It is not repeated if nothing comes between.
    enum Placeholder: Sendable {
        case image, button
    }

    /// One step of indentation. It takes no columns if the width leaves none.
    struct Indent: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case spaces(Int)
            /// As many columns as are free, up to this number.
            case spacing(Int)
            /// The bar next to a quotation.
            case bar
        }

        var kind: Kind
        /// The columns it takes at the current width, and the total of it and all indents around it.
        var columns = 0
        var end = 0
    }

    /// Text before a line: the marker of a list item or summary, or the label of a value.
    struct Marker: Hashable, Sendable {
        var text: [UInt8]
        var width: Int
        /// The number of indents around it; it ends where they end.
        var depth: Int
        var style = TextStyle.marker
    }

    /// The purpose of traversing a tree.
    enum Purpose: Sendable {
        /// To lay out lines.
        case lines
        /// To measure the width of content.
        case measure
        /// To find the state at the end: everything that the next chunk starts from, names, and the number of links.
        case scan
    }

    /// The width of lines in columns.
    private(set) var width: Int
    /// The purpose. It changes only while no line is open.
    var purpose: Purpose
    /// The number of tables around this flow.
    let tableDepth: Int
    /// The order of the text of lines.
    let order: TextOrder

    /// How long lines of preformatted text are laid out outside tables.
    var preformatted = PreformattedLines.folded

    var store = LineStore()
    var frames: [Frame] = [Frame(node: .document)]
    var indents: [Indent] = []
    var indentWidth = 0
    /// The bars among the indents that take columns: the number of indents around each, and its column.
    var bars: [(depth: Int, column: Int)] = []
    var open = OpenLine()
    /// The pending blank lines before the next content; -1 if there must be none, as after a heading.
    var margin = 0
    /// The number of indents on those blank lines: those around both blocks.
    var marginDepth = Int.max
    /// Whether anything has been laid out, so that margins apply.
    var hasContent = false
    /// The markers of the next line, from left to right.
    var markers: [Marker] = []
    /// The width of the widest line of the current heading.
    var headingWidth = 0
    /// Names to assign to the next line.
    var pendingAnchors: [[UInt8]] = []
    /// Whether the paragraph contains right-to-left text, and its lines that are still to be reordered.
    var isMixed = false
    var mixedLines: [MixedLine] = []
    /// The direction of the first lines of a paragraph that is reordered in several parts.
    var mixedDirection: BidiOrder.Direction?
    /// Bidi controls that are pending before the next text.
    var controls: [UInt8] = []
    /// The placeholder that was added last, unless something else was added after it.
    var placeholder: Placeholder?
    /// How the table that is being entered separates rows and cells.
    var stacking = Stacking.none
    /// The widths that the content needs, while measuring.
    var size = TableColumns.Size()
    /// Empty between uses; its capacity is reused for the runs that a break moves to the next line.
    var movedRuns: [LineStore.Run] = []
    /// Whether the layout would differ at another width, even if all lines fit.
    var hangsOnWidth = false
    /// The page metadata found in the current chunk.
    var head = PageHead()
    /// The rules of the style sheets so far, and the external sheets that were loaded, by their addresses in the page,
    /// each after those that it imports.
    var rules = StyleRules()
    var sheets: [String: [[UInt8]]] = [:]
    /// The number of bytes of external sheets that were applied.
    var linkedBytes = 0
    /// Whether the rules are those of all sheets of the page, regardless of their positions.
    var knowsSheets = false

    /// The part of the page to lay out; nil for the whole page.
    var mainText: MainText?
    /// The pictures available, by their addresses in the page. They change at any time, so checkpoints have none.
    var pictures: [String: Picture] = [:]

    /// The values of CSS counters.
    var counters: [UInt64: Int] = [:]
    /// What style sheets may still generate.
    var generated = GeneratedTextLimit()

    /// The number of links that were passed without being laid out.
    var passedLinks = 0

    init(width: Int, purpose: Purpose = .lines, tableDepth: Int = 0, order: TextOrder = .visual) {
        self.width = max(1, width)
        self.purpose = purpose
        self.tableDepth = tableDepth
        self.order = order
    }

    /// Continues through the tree. Stops where only the open elements remain, or ends the page if there are none.
    /// - Parameters:
    ///   - open: The nodes that may still get children, the document first.
    ///   - depth: The number of frames to leave unchanged.
    mutating func walk(_ document: Document, open: [NodeID], above depth: Int = 0) {
        while frames.count > depth {
            let top = frames.count - 1
            let node = frames[top].node
            let child = frames[top].child
            if let next = child.map({ document.nextSibling(of: $0) }) ?? document.firstChild(of: node) {
                frames[top].child = next
                visit(next, document)
            } else {
                if top < open.count, open[top] == node { return }
                if top == 0 {
                    endLine()
                    endAnchors()
                }
                leave(frames[top].node, frames[top].closing, document)
                frames.removeLast()
            }
        }
    }

    /// Lays out the children of one element, that of the frame, as the content of a cell.
    mutating func walkContent(_ frame: Frame, _ document: Document) {
        while !frames.isEmpty { frames.removeLast() }
        frames.append(frame)
        walk(document, open: [])
    }

    /// Begins other content, whose lines follow the existing ones.
    mutating func beginAnew() {
        open = OpenLine()
        open.firstRun = store.runs.count
        if !indents.isEmpty { indents.removeAll() }
        indentWidth = 0
        if !bars.isEmpty { bars.removeAll() }
        margin = 0
        marginDepth = Int.max
        hasContent = false
        if !markers.isEmpty { markers.removeAll() }
        if !pendingAnchors.isEmpty { pendingAnchors.removeAll() }
        isMixed = false
        if !mixedLines.isEmpty { mixedLines.removeAll() }
        mixedDirection = nil
        if !controls.isEmpty { controls.removeAll() }
        placeholder = nil
        stacking = .none
        size = TableColumns.Size()
        headingWidth = 0
        hangsOnWidth = false
        head = PageHead()
    }

    /// Updates the frames after the tree has dropped all but its open elements, which now have these identifiers.
    mutating func follow(_ open: [NodeID]) {
        for index in frames.indices {
            frames[index].node = open[index]
            frames[index].child = index + 1 < open.count ? open[index + 1] : nil
        }
    }

    /// Whether it only measures the width of content.
    var isMeasuring: Bool { purpose == .measure }

    /// Whether it only scans.
    var isScanning: Bool { purpose == .scan }

    /// Whether no line is open, so that the lines can be taken.
    var isBetweenLines: Bool { !open.hasText }

    /// Removes and returns the lines laid out so far. No line may be open.
    mutating func takeLines() -> LineStore {
        // The next chunk is about the same size.
        var lines = store.emptied
        swap(&lines, &store)
        lines.head = head
        lines.passedLinks = passedLinks
        passedLinks = 0
        head = PageHead()
        open = OpenLine()
        for index in frames.indices { frames[index].link = -1 }
        return lines
    }

    /// Continues at another width. The lines must have just been taken: the state between chunks does not depend on the
    /// width, except for the columns of indents.
    mutating func resume(width: Int, for purpose: Purpose) {
        self.width = max(1, width)
        self.purpose = purpose
        let kept = indents
        indents = []
        indentWidth = 0
        bars = []
        for step in kept { indent(step.kind) }
    }

    private mutating func visit(_ node: NodeID, _ document: Document) {
        if let lines = mainText?.text(of: node, document) {
            return addParagraphs(lines, document.sourceStart(of: node))
        }
        if let mainText, !mainText.shows(node, document) {
            if document.kind(of: node) == .element { passUnseen(node, document) }
            return
        }
        if case .nothing = frames[frames.count - 1].closing {
            if document.kind(of: node) == .element { passUnseen(node, document) }
            return
        }
        switch document.kind(of: node) {
        case .text: addText(node, document)
        case .element: enter(node, document)
        case .comment: open.startsRun = true
        case .document, .doctype: break
        }
    }
}
