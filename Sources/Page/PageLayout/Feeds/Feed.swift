/// The contents of a feed, with its entries in document order. All texts are UTF-8 without markup, with blanks
/// collapsed and each paragraph on one line; an empty text means that the feed has none.
struct Feed: Equatable {
    /// An entry of a feed.
    struct Entry: Equatable {
        var title: [UInt8] = []
        /// The address of the entry.
        var link: [UInt8] = []
        /// The date of publication, otherwise of the last change, as the feed writes it.
        var date: [UInt8] = []
        /// The description, and the full text unless it begins with the same words: then this alone.
        var text: [UInt8] = []
        /// The attached files, such as audio.
        var files: [[UInt8]] = []

        var isEmpty: Bool { self == Entry() }

        /// Adds the full text.
        mutating func add(_ content: [UInt8]) {
            guard !content.isEmpty else { return }
            // A feed often repeats the beginning of the text as its description, with an ellipsis at its end.
            let beginning = text.prefix(text.count < 32 ? text.count : min(40, text.count - 8))
            text = content.starts(with: beginning) ? content : text + [0x0A] + content
        }
    }

    var title: [UInt8] = []
    /// The address of the feed's website.
    var link: [UInt8] = []
    var summary: [UInt8] = []
    /// The base of relative addresses, if the feed declares one.
    var base: [UInt8] = []
    var entries: [Entry] = []

    /// Parses a feed in UTF-8: RSS, Atom or JSON Feed; nil if there is neither a title nor an entry. A malformed feed
    /// is parsed as far as possible. Linear.
    init?(_ text: [UInt8]) {
        let isJSON = text.first { !FeedText.isBlank($0) } == UInt8(ascii: "{")
        self = isJSON ? JSONFeedReader.feed(in: text) : XMLFeedReader.feed(in: text)
        if entries.isEmpty, title.isEmpty { return nil }
    }

    /// An empty feed.
    init() {}
}
