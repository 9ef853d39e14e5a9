import CSS
import HTML

// Buttons: what one holds stands on one line, between brackets.
extension Flow {
    /// What a button begins with; the blank is no place to break.
    static let buttonStart = Array("[\u{A0}".utf8)

    /// Whether the text ends in what a button begins with, whose blank is the only one there.
    var isBehindBracket: Bool {
        !isScanning && !frames.isEmpty && frames[frames.count - 1].isInButton
            && store.text.suffix(2).elementsEqual([0x5B, 0x20])
    }

    /// Begins a button, among the links of the page.
    mutating func beginButton(_ frame: inout Frame, _ source: Int) {
        frame.link = addLink(.field(source: Int32(truncatingIfNeeded: source)))
        frame.isInButton = true
        if frame.look.isVisible {
            add(Self.buttonStart[...], TextAttributes(style: frame.style, link: frame.link, source: source))
        }
        frame.closing = .text(Ending("\u{A0}]"))
    }

    /// Has what a button ends with stand right behind its text. Names a button that shows nothing.
    mutating func endButton(_ node: NodeID, _ document: Document) {
        guard !isScanning, document.tag(of: node) == .button else { return }
        open.hasSpace = false
        guard isBehindBracket else { return }
        let name = givenName(node, document) ?? nameWithin(node, document) ?? kindOfButton(node, document)
        add(name, [], source: document.sourceStart(of: node))
    }

    /// What a button is called that has no name: empty brackets tell nobody what to press.
    private func kindOfButton(_ node: NodeID, _ document: Document) -> String {
        guard let type = document.attribute("type", of: node) else { return "Button" }
        if ASCII.equal(type, "submit") { return "Submit" }
        return ASCII.equal(type, "reset") ? "Reset" : "Button"
    }
}

extension Display {
    /// Whether an element stands on lines of its own.
    var endsLines: Bool {
        switch self {
        case .block, .flex, .grid, .listItem: true
        case .inline, .inlineBlock, .contents, .none: false
        }
    }
}

extension WhiteSpace {
    /// The same for text that stands on one line.
    var onOneLine: WhiteSpace {
        switch self {
        case .normal, .pre, .preWrap, .preLine: .normal
        case .nowrap: .nowrap
        }
    }
}
