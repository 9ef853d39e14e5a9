import HTML

/// Hints about the content of an element from its class, id and attributes.
///
/// The words are those that many pages use.
struct ContentHints: OptionSet {
    let rawValue: UInt32

    /// A word marks it as outside the main text.
    static let beside = ContentHints(rawValue: 1 << 0)
    /// Another word marks it as possible main text.
    static let mayBeContent = ContentHints(rawValue: 1 << 1)
    /// Its class or id is typical of an article, or of what is outside one.
    static let goodClass = ContentHints(rawValue: 1 << 2)
    static let poorClass = ContentHints(rawValue: 1 << 3)
    static let goodID = ContentHints(rawValue: 1 << 4)
    static let poorID = ContentHints(rawValue: 1 << 5)
    /// It names the author of the page.
    static let byline = ContentHints(rawValue: 1 << 6)
    /// It offers to share the page, or to read something else.
    static let offer = ContentHints(rawValue: 1 << 7)
    /// Its role is one of those outside the main text.
    static let besideByRole = ContentHints(rawValue: 1 << 8)
    /// It is hidden.
    static let unseen = ContentHints(rawValue: 1 << 9)
    /// Its role is that of the main text.
    static let mainByRole = ContentHints(rawValue: 1 << 10)
    /// A table that is used for layout.
    static let presentation = ContentHints(rawValue: 1 << 11)
    /// It is the headline of the page.
    static let headline = ContentHints(rawValue: 1 << 12)
    /// A link to another place on the same page.
    static let withinPage = ContentHints(rawValue: 1 << 13)
    /// What marks it as outside is only a word for an edge: of the page, or of a section.
    static let atEdge = ContentHints(rawValue: 1 << 14)
    /// It is hidden from screen readers, but not from sight.
    static let unspoken = ContentHints(rawValue: 1 << 15)
    /// It is hidden until a tab or a heading opens it.
    static let panel = ContentHints(rawValue: 1 << 16)
    /// It holds comments or reviews, by a word.
    static let comments = ContentHints(rawValue: 1 << 17)

    /// The score added to or subtracted from that of its content.
    var weight: Double {
        var weight = 0.0
        if contains(.goodClass) { weight += 25 }
        if contains(.poorClass) { weight -= 25 }
        if contains(.goodID) { weight += 25 }
        if contains(.poorID) { weight -= 25 }
        return weight
    }

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(of node: NodeID, _ tag: Tag, _ document: Document) {
        self.init(rawValue: 0)
        guard document.attributeCount(of: node) > 0 else { return }
        let classes = (document.attribute("class", of: node) ?? []).prefix(Self.longest).map(ASCII.lowered)
        let id = (document.attribute("id", of: node) ?? []).prefix(Self.longest).map(ASCII.lowered)
        let names = classes + [0x20] + id
        if names.count > 1 {
            if Self.besideWords.isWithin(names) {
                insert(.beside)
            } else if Self.edgeWords.isWithin(names) {
                insert([.beside, .atEdge])
            }
            if Self.commentWords.isWithin(names) { insert(.comments) }
            if Self.contentWords.isWithin(names) { insert(.mayBeContent) }
            if Self.bylineWords.isWithin(names) { insert(.byline) }
            if Self.headlineWords.isWithin(names) { insert(.headline) }
            if Self.offerWords.isWithin(names) || Self.hasWord("share", names)
                || Self.hasWord("sharedaddy", names)
            {
                insert(.offer)
            }
            if Self.goodWords.isWithin(classes) { insert(.goodClass) }
            if Self.poorWords.isWithin(classes) || Self.hasWord("hid", classes) { insert(.poorClass) }
            if Self.goodWords.isWithin(id) { insert(.goodID) }
            if Self.poorWords.isWithin(id) || Self.hasWord("hid", id) { insert(.poorID) }
        }
        if tag == .a, document.attribute("href", of: node)?.first == UInt8(ascii: "#") { insert(.withinPage) }
        noteRole(of: node, document)
        noteVisibility(of: node, names, document)
    }

    private mutating func noteRole(of node: NodeID, _ document: Document) {
        if let role = document.attribute("role", of: node) {
            if Self.rolesBeside.contains(where: { ASCII.equal(role, $0) }) { insert(.besideByRole) }
            if ASCII.equal(role, "main") { insert(.mainByRole) }
            if ASCII.equal(role, "presentation") || ASCII.equal(role, "none") { insert(.presentation) }
            if ASCII.equal(role, "dialog"), let modal = document.attribute("aria-modal", of: node),
                ASCII.equal(modal, "true")
            {
                insert(.unseen)
            }
        }
        if let relation = document.attribute("rel", of: node), ASCII.equal(relation, "author") {
            insert(.byline)
        }
        if let property = document.attribute("itemprop", of: node) {
            if property.map(ASCII.lowered).contains(Array("author".utf8)) { insert(.byline) }
            if ASCII.equal(property, "headline") { insert(.headline) }
        }
    }

    private mutating func noteVisibility(of node: NodeID, _ names: [UInt8], _ document: Document) {
        if document.hasAttribute("hidden", of: node) { insert(.unseen) }
        if let hidden = document.attribute("aria-hidden", of: node), ASCII.equal(hidden, "true"),
            !names.contains(Array("fallback-image".utf8))
        {
            insert(.unspoken)
        }
        if let style = document.attribute("style", of: node) {
            let text = style.prefix(Self.longest).filter { !ASCII.isBlank($0) }.map(ASCII.lowered)
            if text.contains(Array("display:none".utf8)) || text.contains(Array("visibility:hidden".utf8)) {
                insert(.unseen)
            }
        }
        guard !isDisjoint(with: [.unseen, .unspoken]) else { return }
        let role = document.attribute("role", of: node) ?? []
        let isLabelled = document.hasAttribute("aria-labelledby", of: node) && !ASCII.equal(role, "dialog")
        if isLabelled || ASCII.equal(role, "tabpanel") {
            remove([.unseen, .unspoken])
            insert(.panel)
        }
    }

    /// The maximum number of bytes of an attribute that are examined.
    static let longest = 512

    /// Whether a text contains a word, with no letter or digit next to it.
    private static func hasWord(_ word: String, _ text: [UInt8]) -> Bool {
        let word = Array(word.utf8)
        func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
        return text.indices.contains { start in
            text[start] == word[0] && text[start...].starts(with: word)
                && (start == 0 || !isLetter(text[start - 1]))
                && (start + word.count == text.count || !isLetter(text[start + word.count]))
        }
    }

    // MARK: Words

    private static let rolesBeside: [StaticString] = [
        "menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog",
    ]

    /// Words for what is outside the main text: navigation, comments, advertisements, and the frame of the page.
    private static let besideWords = WordTable(
        """
        breadcrumb menu pager pagination sidebar related \
        comment community disqus remark replies social \
        -ad- advert sponsor consent gdpr popup rss
        """)
    /// Words for the edges of the page, and for those of its sections.
    private static let edgeWords = WordTable("banner footer header legend")
    private static let commentWords = WordTable("comment review replies")
    /// Words for possible main text, which override the words above.
    private static let contentWords = WordTable("and article body column content main")
    private static let goodWords = WordTable("article blog body content entry main page post story text")
    /// Words for what is rarely an article.
    private static let poorWords = WordTable(
        """
        related scroll sidebar tags widget \
        comment contact share \
        -ad- advert banner promo shopping sponsor outbrain taboola \
        footer gdpr hidden masthead media meta
        """)
    /// Words for offers to the reader.
    private static let offerWords = WordTable(
        "newsletter subscribe cookie consent most-read most-popular trending recommend outbrain taboola breadcrumb"
    )
    private static let bylineWords = WordTable("byline author dateline writtenby p-author")
    private static let headlineWords = WordTable("headline entry-title post-title article-title")
}

/// Words that are searched for together at each place of a text.
struct WordTable: Sendable {
    /// The words by their first byte.
    private var words = [[[UInt8]]](repeating: [], count: 128)

    /// - Parameter text: Words in lower case, separated by blanks.
    init(_ text: String) {
        for word in text.utf8.split(separator: 0x20) {
            guard let first = word.first, first < 128 else { continue }
            words[Int(first)].append(Array(word))
        }
    }

    /// Whether a text in lower case contains one of the words, even as part of a longer one.
    func isWithin(_ text: [UInt8]) -> Bool {
        text.indices.contains { start in
            let first = text[start]
            return first < 128 && words[Int(first)].contains { text[start...].starts(with: $0) }
        }
    }
}

extension Array where Element == UInt8 {
    /// Whether it contains a short text.
    fileprivate func contains(_ word: [UInt8]) -> Bool {
        indices.contains { self[$0] == word[0] && self[$0...].starts(with: word) }
    }
}
