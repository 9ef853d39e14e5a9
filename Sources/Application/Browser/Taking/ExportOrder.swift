import Diagnostics
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// A file that the reader wants written.
public struct ExportOrder: Sendable, Equatable {
    /// What is to be in it.
    public let content: Content
    /// The file's name as typed: in the current folder, unless it names another.
    public var path: String
    /// What becomes of a file that has the name already.
    public var existing = Existing.kept

    /// What becomes of a file that is there.
    public enum Existing: Sendable {
        /// It stays, and nothing is written.
        case kept
        /// The new one takes its place.
        case replaced
    }

    /// What is to be in a file.
    public enum Content: Sendable {
        /// Sessions as HAR.
        case sessions([SessionTrace], Secrets)
        /// Exchanges as HAR.
        case exchanges([Exchange], Secrets)
        /// The bytes of a page as they were sent.
        case page([UInt8])
        /// A page as text.
        case text(TextSource)
        /// A request as a text.
        case request(String)
        /// The differences of two texts, with what each is called.
        case comparison(old: [UInt8], new: [UInt8], names: Names)
    }

    /// What two texts are called.
    public struct Names: Sendable {
        /// The first.
        let old: String
        /// The second.
        let new: String
    }

    /// A page that is to be written as text.
    public struct TextSource: Sendable {
        /// Its bytes as sent.
        public let bytes: [UInt8]
        /// Whether it is laid out as a page with elements.
        let isHTML: Bool
        /// What its encoding is known by.
        let evidence: EncodingEvidence
        /// The system's tables of characters.
        let charsets: CharacterConversion
        /// The columns that its lines may have.
        let width: Int
        /// How much of it is wanted: what is shown.
        var extent = Document.Extent.whole

        /// The text in UTF-8.
        public var text: [UInt8] {
            var dump = PageDump(width: width)
            switch extent {
            case .whole: break
            case .main: dump.showMainText()
            }
            var sent = SentText(evidence, charsets)
            let opening = isHTML ? [] : dump.append(PlainText.opening)
            return opening + dump.append(sent.append(bytes, isLast: true)) + dump.finish()
        }
    }

    /// Whether two orders write the same kind of thing to the same place. Their bytes are not compared.
    public static func == (left: ExportOrder, right: ExportOrder) -> Bool {
        left.path == right.path && left.existing == right.existing
            && left.content.words == right.content.words
    }

    /// The bytes of the file. Linear in what goes into it, so not for the screen's turn.
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
            return UnifiedDiff.bytes(from: old, to: new, names: (names.old, names.new))
        }
    }
}

extension ExportOrder.Content {
    /// What it is, for people, with what becomes of secrets.
    var words: String {
        switch self {
        case .sessions(let traces, let secrets):
            (traces.count == 1 ? "1 session" : "\(traces.count) sessions") + ", " + secrets.handling.words
        case .exchanges(let exchanges, let secrets):
            (exchanges.count == 1 ? "1 exchange" : "\(exchanges.count) exchanges") + ", "
                + secrets.handling.words
        case .page: "the page as sent"
        case .text: "the page as text"
        case .request: "the request, secrets included"
        case .comparison(_, _, let names): "\(names.old) compared with \(names.new)"
        }
    }

    /// The last part of a name for it.
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

extension Secrets.Handling {
    /// What becomes of secrets, in words.
    var words: String {
        switch self {
        case .masked: "secrets masked"
        case .kept: "secrets included"
        }
    }

    /// What is told when that was changed for the screen.
    var news: String {
        switch self {
        case .masked: "Secrets are masked again."
        case .kept: "SECRETS ARE SHOWN, here and in the headers, until they are masked again."
        }
    }

    /// Keeps secrets from now on, or masks them again.
    mutating func toggle() {
        self =
            switch self {
            case .masked: .kept
            case .kept: .masked
            }
    }
}

/// What became of a file that was wanted.
public enum ExportReport: Sendable {
    /// It was written whole, with so many bytes.
    case written(ExportOrder, bytes: Int)
    /// There is one of its name, of so many bytes, and it was left alone.
    case exists(ExportOrder, bytes: Int)
    /// It could not be written, for this reason.
    case failed(String)
}
