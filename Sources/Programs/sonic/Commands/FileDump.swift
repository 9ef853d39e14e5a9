import BrowserServices
import HTML
import PageLayout
import SonicProtocol

/// A file, or standard input, that is printed while it is read. Its type follows from its name or from an
/// option; otherwise from its first bytes, which are buffered until then.
struct FileDump {
    private enum State {
        /// It is unknown whether these bytes begin a page.
        case beginning([UInt8])
        /// A page or lines, which are printed as they are read.
        case printing(PageDecoder)
        /// A text that can only be rendered as a whole.
        case rendering(PageDecoder, RenderedText)
        /// Bytes of this type, which are not printed to a terminal.
        case refused(type: String)
    }

    /// What is known about a file before it is read.
    struct Terms {
        /// Its name.
        var name: String
        /// The number of bytes; nil if it is unknown.
        var length: Int?
        /// The media type chosen for it; nil to detect it.
        let type: String?
        /// The encoding chosen for it; nil to detect it.
        let encoding: ChosenEncoding?
        /// Whether the output is a terminal, which only shows text.
        let isForTerminal: Bool
    }

    private let terms: Terms
    private var state = State.beginning([])
    /// The layout of the page.
    private(set) var page: PageDump

    init(_ terms: Terms, as page: PageDump) {
        self.terms = terms
        self.page = page
    }

    /// The encoding of the file; nil before it is known.
    var choice: EncodingChoice? {
        switch state {
        case .beginning, .refused: nil
        case .printing(let decoder), .rendering(let decoder, _): decoder.choice
        }
    }

    /// The type of a file that was not printed, since a terminal cannot show it; otherwise nil.
    var refusedType: String? {
        switch state {
        case .beginning, .printing, .rendering: nil
        case .refused(let type): type
        }
    }

    /// Appends the next bytes, and passes on the text to be printed.
    mutating func append(_ bytes: [UInt8], _ print: ([UInt8]) -> Void) {
        if case .beginning(let held) = state {
            begin(held.isEmpty ? bytes : held + bytes, isWhole: false, print)
        } else {
            decode(bytes, print)
        }
    }

    /// Ends the file, and passes on the rest.
    mutating func finish(_ print: ([UInt8]) -> Void) {
        if case .beginning(let held) = state { begin(held, isWhole: true, print) }
        switch state {
        case .beginning, .refused: return
        case .printing(var decoder):
            print(page.append(decoder.finish()))
            state = .printing(decoder)
        case .rendering(var decoder, var text):
            text.append(decoder.finish())
            text.finish(byteCount: terms.length ?? 0)
            print(page.append(text.rest()))
            state = .rendering(decoder, text)
        }
        page.resolve = DumpCommand.resolver(at: nil, in: choice?.encoding)
        print(page.finish())
    }

    private mutating func begin(_ bytes: [UInt8], isWhole: Bool, _ print: ([UInt8]) -> Void) {
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
        if isPage, isXML { page.readAsXML() }
        let form = isPage ? .lines : form(isXML: isXML, bytes)
        let isMarkup = isPage || isXML || form == .feed
        var evidence: EncodingEvidence = isMarkup ? .page(contentType: nil) : .text(contentType: nil)
        if case .encoding(let chosen) = terms.encoding { evidence = .known(EncodingChoice(chosen, .option)) }
        if isPage, bytes.count == terms.length, Self.isUTF8(bytes) { page.learnSheets(of: bytes) }
        if form.isReadInDumps {
            state = .rendering(PageDecoder(evidence, .iconv), RenderedText(form))
        } else {
            if !isPage { print(page.append(RenderedText.plain)) }
            state = .printing(PageDecoder(evidence, .iconv))
        }
        decode(bytes, print)
    }

    /// Returns the form in which a text other than a page is shown.
    private func form(isXML: Bool, _ bytes: [UInt8]) -> Rendition {
        if let type = terms.type { return Rendition(contentType: type, path: "") }
        if Feed.mediaType(of: bytes) != nil { return .feed }
        return Rendition(contentType: nil, path: terms.name)
    }

    private mutating func decode(_ bytes: [UInt8], _ print: ([UInt8]) -> Void) {
        switch state {
        case .beginning, .refused: return
        case .printing(var decoder):
            // In pieces whose memory is reused: new memory for a whole page costs more than reading it.
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                let part = Array(bytes[start..<min(bytes.count, start + 65_536)])
                print(page.append(decoder.append(part)))
            }
            state = .printing(decoder)
        case .rendering(var decoder, var text):
            // Releases the second reference: a shared value is copied when it grows.
            state = .beginning([])
            text.append(decoder.append(bytes))
            state = .rendering(decoder, text)
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
