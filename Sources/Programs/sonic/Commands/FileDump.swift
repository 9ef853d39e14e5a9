import BrowserServices
import HTML
import PageLayout
import SonicProtocol

/// A file, or standard input, that is printed while it is read. What it is says its name, or who prints it; where that
/// says nothing, its first bytes do, which are kept back until then.
struct FileDump {
    private enum State {
        /// It is not known whether these bytes begin a page.
        case beginning([UInt8])
        /// A page or lines, which are printed as they come.
        case printing(PageDecoder)
        /// A text whose form shows only when it is whole.
        case rendering(PageDecoder, RenderedText)
        /// Bytes that a terminal does not show, of this type.
        case refused(type: String)
    }

    /// What is known of a file before it is read.
    struct Terms {
        /// Its name.
        var name: String
        /// How many bytes it has; nil where that is not known.
        var length: Int?
        /// The media type that it is to be read as; nil to find out.
        let type: String?
        /// The encoding that it is to be read in; nil to find out.
        let encoding: ChosenEncoding?
        /// Whether what is printed goes to a terminal, which shows text alone.
        let isForTerminal: Bool
    }

    private let terms: Terms
    private var state = State.beginning([])
    /// What it is laid out by.
    private(set) var page: PageDump

    init(_ terms: Terms, as page: PageDump) {
        self.terms = terms
        self.page = page
    }

    /// The encoding that it is read in; nil before that is known.
    var choice: EncodingChoice? {
        switch state {
        case .beginning, .refused: nil
        case .printing(let decoder), .rendering(let decoder, _): decoder.choice
        }
    }

    /// The type of what was not printed, since a terminal cannot show it; nil for what was.
    var refusedType: String? {
        switch state {
        case .beginning, .printing, .rendering: nil
        case .refused(let type): type
        }
    }

    /// Takes the next bytes, and hands over what is to be printed.
    mutating func append(_ bytes: [UInt8], _ print: ([UInt8]) -> Void) {
        if case .beginning(let held) = state {
            begin(held.isEmpty ? bytes : held + bytes, isWhole: false, print)
        } else {
            decode(bytes, print)
        }
    }

    /// Ends it, and hands over the rest.
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
        // Not asked without need: what it knows types by takes longer to make than a small page to lay out.
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
        let isPage = isHTML || isXML && XMLRoot.isXHTML(bytes)
        if isPage, isXML { page.readAsXML() }
        let form = isPage ? .lines : form(isXML: isXML, bytes)
        let isMarkup = isPage || isXML || form == .feed
        var evidence: EncodingEvidence = isMarkup ? .page(contentType: nil) : .text(contentType: nil)
        if case .encoding(let chosen) = terms.encoding { evidence = .known(EncodingChoice(chosen, .option)) }
        if isPage, bytes.count == terms.length, Self.isUTF8(bytes) { page.learnSheets(of: bytes) }
        if form.isReadInDumps {
            state = .rendering(PageDecoder(evidence, .iconv), RenderedText(form))
        } else {
            if !isPage { print(page.append(PlainText.opening)) }
            state = .printing(PageDecoder(evidence, .iconv))
        }
        decode(bytes, print)
    }

    /// What a text is shown as that is no page.
    private func form(isXML: Bool, _ bytes: [UInt8]) -> Rendition {
        if let type = terms.type { return Rendition(contentType: type, path: "") }
        if FeedType.mediaType(of: bytes) != nil { return .feed }
        return Rendition(contentType: nil, path: terms.name)
    }

    private mutating func decode(_ bytes: [UInt8], _ print: ([UInt8]) -> Void) {
        switch state {
        case .beginning, .refused: return
        case .printing(var decoder):
            // By pieces whose memory is used again: fresh memory for all of a page costs more than reading it.
            for start in stride(from: 0, to: bytes.count, by: 65_536) {
                let part = Array(bytes[start..<min(bytes.count, start + 65_536)])
                print(page.append(decoder.append(part)))
            }
            state = .printing(decoder)
        case .rendering(var decoder, var text):
            // Gives up the second reference: what two hold is copied when it grows.
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
