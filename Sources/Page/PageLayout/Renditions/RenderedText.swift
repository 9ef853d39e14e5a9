/// A text that is shown in a form of its own: it goes in as it arrives, HTML to be laid out comes out by steps.
///
/// It may turn out to be none of its form: then it is shown as it is, and what is wrong with it stands above.
public struct RenderedText: Sendable {
    private enum Work: Sendable {
        case lines(position: Int)
        case tree(JSONTree)
        /// Markdown or a feed, which is read at once when it is whole.
        case whole
        case picture(type: String)
        /// All was given out.
        case done
    }

    /// What it is shown as.
    public let form: Rendition
    /// Which objects and arrays are folded, in a tree.
    public private(set) var folds = TreeFolds()
    private var text: [UInt8] = []
    private var isWhole = false
    private var byteCount = 0
    private var work: Work

    /// A text of which nothing has arrived.
    public init(_ form: Rendition) {
        self.form = form
        work = Self.start(form, TreeFolds(), nil)
    }

    private static func start(_ form: Rendition, _ folds: TreeFolds, _ sought: UInt64?) -> Work {
        switch form {
        case .lines: .lines(position: 0)
        case .tree(let sequence): .tree(JSONTree(sequence, folds: folds, seeking: sought))
        case .markdown, .feed: .whole
        case .picture(let type): .picture(type: type)
        }
    }

    /// Takes the next bytes of the text, in UTF-8. The first are not copied.
    public mutating func append(_ piece: [UInt8]) {
        // The bytes of a picture are no text.
        if case .picture = form { return }
        if text.isEmpty { text = piece } else if !piece.isEmpty { text += piece }
    }

    /// Says that all of the text has arrived.
    /// - Parameter byteCount: How many bytes it had as they were sent.
    public mutating func finish(byteCount: Int) { (isWhole, self.byteCount) = (true, byteCount) }

    /// Whether it is text, which can be shown as it was sent.
    public var isText: Bool {
        switch form {
        case .lines, .tree, .markdown, .feed: true
        case .picture: false
        }
    }

    /// Whether all HTML was given out.
    public var isDone: Bool {
        switch work {
        case .done: true
        case .lines, .tree, .whole, .picture: false
        }
    }

    /// Whether a step would give something out.
    public var hasMore: Bool {
        switch work {
        case .done: false
        case .lines(let position): position < text.count || isWhole
        case .tree(let tree): isWhole || tree.stalledAt < text.count
        case .whole, .picture: isWhole
        }
    }

    /// What a step comes to.
    public enum Step: Sendable {
        /// This HTML follows.
        case html([UInt8])
        /// All HTML before counts no more; this takes its place.
        case anew([UInt8])
    }

    /// Goes on: less than half a millisecond of work, but for Markdown and feeds, which are read at once.
    public mutating func step(budget: Int = 16_384) -> Step {
        switch work {
        case .done: return .html([])
        case .lines(let position):
            let end = min(text.count, position + budget)
            let piece = Array(text[position..<end])
            work = end == text.count && isWhole ? .done : .lines(position: end)
            return .html(position == 0 ? Self.plain + piece : piece)
        case .tree(var tree):
            // Gives up the second reference.
            work = .done
            let html = tree.read(text, isWhole: isWhole, budget: budget)
            if let mistake = tree.mistake { return showAsSent(saying: mistake.words(in: text)) }
            if !tree.isFinished { work = .tree(tree) }
            return .html(html)
        case .whole:
            guard isWhole else { return .html([]) }
            work = .done
            return form == .feed ? readFeed() : readMarkdown()
        case .picture(let type):
            guard isWhole else { return .html([]) }
            work = .done
            // Its own address is where the picture is.
            let facts = "\(type), \(byteCount) \(byteCount == 1 ? "byte" : "bytes")"
            return .html(Array("<p><img src=\"#\" alt=\"picture\"></p><p>".utf8) + Escaping.escaped(facts))
        }
    }

    private mutating func readMarkdown() -> Step {
        if let html = Markdown.html(text) { return .html(html) }
        return showAsSent(saying: "This is too long to be shown as Markdown.")
    }

    private mutating func readFeed() -> Step {
        guard text.count <= Feed.limit else {
            return showAsSent(saying: "This is too long to be shown as a feed.")
        }
        guard let feed = Feed(text) else { return showAsSent(saying: "This is not a feed.") }
        return .html(feed.page)
    }

    /// All HTML of a text that is whole, for those who show it at once.
    public mutating func rest() -> [UInt8] {
        var html: [UInt8] = []
        while hasMore {
            switch step() {
            case .html(let more): html += more
            case .anew(let other): html = other
            }
        }
        return html
    }

    private mutating func showAsSent(saying words: String) -> Step {
        work = .lines(position: 0)
        return .anew(Array("<p><mark>".utf8) + Escaping.escaped(words) + Array("</mark></p>".utf8))
    }

    /// What is given to a layout before a text that is shown line by line. Nothing in the text can end the element
    /// it opens (HTML Standard §13.2.5.5).
    private static let plain = Array("<pre><plaintext>".utf8)

    /// Begins anew with other folds.
    /// - Parameter sought: The key of the line that gets an id.
    public mutating func fold(_ folds: TreeFolds, seeking sought: UInt64? = nil) {
        self.folds = folds
        work = Self.start(form, folds, sought)
    }

    /// Begins anew in another form of the same text.
    public func shown(as form: Rendition) -> RenderedText {
        var other = RenderedText(form)
        other.text = text
        other.isWhole = isWhole
        other.byteCount = byteCount
        return other
    }
}
