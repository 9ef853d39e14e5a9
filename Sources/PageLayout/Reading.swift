import Markup

/// A parser and the flow that follows it through a page.
struct Reading: Sendable {
    var parser = HTMLParser()
    private(set) var flow: Flow
    /// Where the present stretch begins.
    private(set) var start = 0

    init(width: Int) { flow = Flow(width: width) }

    /// Lays out what has been parsed, at a place where the parser says that it can be cut; forgets its tree.
    mutating func settle(dropsSource: Bool) -> LineStore {
        flow.walk(parser.document, open: parser.openNodes)
        flow.endLine()
        parser.forget(dropsSource: dropsSource)
        flow.follow(parser.openNodes)
        start = parser.position
        return flow.takeLines()
    }

    /// Lays out what has been parsed as if the page ended here, and goes back.
    func provisional() -> (LineStore, PageHead) {
        var end = flow
        end.walk(parser.document, open: [])
        return (end.store, end.head)
    }

    /// Lays out the rest of a page that has been parsed to its end.
    mutating func end() -> LineStore {
        flow.walk(parser.document, open: [])
        return flow.takeLines()
    }
}
