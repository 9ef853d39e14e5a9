import HTML

/// The metadata of a page, mostly from its head.
struct PageHead: Sendable {
    /// The text of the first title element.
    var title: [UInt8] = []
    /// The address of the first base element.
    var base: String?
    /// The address of the next page, from the first link that has one.
    var next: String?
    /// The address of the feed, from the first link that has one.
    var feed: String?
    /// The automatic refresh, from the first element that declares one.
    var refresh: PageRefresh?
    /// The external style sheets, from links and imports of style elements, in page order.
    var sheets: [SheetLink] = []

    /// Whether it contains nothing.
    var isEmpty: Bool {
        title.isEmpty && base == nil && next == nil && feed == nil && refresh == nil
            && sheets.isEmpty
    }

    /// Adds the metadata of a part of the page; existing values take precedence.
    mutating func merge(_ part: PageHead) {
        if title.isEmpty { title = part.title }
        base = base ?? part.base
        next = next ?? part.next
        feed = feed ?? part.feed
        refresh = refresh ?? part.refresh
        sheets += part.sheets
    }
}

/// The automatic refresh or redirect of a page, by a meta element with `http-equiv=refresh` or a `Refresh` header (HTML
/// §4.2.5.3, shared declarative refresh steps).
public struct PageRefresh: Equatable, Sendable {
    /// The delay in whole seconds; fractions are ignored.
    public let seconds: Int
    /// The address as written in the page; empty for the page itself.
    public let address: String

    /// Parses the value of a content attribute or of the header; nil if it is invalid.
    public init?(_ content: some Sequence<UInt8>) {
        var rest = Array(content)[...]
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D && byte != 0x0B }
        func skipBlanks() { rest = rest.drop(while: isBlank) }
        skipBlanks()
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
        // Clamped, so that a number of any length does not overflow.
        seconds = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1_000_000_000) }
        rest = rest.dropFirst(digits.count).drop { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        guard let next = rest.first else {
            address = ""
            return
        }
        guard isBlank(next) || ";,".utf8.contains(next) else { return nil }
        skipBlanks()
        if let byte = rest.first, ";,".utf8.contains(byte) { rest.removeFirst() }
        skipBlanks()
        // `url=` is optional, and a quoted address ends at its quote.
        if rest.count > 3, ASCII.equal(rest.prefix(3), "url") {
            let behind = rest.dropFirst(3).drop(while: isBlank)
            if behind.first == UInt8(ascii: "=") {
                rest = behind.dropFirst()
                skipBlanks()
            }
        }
        if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
            rest = rest.dropFirst().prefix { $0 != quote }
        }
        address = String(decoding: rest, as: UTF8.self)
    }
}
