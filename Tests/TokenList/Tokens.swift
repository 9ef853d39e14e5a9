@testable import HTML

/// The tokens of a text, for tests of the tokenizer alone.
package struct Tokens {
    /// A token as the standard describes it.
    package enum Kind: Equatable {
        case text(String)
        case startTag(String, attributes: [String: String], isSelfClosing: Bool)
        case endTag(String)
        case comment(String)
        case doctype(Doctype)
    }

    /// The content state at the start of the text.
    package enum Start: String, CaseIterable {
        case data = "Data state"
        case rcdata = "RCDATA state"
        case rawtext = "RAWTEXT state"
        case script = "Script data state"
        case plaintext = "PLAINTEXT state"
        case cdata = "CDATA section state"
    }

    private var source = SourceText()
    private var tokenizer = Tokenizer()
    /// The bytes of the last text.
    private var text: [UInt8] = []
    /// The tokens read so far, with adjacent texts joined.
    package private(set) var all: [Kind] = []

    /// Creates a tokenizer that begins in a state, as if after a start tag of this name.
    package init(from start: Start, after tag: String) {
        tokenizer.endName = Array(tag.utf8)
        switch start {
        case .data: break
        case .rcdata: tokenizer.content = .rcdata
        case .rawtext: tokenizer.content = .rawtext
        case .script: tokenizer.content = .script(.none)
        case .plaintext: tokenizer.content = .plaintext
        case .cdata: tokenizer.state = .cdata
        }
    }

    /// Appends bytes.
    package mutating func append(_ bytes: some Collection<UInt8>) {
        source.append(Array(bytes))
        read()
    }

    /// Ends the text.
    package mutating func finish() {
        source.isFinished = true
        read()
    }

    private mutating func read() {
        while tokenizer.advance(&source) {
            let token = tokenizer.token
            let text = String(decoding: source.slice(token.text), as: UTF8.self)
            let name = String(decoding: source.slice(token.text).map(ASCII.lowered), as: UTF8.self)
            switch token.kind {
            case .text: addText(source.slice(token.text))
            case .null: addText([0])
            case .startTag:
                let pairs = tokenizer.attributes.map {
                    (
                        String(decoding: source.slice($0.name).map(ASCII.lowered), as: UTF8.self),
                        String(decoding: source.slice($0.value), as: UTF8.self)
                    )
                }
                let attributes = Dictionary(pairs) { first, _ in first }
                all.append(.startTag(name, attributes: attributes, isSelfClosing: token.isSelfClosing))
            case .endTag: all.append(.endTag(name))
            case .comment: all.append(.comment(text))
            case .doctype: all.append(.doctype(tokenizer.doctype))
            case .end: return
            }
        }
    }

    private mutating func addText(_ bytes: ArraySlice<UInt8>) {
        if case .text? = all.last {
            text += bytes
            all.removeLast()
        } else {
            text = Array(bytes)
        }
        all.append(.text(String(decoding: text, as: UTF8.self)))
    }
}
