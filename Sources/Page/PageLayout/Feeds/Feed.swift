/// A feed as its readers need it: what it is, and its entries in the order in which they stand there. All is text in UTF-8,
/// without markup, blanks collapsed; what is empty was not said.
struct Feed: Equatable {
    /// An entry of a feed.
    struct Entry: Equatable {
        var title: [UInt8] = []
        /// Where the entry itself is.
        var link: [UInt8] = []
        /// When it appeared, or else when it changed, as the feed writes it.
        var date: [UInt8] = []
        var summary: [UInt8] = []
        /// Files that belong to it, such as what can be heard.
        var files: [[UInt8]] = []

        var isEmpty: Bool { self == Entry() }
    }

    var title: [UInt8] = []
    /// The page that the feed is of.
    var link: [UInt8] = []
    var summary: [UInt8] = []
    /// What relative addresses are relative to, where the feed says so.
    var base: [UInt8] = []
    var entries: [Entry] = []

    /// A feed from its text in UTF-8: RSS, Atom or JSON Feed; nil where it holds nothing of one. What is broken is read as
    /// far as it goes. Linear.
    init?(_ text: [UInt8]) {
        let isJSON = text.first { !FeedText.isBlank($0) } == UInt8(ascii: "{")
        self = isJSON ? JSONFeedReader.feed(in: text) : XMLFeedReader.feed(in: text)
        if entries.isEmpty, title.isEmpty { return nil }
    }

    /// A feed that says nothing.
    init() {}
}
