import HTML
import SonicProtocol

/// The replacement characters U+FFFD of a page: characters lost in decoding, before the page was received or here.
struct ReplacedCharacters {
    /// The number of U+FFFD in the page.
    let present: Int
    /// The number of invalid UTF-8 sequences decoded as U+FFFD.
    let produced: Int
    /// The offset of the first of either; nil for none.
    let first: Int?

    /// Counts them in a page decoded as UTF-8. Linear.
    init(_ html: [UInt8]) {
        present = Self.count(html)
        guard String(validating: html, as: UTF8.self) == nil else {
            produced = 0
            first = Self.place(html)
            return
        }
        let read = Array(String(decoding: html, as: UTF8.self).utf8)
        produced = Self.count(read) - present
        // Up to the first one, both are the same.
        first = Self.place(read)
    }

    /// Returns the findings, with the declared encoding if it differs. In an encoding other than UTF-8 the same bytes
    /// are other characters, so there are no findings. Linear.
    /// - Parameter contentType: The value of Content-Type; nil for none.
    static func findings(in html: [UInt8], contentType: String?) -> [Finding] {
        let declared = DeclaredEncodings(page: html, contentType: contentType)
        let isMarked = html.starts(with: [0xEF, 0xBB, 0xBF])
        guard isMarked || (declared.header ?? declared.meta)?.encoding ?? .utf8 == .utf8 else { return [] }
        let found = ReplacedCharacters(html)
        guard let first = found.first else { return [] }
        var parts: [String] = []
        if found.present > 0 { parts.append("U+FFFD is in the page \(times(found.present))") }
        if found.produced > 0 {
            parts.append("bytes that are not UTF-8 are read as U+FFFD \(times(found.produced))")
        }
        var words = parts.joined(separator: ", and ") + ", first in \(LineNumbers(html).text(first))"
        if let header = declared.header, let meta = declared.meta, header.encoding != meta.encoding {
            words +=
                "; Content-Type says \(header.label), which counts, and the page's meta element \(meta.label)"
        }
        return [Finding(.replacedCharacters, words)]
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func place(_ text: [UInt8]) -> Int? { text.indices.first { isSign(text, at: $0) } }

    private static func count(_ text: [UInt8]) -> Int { text.indices.count { isSign(text, at: $0) } }

    private static func isSign(_ text: [UInt8], at place: Int) -> Bool {
        text[place] == 0xEF && place + 2 < text.count && text[place + 1] == 0xBF && text[place + 2] == 0xBD
    }
}
