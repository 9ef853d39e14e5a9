import CSS
import HTML

/// Turns a tree into lines: walks it in page order and keeps its place, so that the tree may grow meanwhile.
struct Flow: Sendable {
    /// An element whose content is being laid out. Frames are copied for every element: they hold nothing to be
    /// counted, and their fields are in an order that leaves no gaps.
    struct Frame: Hashable, Sendable {
        /// What the elements around its children have, as far as style sheets ask for it.
        var ancestors = AncestorFilter()
        /// The number of the next list item.
        var counter = 0
        var closing = Closing.inline
        var alignment = Alignment.start
        var direction = BidiOrder.Direction.automatic
        /// How its children stand where their own kind does not tell.
        var children = Children.inLine
        /// How many columns style sheets set it in.
        var indent: Int8 = 0
        /// Whether style sheets write something behind its content.
        var hasTextBehind = false
        /// What it hands down to its text besides.
        var look = Look()
        /// Whether a list of any kind is around it.
        var isInList = false
        /// What it is of a formula.
        var formula = FormulaPart.none
        /// Whether letters of its own text, not of what is in it, have a size.
        var letters = LetterSize.some
        /// Whether a button is around it, whose content stands on one line.
        var isInButton = false
        /// Whether lines of its text that are cut for the width show it.
        var marksFolds = false
        /// What the rows and cells of a table keep apart.
        var stacking = Stacking.none
        var node: NodeID
        /// The child that was visited last.
        var child: NodeID?
        var list = ListKind.none
        var style: TextStyle = []
        var link: Int32 = -1
        /// How many lists with markers are around it.
        var listDepth: Int32 = 0
        /// How many quotations within lines are around it.
        var quoteDepth: Int32 = 0
        /// How many tables laid out as blocks are around it.
        var tables: Int32 = 0

        init(node: NodeID) { self.node = node }

        /// The frame of an element that has only what the one around it hands down.
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
            letters = .some
            stacking = .none
            list = .none
        }

        /// Whether blanks and line feeds count.
        var isPreformatted: Bool {
            switch look.whiteSpace {
            case .normal, .nowrap, .preLine: false
            case .pre, .preWrap: true
            }
        }
    }

    /// How the children of an element stand.
    enum Children: Sendable {
        /// One behind the other.
        case inLine
        /// So that each is a word of its own, where it is no block.
        case apart
        /// Side by side in a row, items of lists too.
        case inRow
        /// Each on lines of its own.
        case stacked
    }

    /// Where the text of lines stands.
    enum Alignment: Sendable {
        case start, center, end
        /// The same by `align` or `center`: these move tables as boxes, and are not taken over into them.
        case centerOfBoxes, endOfBoxes

        /// Where text stands, whoever says so.
        var ofText: Alignment {
            switch self {
            case .start: .start
            case .center, .centerOfBoxes: .center
            case .end, .endOfBoxes: .end
            }
        }

        /// What a table takes over: nothing on a page of old (HTML standard §15.3.10).
        func withinTable(isQuirky: Bool) -> Alignment {
            switch self {
            case .center where !isQuirky, .end where !isQuirky: self
            case .start, .center, .end, .centerOfBoxes, .endOfBoxes: .start
            }
        }
    }

    /// One step of indentation. It takes no column where the width leaves it none.
    struct Indent: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case spaces(Int)
            /// As many columns as there is room for, up to these.
            case spacing(Int)
            /// The bar beside a quotation.
            case bar
        }

        var kind: Kind
        /// The columns it takes at the present width, and those of it and all around it.
        var columns = 0
        var end = 0
    }

    /// What stands in front of a line: the sign of a list item or a summary, the label of a value.
    struct Marker: Hashable, Sendable {
        var text: [UInt8]
        var width: Int
        /// How many indents it stands behind: it ends where they do.
        var depth: Int
        var style = TextStyle.marker
    }

    /// What it walks through a tree for.
    enum Purpose: Sendable {
        /// Its lines.
        case lines
        /// How wide its content is.
        case measure
        /// What is left behind where it ends: all that the next chunk begins with, names, the number of links.
        case scan
    }

    /// The width of lines in columns.
    private(set) var width: Int
    /// What it walks for. It changes only where no line is begun.
    var purpose: Purpose
    /// How many tables are around this flow.
    let tableDepth: Int
    /// In which order it keeps the text of lines.
    let order: TextOrder

    /// How long lines of preformatted text are laid out, outside of tables.
    var preformatted = PreformattedLines.folded

    var store = LineStore()
    var frames: [Frame] = [Frame(node: .document)]
    var indents: [Indent] = []
    var indentWidth = 0
    /// The bars among the indents that take columns: how many indents are around each, and its column.
    var bars: [(depth: Int, column: Int)] = []
    var open = OpenLine()
    /// Blank lines due before the next content; -1 where none may come, as behind a heading.
    var margin = 0
    /// How many indents those blank lines have: those around both blocks.
    var marginDepth = Int.max
    /// Whether anything has been laid out, so that margins count.
    var hasContent = false
    /// The markers of the next line, from left to right.
    var markers: [Marker] = []
    /// The widest line of the present heading.
    var headingWidth = 0
    /// Names that mark the next line.
    var pendingAnchors: [[UInt8]] = []
    /// Whether the paragraph holds text from right to left, and its lines that wait to be reordered.
    var isMixed = false
    var mixedLines: [MixedLine] = []
    /// The direction found for its first lines, where there are very many.
    var mixedDirection: BidiOrder.Direction?
    /// Characters that order text, due before the next text.
    var controls: [UInt8] = []
    /// How the table that is being entered keeps rows and cells apart.
    var stacking = Stacking.none
    /// What content needs, while measuring.
    var size = TableColumns.Size()
    /// Empty; the room for runs that a break moves to the next line.
    var movedRuns: [LineStore.Run] = []
    /// Whether something in it would look otherwise at another width, even where all lines fit.
    var hangsOnWidth = false
    /// The base element and the title, as the chunk at hand has them.
    var head = PageHead()
    /// The style sheets so far, and those that came by themselves, by their addresses in the page, each behind those that
    /// it imports.
    var rules = StyleRules()
    var sheets: [String: [[UInt8]]] = [:]
    /// Whether the rules are those of all sheets of the page, wherever they stand.
    var knowsSheets = false

    /// The part of the page that is laid out; nil for all of it.
    var mainText: MainText?
    /// The pictures at hand, by their addresses in the page. They come and go: checkpoints have none.
    var pictures: [String: Picture] = [:]

    /// What style sheets have counted.
    var counters: [UInt64: Int] = [:]

    /// The links that were passed without being laid out.
    var passedLinks = 0

    init(width: Int, purpose: Purpose = .lines, tableDepth: Int = 0, order: TextOrder = .visual) {
        self.width = max(1, width)
        self.purpose = purpose
        self.tableDepth = tableDepth
        self.order = order
    }

    /// Goes on through the tree. Stops where only the open elements are left, or ends the page if none is.
    /// - Parameters:
    ///   - open: The nodes that may still get children, the document first.
    ///   - depth: How many frames are left alone.
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

    /// Lays out the children of one element, the frame's, as the content of a cell.
    mutating func walkContent(_ frame: Frame, _ document: Document) {
        while !frames.isEmpty { frames.removeLast() }
        frames.append(frame)
        walk(document, open: [])
    }

    /// Begins with other content, whose lines come behind those that are there.
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
        stacking = .none
        size = TableColumns.Size()
        headingWidth = 0
        hangsOnWidth = false
        head = PageHead()
    }

    /// Follows the tree after it has forgotten all but its open elements, which are now these.
    mutating func follow(_ open: [NodeID]) {
        for index in frames.indices {
            frames[index].node = open[index]
            frames[index].child = index + 1 < open.count ? open[index + 1] : nil
        }
    }

    /// Whether it only finds out how wide content is.
    var isMeasuring: Bool { purpose == .measure }

    /// Whether it lays out nothing.
    var isScanning: Bool { purpose == .scan }

    /// Whether no line is begun, so that what was laid out can be handed over.
    var isBetweenLines: Bool { !open.hasText }

    /// Hands over the lines laid out so far. Only between lines.
    mutating func takeLines() -> LineStore {
        // The next chunk is about as large.
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

    /// Goes on at another width. Only where lines were just taken: what is kept between chunks does not
    /// depend on the width but for the columns of indents.
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
