import Markup

/// Turns a tree into lines: walks it in page order and keeps its place, so that the tree may grow meanwhile.
struct Flow: Sendable {
    /// An element whose content is being laid out.
    struct Frame: Sendable {
        var node: NodeID
        /// The child that was visited last.
        var child: NodeID?
        var style: TextStyle = []
        var link: Int32 = -1
        var alignment = Alignment.start
        /// Whether blanks and line feeds count.
        var isPreformatted = false
        var closing = Closing.inline
        /// The number of the next list item.
        var counter = 0
        var list = ListKind.none
        /// How many lists are around it.
        var listDepth = 0
    }

    enum Alignment: Sendable { case start, center, end }

    enum ListKind: Sendable {
        case none, bullets
        /// Numbers: the step is -1 in a reversed list; the form is a digit or letter as in `type`.
        case numbers(form: UInt8, step: Int)
    }

    /// What leaving an element does.
    enum Closing: Sendable {
        case inline
        /// Ends the line, takes back indents, and leaves blank lines behind.
        case block(margin: Int, indents: Int)
        /// Writes a text.
        case text(String)
        /// Ends the title, whose text was collected.
        case title
    }

    /// One step of indentation.
    enum Indent: Sendable {
        case spaces(Int)
        /// The bar beside a quotation.
        case bar
    }

    /// The width of lines in columns.
    let width: Int
    /// Whether it only finds out how wide content is.
    let isMeasuring: Bool
    /// How many tables are around this flow.
    let tableDepth: Int

    var store = LineStore()
    var frames: [Frame] = [Frame(node: .document)]
    var indents: [Indent] = []
    var indentWidth = 0
    var open = OpenLine()
    /// Blank lines due before the next content.
    var margin = 0
    /// How many indents those blank lines have: those around both blocks.
    var marginDepth = Int.max
    /// Whether anything has been laid out, so that margins count.
    var hasContent = false
    /// The marker for the next line, and its width.
    var marker: (text: [UInt8], width: Int)?
    /// Names that mark the next line.
    var pendingAnchors: [[UInt8]] = []
    /// The widest line and the widest piece that cannot be broken, while measuring.
    var widest = 0
    var widestWord = 0
    /// The base element and the title, as the page has them.
    var head = PageHead()

    init(width: Int, isMeasuring: Bool = false, tableDepth: Int = 0) {
        self.width = max(1, width)
        self.isMeasuring = isMeasuring
        self.tableDepth = tableDepth
    }

    /// Goes on through the tree. Stops where only the open elements are left, or ends the page if none is.
    /// - Parameter open: The nodes that may still get children, the document first.
    mutating func walk(_ document: Document, open: [NodeID]) {
        while !frames.isEmpty {
            let top = frames.count - 1
            let node = frames[top].node
            let child = frames[top].child
            if let next = child.map({ document.nextSibling(of: $0) }) ?? document.firstChild(of: node) {
                frames[top].child = next
                visit(next, document)
            } else {
                if top < open.count, open[top] == node { return }
                if top == 0 { endLine() }
                leave(frames[top], document)
                frames.removeLast()
            }
        }
    }

    /// Lays out the children of one element, as the content of a cell.
    mutating func walkContent(of node: NodeID, style: TextStyle, alignment: Alignment, _ document: Document) {
        frames = [Frame(node: node, style: style, alignment: alignment)]
        walk(document, open: [])
    }

    /// Follows the tree after it has forgotten all but its open elements, which are now these.
    mutating func follow(_ open: [NodeID]) {
        for index in frames.indices {
            frames[index].node = open[index]
            frames[index].child = index + 1 < open.count ? open[index + 1] : nil
        }
    }

    /// Hands over the lines laid out so far. Only between lines.
    mutating func takeLines() -> LineStore {
        let lines = store
        store = LineStore()
        for index in frames.indices { frames[index].link = -1 }
        return lines
    }

    private mutating func visit(_ node: NodeID, _ document: Document) {
        switch document.kind(of: node) {
        case .text: addText(node, document)
        case .element: enter(node, document)
        case .comment: open.startsRun = true
        case .document, .doctype: break
        }
    }
}

/// What a page's head says that matters outside of it.
struct PageHead: Sendable {
    var title: [UInt8] = []
    var base: String?
    var charset: String?
}
