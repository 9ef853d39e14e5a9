/// What a page's head says that matters outside of it.
struct PageHead: Sendable {
    /// The text of the first title element.
    var title: [UInt8] = []
    /// The address of the first base element.
    var base: String?
    var charset: String?
    /// The address of the page that follows, from the first link that names one.
    var next: String?
    /// The address of the feed that tells what is new here, from the first link that names one.
    var feed: String?
    /// Where the page leads by itself, by the first element that says so.
    var refresh: PageRefresh?
    /// The style sheets that links name, or style elements import, in page order.
    var sheets: [SheetLink] = []

    /// Whether it says nothing.
    var isEmpty: Bool {
        title.isEmpty && base == nil && charset == nil && next == nil && feed == nil && refresh == nil
            && sheets.isEmpty
    }

    /// Takes over what a part of the page says, where nothing was said before.
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
