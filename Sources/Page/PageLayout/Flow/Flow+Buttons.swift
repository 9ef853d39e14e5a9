import CSS
import HTML

// Buttons: their content is on one line, in brackets.
extension Flow {
    /// The start of a button, with a no-break space.
    static let buttonStart = Array("[\u{A0}".utf8)

    /// Whether the text ends with the start of a button, after which no further blank is added.
    var isBehindBracket: Bool {
        !isScanning && !frames.isEmpty && frames[frames.count - 1].isInButton
            && store.text.suffix(2).elementsEqual([0x5B, 0x20])
    }

    /// Begins a button, which is one of the links of the page.
    mutating func beginButton(_ frame: inout Frame, _ source: Int) {
        frame.link = addLink(.field(source: Int32(truncatingIfNeeded: source)))
        frame.isInButton = true
        if frame.look.isVisible {
            add(Self.buttonStart[...], TextAttributes(style: frame.style, link: frame.link, source: source))
        }
        frame.closing = .text(Ending("\u{A0}]"))
    }

    /// Removes the blank before the end of a button. A button that shows nothing gets a name.
    mutating func endButton(_ node: NodeID, _ document: Document) {
        guard !isScanning, document.tag(of: node) == .button else { return }
        open.hasSpace = false
        guard isBehindBracket else { return }
        let name = givenName(node, document) ?? nameWithin(node, document) ?? kindOfButton(node, document)
        add(name, [], source: document.sourceStart(of: node))
    }

    /// Returns a name for a button that has none: empty brackets would not show what to press.
    private func kindOfButton(_ node: NodeID, _ document: Document) -> String {
        guard let type = document.attribute("type", of: node) else { return "Button" }
        if ASCII.equal(type, "submit") { return "Submit" }
        return ASCII.equal(type, "reset") ? "Reset" : "Button"
    }
}

extension Display {
    /// Whether an element is a block.
    var endsLines: Bool {
        switch self {
        case .block, .flex, .grid, .listItem: true
        case .inline, .inlineBlock, .contents, .none: false
        }
    }
}

extension WhiteSpace {
    /// The equivalent for text on a single line.
    var onOneLine: WhiteSpace {
        switch self {
        case .normal, .pre, .preWrap, .preLine: .normal
        case .nowrap: .nowrap
        }
    }
}
