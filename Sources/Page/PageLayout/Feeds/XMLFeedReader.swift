import HTML

/// Parses feeds in XML: RSS 2.0 and 1.0, Atom. Names are compared by namespace; of the elements of other vocabularies,
/// only dates, descriptions and content are used.
struct XMLFeedReader {
    /// The meaning of an element of a feed or entry.
    private enum Field {
        case title, link, identity, appeared, changed, summary, content
    }

    /// The state of the parser.
    private enum Place {
        /// Before the root.
        case start
        case feed
        case entry(Feed.Entry, Drafts)
    }

    /// Values of an entry that are used only if others are missing when it ends.
    private struct Drafts {
        var identity: [UInt8] = []
        var changed: [UInt8] = []
        var content: [UInt8] = []
    }

    /// The field that is being parsed.
    private struct OpenField {
        let field: Field
        let name: [UInt8]
        /// Whether its text is plain text, not markup.
        let isPlain: Bool
        var text: [UInt8] = []
    }

    private var feed = Feed()
    private var place = Place.start
    private var openField: OpenField?
    private var namespaces = XMLNamespaces()
    /// The namespace of the root.
    private var vocabulary = ""
    /// Whether the feed is Atom, in which texts are plain unless declared otherwise.
    private var isAtom = false
    /// The number of open elements in a skipped part of the feed: its image, for example, has a title, too.
    private var passedOver = 0

    /// Returns the feed in a document in UTF-8. Linear.
    static func feed(in text: [UInt8]) -> Feed {
        var reader = XMLFeedReader()
        var tokens = XMLTokens(text)
        while let part = tokens.next() {
            switch part {
            case .start(let name, let isEmpty):
                reader.start(name, tokens)
                if isEmpty { reader.end(name) }
            case .end(let name): reader.end(name)
            case .text(let text): reader.openField?.text += text
            }
        }
        reader.endField()
        reader.endEntry()
        return reader.feed
    }

    // MARK: Elements

    private mutating func start(_ written: [UInt8], _ tokens: XMLTokens) {
        namespaces.start(written, tokens.namespaces)
        if case .start = place { return begin(written, tokens) }
        let name = name(written)
        if Self.entries.contains(name) {
            // The next entry ends one that has no end tag.
            endField()
            endEntry()
            passedOver = 0
            place = .entry(Feed.Entry(), Drafts())
        } else if openField != nil {
            separate(name, "<")
        } else if passedOver > 0 || Self.others.contains(name) {
            passedOver += 1
        } else if name == "link", let address = tokens.attribute("href") {
            add(address, as: tokens.attribute("rel"))
        } else if name == "enclosure", let address = tokens.attribute("url") {
            add(address, as: Array("enclosure".utf8))
        } else if let field = Self.fields[name] {
            // A GUID that is not a permalink is not an address.
            if name == "guid", tokens.attribute("ispermalink")?.elementsEqual("false".utf8) ?? false {
                return
            }
            let type = tokens.attribute("type").map { String(decoding: $0, as: UTF8.self) }
            let isDeclared = isAtom && !name.contains(":")
            let isPlain =
                isDeclared ? type != "html" && type != "text/html" : Self.plainFields.contains(field)
            openField = OpenField(field: field, name: written, isPlain: isPlain)
        }
    }

    private mutating func begin(_ root: [UInt8], _ tokens: XMLTokens) {
        vocabulary = namespaces.resolve(root).namespace
        place = name(root) == "entry" ? .entry(Feed.Entry(), Drafts()) : .feed
        isAtom = ["feed", "entry"].contains(name(root))
        feed.base = tokens.attribute("xml:base") ?? []
    }

    private mutating func end(_ written: [UInt8]) {
        let name = name(written)
        namespaces.end(written)
        if Self.entries.contains(name) {
            endField()
            endEntry()
        } else if passedOver > 0 {
            passedOver -= 1
        } else if openField?.name == written {
            // The end of a field ends the elements left open in it.
            endField()
        } else if name != "br" {
            separate(name, "</")
        }
    }

    /// Separates the texts of different elements: by the tag if the text is parsed as HTML.
    private mutating func separate(_ name: String, _ opening: String) {
        // A second reference to the field would copy its text at each tag.
        guard let isPlain = openField?.isPlain else { return }
        openField?.text += isPlain ? Feed.separator(Tag(name: name)) : "\(opening)\(name)>".utf8
    }

    /// Returns the local name in lower case; for another vocabulary than the feed's with its usual prefix.
    private func name(_ written: [UInt8]) -> String {
        let (namespace, local) = namespaces.resolve(written)
        if let prefix = Self.vocabularies[namespace] { return prefix + local }
        return namespace == vocabulary || !written.contains(UInt8(ascii: ":")) ? local : ":" + local
    }

    // MARK: Values

    private mutating func add(_ address: [UInt8], as relation: [UInt8]?) {
        let relation = relation.map { String(decoding: $0, as: UTF8.self) } ?? "alternate"
        guard case .entry(var entry, let drafts) = place else {
            if relation == "alternate", feed.link.isEmpty { feed.link = Feed.plain(address) }
            return
        }
        // Releases the second reference, so that the entry is not copied.
        place = .feed
        if relation == "alternate", entry.link.isEmpty { entry.link = Feed.plain(address) }
        if relation == "enclosure" { entry.files.append(Feed.plain(address)) }
        place = .entry(entry, drafts)
    }

    private mutating func endField() {
        guard let open = openField else { return }
        openField = nil
        let visible = open.isPlain ? open.text : Feed.text(ofHTML: open.text)
        let isText = open.field == .summary || open.field == .content
        let text = isText ? Feed.paragraphs(visible) : Feed.plain(visible)
        switch place {
        case .start, .feed: fill(open.field, text)
        case .entry(var entry, var drafts):
            // Releases the second reference, so that the entry is not copied.
            place = .feed
            Self.fill(open.field, text, &entry, &drafts)
            place = .entry(entry, drafts)
        }
    }

    private mutating func fill(_ field: Field, _ text: [UInt8]) {
        switch field {
        case .title where feed.title.isEmpty: feed.title = text
        case .link where feed.link.isEmpty: feed.link = text
        case .summary where feed.summary.isEmpty: feed.summary = text
        case .title, .link, .summary, .identity, .appeared, .changed, .content: break
        }
    }

    private static func fill(
        _ field: Field, _ text: [UInt8], _ entry: inout Feed.Entry, _ drafts: inout Drafts
    ) {
        switch field {
        case .title where entry.title.isEmpty: entry.title = text
        case .link where entry.link.isEmpty: entry.link = text
        case .summary where entry.text.isEmpty: entry.text = text
        case .appeared where entry.date.isEmpty: entry.date = text
        case .identity: drafts.identity = text
        case .changed: drafts.changed = text
        case .content where drafts.content.isEmpty: drafts.content = text
        case .title, .link, .summary, .appeared, .content: break
        }
    }

    private mutating func endEntry() {
        guard case .entry(var entry, let drafts) = place else { return }
        place = .feed
        if entry.date.isEmpty { entry.date = drafts.changed }
        entry.add(drafts.content)
        if entry.link.isEmpty, drafts.identity.starts(with: "http".utf8) { entry.link = drafts.identity }
        if !entry.isEmpty { feed.entries.append(entry) }
    }

    private static let entries: Set = ["item", "entry"]
    /// Elements that have titles and links other than those of the feed or entry.
    private static let others: Set = ["image", "textinput", "source", "author", "contributor", "media:group"]
    /// What is never markup: addresses and dates.
    private static let plainFields: Set<Field> = [.link, .identity, .appeared, .changed]
    /// The prefixes in the names below by namespace, or by prefix if that is not declared; the feed's own have none.
    private static let vocabularies = [
        "http://purl.org/rss/1.0/modules/content/": "content:", "content:": "content:",
        "http://purl.org/dc/elements/1.1/": "dc:", "dc:": "dc:",
        "http://purl.org/dc/terms/": "dc:", "dcterms:": "dc:",
        "http://search.yahoo.com/mrss/": "media:", "media:": "media:",
        "http://purl.org/rss/1.0/": "", "http://my.netscape.com/rdf/simple/0.9/": "",
        "http://www.w3.org/1999/xhtml": "",
    ]
    private static let fields: [String: Field] = [
        "title": .title, "link": .link, "guid": .identity, "id": .identity, "pubdate": .appeared,
        "dc:date": .appeared, "dc:issued": .appeared, "dc:created": .appeared, "dc:available": .appeared,
        "dc:modified": .changed, "dc:description": .summary, "dc:abstract": .summary,
        "published": .appeared, "issued": .appeared, "date": .appeared,
        "updated": .changed, "modified": .changed, "description": .summary, "summary": .summary,
        "subtitle": .summary, "tagline": .summary, "content": .content, "content:encoded": .content,
    ]
}

/// The namespaces in scope at a place of an XML document (https://www.w3.org/TR/xml-names/).
struct XMLNamespaces {
    /// The namespaces of each prefix, the innermost last.
    private var names: [String: [String]] = [:]
    /// The open elements that declare some, with the number of open elements of the same name in each.
    private var scopes: [(element: [UInt8], inner: Int, prefixes: [String])] = []

    /// Begins an element with these declarations.
    mutating func start(_ element: [UInt8], _ declared: [(prefix: String, namespace: String)]) {
        if !declared.isEmpty {
            for (prefix, namespace) in declared { names[prefix, default: []].append(namespace) }
            scopes.append((element, 0, declared.map(\.prefix)))
        } else if scopes.last?.element == element {
            scopes[scopes.count - 1].inner += 1
        }
    }

    /// Ends an element. An end tag without its element ends none.
    mutating func end(_ element: [UInt8]) {
        guard let scope = scopes.last, scope.element == element else { return }
        if scope.inner > 0 {
            scopes[scopes.count - 1].inner -= 1
        } else {
            for prefix in scopes.removeLast().prefixes { names[prefix]?.removeLast() }
        }
    }

    /// Returns the namespace of an element, or for an undeclared prefix the prefix with its colon; and the local name in
    /// lower case.
    func resolve(_ element: [UInt8]) -> (namespace: String, local: String) {
        let name = String(decoding: element, as: UTF8.self).lowercased()
        let local = name.suffix(from: name.firstIndex(of: ":").map(name.index(after:)) ?? name.startIndex)
        let prefix = String(name.dropLast(local.count + 1))
        return (names[prefix]?.last ?? prefix + ":", String(local))
    }
}
