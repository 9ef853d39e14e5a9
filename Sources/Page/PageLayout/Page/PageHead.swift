/// The metadata of a page, mostly from its head.
struct PageHead: Sendable {
    /// The text of the first title element.
    var title: [UInt8] = []
    /// The address of the first base element.
    var base: String?
    var charset: String?
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
        title.isEmpty && base == nil && charset == nil && next == nil && feed == nil && refresh == nil
            && sheets.isEmpty
    }

    /// Adds the metadata of a part of the page; existing values take precedence.
    mutating func merge(_ part: PageHead) {
        if title.isEmpty { title = part.title }
        base = base ?? part.base
        charset = charset ?? part.charset
        next = next ?? part.next
        feed = feed ?? part.feed
        refresh = refresh ?? part.refresh
        sheets += part.sheets
    }
}
