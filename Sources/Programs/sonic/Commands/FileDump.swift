import BrowserServices
import HTML
import PageLayout
import SonicProtocol

/// A file, or standard input, that is printed while it is read. What it is says its name; where that says nothing, its
/// first bytes do, which are kept back until then.
struct FileDump {
    private enum State {
        /// It is not known whether these bytes begin a page.
        case beginning([UInt8])
        case decoding(PageDecoder)
    }

    private let name: String
    private let encoding: ChosenEncoding?
    private let length: Int?
    private var state = State.beginning([])
    /// What it is laid out by.
    private(set) var page: PageDump

    /// - Parameter length: How many bytes it has; nil where that is not known.
    init(_ name: String, in encoding: ChosenEncoding?, length: Int?, as page: PageDump) {
        self.name = name
        self.encoding = encoding
        self.length = length
        self.page = page
    }

    /// The encoding that it is read in; nil before that is known.
    var choice: EncodingChoice? {
        switch state {
        case .beginning: nil
        case .decoding(let decoder): decoder.choice
        }
    }

    /// Takes the next bytes, and hands over what is to be printed.
    mutating func append(_ bytes: [UInt8], _ print: ([UInt8]) -> Void) {
        switch state {
        case .decoding(var decoder): decode(bytes, &decoder, print)
        case .beginning(let held): begin(held.isEmpty ? bytes : held + bytes, isWhole: false, print)
        }
    }

    /// Ends it, and hands over the rest.
    mutating func finish(_ print: ([UInt8]) -> Void) {
        if case .beginning(let held) = state { begin(held, isWhole: true, print) }
        if case .decoding(var decoder) = state {
            print(page.append(decoder.finish()))
            state = .decoding(decoder)
        }
        page.resolve = DumpCommand.resolver(at: nil, in: choice?.encoding)
        print(page.finish())
    }

    private mutating func begin(_ bytes: [UInt8], isWhole: Bool, _ print: ([UInt8]) -> Void) {
        let sniffed = { SniffedType.mediaType(of: bytes, isWhole: isWhole).map { $0 == "text/html" } }
        let isXML = FileType.isXML(name)
        guard let named = FileType.isPage(name) ?? sniffed() else { return state = .beginning(bytes) }
        let isPage = named || isXML && XMLRoot.isXHTML(bytes)
        if isPage, isXML { page.readAsXML() }
        var evidence: EncodingEvidence = isPage || isXML ? .page(contentType: nil) : .text(contentType: nil)
        if case .encoding(let chosen) = encoding { evidence = .known(EncodingChoice(chosen, .option)) }
        if !isPage { print(page.append(PlainText.opening)) }
        if isPage, bytes.count == length, Self.isUTF8(bytes) { page.learnSheets(of: bytes) }
        var decoder = PageDecoder(evidence, .iconv)
        decode(bytes, &decoder, print)
    }

    private mutating func decode(_ bytes: [UInt8], _ decoder: inout PageDecoder, _ print: ([UInt8]) -> Void) {
        // By pieces whose memory is used again: fresh memory for all of a page costs more than reading it.
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            let part = Array(bytes[start..<min(bytes.count, start + 65_536)])
            print(page.append(decoder.append(part)))
        }
        state = .decoding(decoder)
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
