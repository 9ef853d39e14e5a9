import Exchanges
import HTML
import PageLayout
import SonicProtocol
import SonicSession
import Workbench

/// An order to save a file.
public struct ExportOrder: Sendable, Equatable {
    /// The content of the file.
    public let content: Content
    /// The file's path as typed; a relative one is in the current folder.
    public var path: String
    /// Whether an existing file of that name is replaced; otherwise it stays, and nothing is written.
    public var replacesFile = false

    /// The content of a file.
    public enum Content: Sendable {
        /// Sessions as HAR.
        case sessions([SessionTrace], Secrets)
        /// Exchanges as HAR.
        case exchanges([Exchange], Secrets)
        /// The bytes of a page as sent.
        case page([UInt8])
        /// A page as text.
        case text(TextSource)
        /// A request as text.
        case request(String)
        /// The differences of two texts, with their names.
        case comparison(old: [UInt8], new: [UInt8], names: (old: String, new: String))
    }

    /// A page to be saved as text.
    public struct TextSource: Sendable {
        /// Its bytes as sent.
        public let bytes: [UInt8]
        /// Whether it is laid out as a page with elements.
        let isHTML: Bool
        let evidence: EncodingEvidence
        let charsets: CharacterConversion
        /// The maximum line width in columns.
        let width: Int
        /// How much of it is saved: what is shown.
        let extent: Document.Extent

        /// The text in UTF-8.
        public var text: [UInt8] {
            var dump = PageDump(width: width)
            if extent == .main { dump.showMainText() }
            var sent = SentText(evidence, charsets)
            let opening = isHTML ? [] : dump.append(RenderedText.plain)
            return opening + dump.append(sent.append(bytes, isLast: true)) + dump.finish()
        }
    }

    /// Returns whether two orders write the same kind of content to the same path. Bytes are not compared.
    public static func == (left: ExportOrder, right: ExportOrder) -> Bool {
        left.path == right.path && left.replacesFile == right.replacesFile
            && left.content.words == right.content.words
    }

    /// Returns the bytes of the file. Linear in its content, so not to be called on the main actor.
    /// - Parameter version: The program's version, for the file's creator.
    public func bytes(version: String) -> [UInt8] {
        switch content {
        case .sessions(let traces, let secrets):
            var log = HARLog(version: version, secrets: secrets)
            for trace in traces { log.add(trace) }
            return Array((log.value.text(.indented) + "\n").utf8)
        case .exchanges(let exchanges, let secrets):
            var log = HARLog(version: version, secrets: secrets)
            for exchange in exchanges { log.add(exchange) }
            return Array((log.value.text(.indented) + "\n").utf8)
        case .page(let bytes): return bytes
        case .text(let source): return source.text
        case .request(let text): return Array(text.utf8)
        case .comparison(let old, let new, let names):
            return ShortestEdits.unifiedDiff(from: old, to: new, names: names)
        }
    }
}

extension ExportOrder.Content {
    /// A description of the content, with the handling of secrets.
    var words: String {
        switch self {
        case .sessions(let traces, let secrets):
            String.counted(traces.count, "session") + ", " + secrets.handling.words
        case .exchanges(let exchanges, let secrets):
            String.counted(exchanges.count, "exchange") + ", " + secrets.handling.words
        case .page: "the page as sent"
        case .text: "the page as text"
        case .request: "the request, secrets included"
        case .comparison(_, _, let names): "\(names.old) compared with \(names.new)"
        }
    }

    var suffix: String {
        switch self {
        case .sessions, .exchanges: "har"
        case .page: "html"
        case .text: "txt"
        case .request: "http"
        case .comparison: "diff"
        }
    }
}

/// The outcome of an order to save a file.
public enum ExportReport: Sendable {
    /// It was written in full, with this number of bytes.
    case written(ExportOrder, bytes: Int)
    /// A file of that name with this number of bytes exists, and was not changed.
    case exists(ExportOrder, bytes: Int)
    /// It could not be written, for this reason.
    case failed(String)
}
