import BrowserServices
import HTML
import PageLayout
import SonicProtocol

/// A text that is printed as page text: a response, or a file that is printed while it is read. The type of a file
/// follows from its name or from an option; otherwise from its first bytes, which are buffered until then.
struct TextDump {
    private enum State {
        /// It is unknown whether these bytes begin a page.
        case beginning([UInt8])
        /// A page or lines, which are printed as they are read.
        case printing
        /// A text that can only be rendered as a whole.
        case rendering(RenderedText)
        /// Bytes of this type, which are not printed to a terminal.
        case refused(type: String)
    }

    /// What is known about a text before it is read.
    typealias Terms = (
        name: String, length: Int?, type: String?, encoding: ChosenEncoding?, isForTerminal: Bool
    )

    /// How a text is decoded and shown.
    typealias Kind = (isXML: Bool, isPage: Bool, form: Rendition, evidence: EncodingEvidence)

    private let terms: Terms
    private var state = State.beginning([])
    /// Nil before it is known what to decode.
    private var decoder: PageDecoder?
    /// The layout of the page.
    private(set) var page: PageDump

    init(_ terms: Terms, as page: PageDump) {
        self.terms = terms
        self.page = page
    }

    /// The encoding of the text; nil before it is known.
    var choice: EncodingChoice? { decoder?.choice }

    /// The type of a file that was not printed, since a terminal cannot show it; otherwise nil.
    var refusedType: String? {
        if case .refused(let type) = state { type } else { nil }
    }

    /// Prints a response, whose addresses are relative to its own.
    mutating func print(_ bytes: [UInt8], _ kind: Kind, at url: WebURL) {
        begin(kind)
        var text = decoder?.append(bytes) ?? []
        if let rest = decoder?.finish(), !rest.isEmpty { text += rest }
        if kind.isPage { page.learnSheets(of: text) }
        end(text, at: url.withoutCredentials)
    }

    /// Appends the next bytes of a file.
    mutating func append(_ bytes: [UInt8]) {
        if case .beginning(let held) = state {
            begin(held.isEmpty ? bytes : held + bytes, isWhole: false)
        } else {
            decode(bytes)
        }
    }

    /// Ends a file.
    mutating func finish() {
        if case .beginning(let held) = state { begin(held, isWhole: true) }
        if let rest = decoder?.finish() { end(rest, at: nil) }
    }

    /// Prints the last part of the text, and ends the page.
    private mutating func end(_ text: [UInt8], at url: WebURL?) {
        if case .rendering(var rendered) = state {
            rendered.append(text)
            rendered.finish(byteCount: terms.length ?? 0)
            Console.print(page.append(rendered.rest()))
        } else {
            Console.print(page.append(text))
        }
        page.resolve = DumpCommand.resolver(at: url, in: choice?.encoding)
        Console.print(page.finish())
    }

    private mutating func begin(_ kind: Kind) {
        if kind.isPage, kind.isXML { page.readAsXML() }
        decoder = PageDecoder(kind.evidence, .iconv)
        if kind.form.isReadInDumps {
            state = .rendering(RenderedText(kind.form))
        } else {
            if !kind.isPage { Console.print(page.append(RenderedText.plain)) }
            state = .printing
        }
    }

    private mutating func begin(_ bytes: [UInt8], isWhole: Bool) {
        // Only if needed: creating the table of types takes longer than the layout of a small page.
        func sniffed() -> String? { SniffedType.mediaType(of: bytes, isWhole: isWhole) }
        let isXML = terms.type.map { ResponseClassifier.isXML($0) } ?? FileType.isXML(terms.name)
        let isNamedPage = terms.type.map { $0 == "text/html" } ?? FileType.isPage(terms.name)
        guard let isHTML = isNamedPage ?? sniffed().map({ $0 == "text/html" }) else {
            return state = .beginning(bytes)
        }
        if terms.isForTerminal, terms.type == nil, terms.encoding == nil, let type = sniffed(),
            !SniffedType.isText(type)
        {
            return state = .refused(type: type)
        }
        let isPage = isHTML || isXML && XMLTokens.isXHTML(bytes)
        let form = isPage ? .lines : form(of: bytes)
        let isMarkup = isPage || isXML || form == .feed
        var evidence: EncodingEvidence = isMarkup ? .page(contentType: nil) : .text(contentType: nil)
        if case .encoding(let chosen) = terms.encoding { evidence = .known(EncodingChoice(chosen, .option)) }
        begin((isXML, isPage, form, evidence))
        if isPage, bytes.count == terms.length, Self.isUTF8(bytes) { page.learnSheets(of: bytes) }
        decode(bytes)
    }

    /// Returns the form in which a file other than a page is shown.
    private func form(of bytes: [UInt8]) -> Rendition {
        if let type = terms.type { return Rendition(contentType: type, path: "") }
        if Feed.mediaType(of: bytes) != nil { return .feed }
        return Rendition(contentType: nil, path: terms.name)
    }

    private mutating func decode(_ bytes: [UInt8]) {
        switch state {
        case .beginning, .refused: return
        case .printing:
            // In pieces whose memory is reused: new memory for a whole page costs more than reading it.
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                let part = Array(bytes[start..<min(bytes.count, start + 65_536)])
                Console.print(page.append(decoder?.append(part) ?? []))
            }
        case .rendering(var text):
            // Releases the second reference: a shared value is copied when it grows.
            state = .beginning([])
            text.append(decoder?.append(bytes) ?? [])
            state = .rendering(text)
        }
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }
}
