import HTML
import SonicProtocol

/// What the parser found in a page or fragment, in source order, for the document that scripts see: a string for a text,
/// an object for a comment or an element, 0 for the end of an element.
struct ParsedSteps {
    private let source: [UInt8]
    private let document: Document
    private var steps: [JSONValue] = []
    /// The place up to which lines were counted, and the line there.
    private var (place, line) = (0, 1)

    /// Parses a page, or a fragment in an element of a name. Linear.
    init(_ text: String, fragmentIn context: String?) {
        source = Array(text.utf8)
        var parser = context.map { HTMLParser(fragmentIn: $0) } ?? HTMLParser()
        parser.append(source)
        parser.finish()
        document = parser.document
        let root = context != nil ? document.firstChild(of: .document) ?? .document : .document
        var next = document.firstChild(of: root)
        while let node = next {
            add(node)
            // Where scripts run, the content of noscript does not.
            next = document.tag(of: node) == .noscript ? nil : document.firstChild(of: node)
            var last: NodeID? = node
            while next == nil, let ended = last, ended != root {
                if document.kind(of: ended) == .element { steps.append(0) }
                (next, last) = (document.nextSibling(of: ended), document.parent(of: ended))
            }
        }
    }

    var json: String { JSONValue.array(steps).text() }

    private mutating func add(_ node: NodeID) {
        switch document.kind(of: node) {
        case .text: steps.append(.string(document.text(of: node)))
        case .comment: steps.append(["comment": .string(document.text(of: node))])
        case .element:
            let attributes = (0..<document.attributeCount(of: node)).map { index in
                let (name, value) = document.attribute(at: index, of: node)
                return JSONValue.array([.string(Bytes.text(name)), .string(Bytes.text(value))])
            }
            steps.append([
                "name": .string(document.name(of: node)), "attributes": .array(attributes),
                "line": .integer(document.tag(of: node) == .script ? line(at: node) : 0),
            ])
        case .document, .doctype: break
        }
    }

    /// Returns the line in which the code of a script begins, from 1. Linear in the bytes since the script before.
    private mutating func line(at script: NodeID) -> Int {
        let start = document.sourceStart(of: document.firstChild(of: script) ?? script)
        line += Bytes.newlines(in: source.span, place..<max(place, start)).count
        place = max(place, start)
        return line
    }
}
