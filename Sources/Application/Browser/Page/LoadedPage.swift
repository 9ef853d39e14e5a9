import BrowserValues
import HTML
import PageLayout

/// What was received of a page, whoever reads it: its bytes, their encoding, and the layout of their text.
///
/// A value with one storage object: copies share it until one of them is changed.
struct LoadedPage: Sendable {
    private struct Contents: Sendable {
        let kind: Document.Kind
        let charsets: CharacterConversion
        var sent: SentText
        var layout: LaidOutPage
        var rendering: RenderedText?
    }

    /// One element: an array is the only storage of its own that is both copied on write and `Sendable`.
    private var contents: [Contents]

    /// Creates an empty page.
    /// - Parameter path: The path of its address, which may determine the form of a text.
    init(_ kind: Document.Kind, _ charsets: CharacterConversion, path: String, width: Int) {
        let layout = LaidOutPage(width: width, isXML: kind.isXML)
        contents = [
            Contents(
                kind: kind, charsets: charsets, sent: SentText(kind.evidence, charsets), layout: layout)
        ]
        guard case .text(let type, _) = kind else { return }
        switch Rendition(contentType: type, path: path) {
        case .lines: self.layout.append(RenderedText.plain)
        case let form: rendering = RenderedText(form)
        }
    }

    /// What its bytes are.
    var kind: Document.Kind { contents[0].kind }
    var charsets: CharacterConversion { contents[0].charsets }

    /// The bytes as sent; the layout contains their text, or what that is rendered as.
    var sent: SentText {
        get { contents[0].sent }
        _modify { yield &contents[0].sent }
    }

    var layout: LaidOutPage {
        @inline(__always) get { contents[0].layout }
        _modify { yield &contents[0].layout }
    }

    /// The rendered form of the text, passed to the layout incrementally; nil if the layout receives the text as it is.
    var rendering: RenderedText? {
        get { contents[0].rendering }
        _modify { yield &contents[0].rendering }
    }

    /// Returns the byte of the decoded text that a byte of the layout shows.
    func textOffset(of offset: Int) -> Int { contents[0].rendering?.textOffset(of: offset) ?? offset }

    /// Returns the byte of the layout that shows a byte of the decoded text, or the next one that is shown; nil if that
    /// is still to be rendered.
    func offset(ofText offset: Int) -> Int? {
        contents[0].rendering.map { $0.offset(ofText: offset) } ?? offset
    }
}

/// How a page differs from the version that it replaced, or that the reader has seen.
struct LatestChanges: Sendable {
    /// The rules by which versions are compared.
    var rules = ComparisonRules.everything
    /// The changes of the last update, in page order.
    var changes: [PageChange] = []
    /// The comparison that those changes still wait for; nil when all are compared.
    var comparison: PageComparison?
    /// The version that the changes are relative to, to be compared again when the page is decoded in another encoding;
    /// nil for none, and for a large one.
    private(set) var earlier: [UInt8]?

    /// Stores the version that changes are relative to.
    mutating func remember(earlier bytes: [UInt8]) {
        earlier = bytes.count <= Document.comparisonLimit ? bytes : nil
    }

    /// Drops the changes, because there are none.
    mutating func clear() { (changes, comparison) = ([], nil) }
}
