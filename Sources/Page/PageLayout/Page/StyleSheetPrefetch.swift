import CSS
import HTML

/// The style sheets of a complete page, found before it is read, so that a sheet after content also applies to what
/// precedes it.
struct StyleSheetPrefetch: Equatable, Sendable {
    /// A style sheet, with its media.
    enum Sheet: Equatable, Sendable {
        /// The text of a style element.
        case text([UInt8], media: [UInt8])
        /// An external sheet.
        case link(SheetLink, media: [UInt8])
    }

    /// All sheets, in page order.
    private(set) var sheets: [Sheet] = []
    private var hasContent = false
    private var isLate = false

    /// Scans a page; nil if no sheet comes after content. Linear, and no elements are created.
    init?(_ page: [UInt8]) {
        var place = 0
        while let open = page[place...].firstIndex(of: UInt8(ascii: "<")) {
            if !hasContent { hasContent = page[place..<open].contains { !ASCII.isBlank($0) } }
            place = next(page, open)
        }
        guard isLate else { return nil }
    }

    static func == (one: StyleSheetPrefetch, other: StyleSheetPrefetch) -> Bool { one.sheets == other.sheets }

    /// Examines the markup that begins with `<`. Returns where to continue.
    private mutating func next(_ page: [UInt8], _ open: Int) -> Int {
        let start = open + 1
        guard start < page.count else { return page.count }
        if page[start...].starts(with: "!--".utf8) { return Self.end(of: "-->", in: page, from: start + 3) }
        switch page[start] {
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"):
            return page[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? page.count
        default: break
        }
        guard ASCII.isLetter(page[start]) else { return start }
        let name = page[start...].prefix {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-")
        }
        guard let kind = Kind(name) else {
            hasContent = true
            return name.endIndex
        }
        let tag = TagAttributes(page, from: name.endIndex)
        switch kind {
        case .plain: return tag.end
        case .link:
            if var link = SheetLink({ tag[$0]?[...] }) {
                link.href = link.href.replacing("&amp;", with: "&")
                add(.link(link, media: tag["media"] ?? []))
            }
            return tag.end
        case .style:
            let close = Self.place(of: "</style", in: page, from: tag.end)
            if isOfCSS(tag) { add(.text(Array(page[tag.end..<close]), media: tag["media"] ?? [])) }
            return Self.end(of: ">", in: page, from: close)
        case .raw(let closing):
            if !Self.isOfHead(name) { hasContent = true }
            return Self.end(of: ">", in: page, from: Self.place(of: closing, in: page, from: tag.end))
        }
    }

    private mutating func add(_ sheet: Sheet) {
        sheets.append(sheet)
        if hasContent { isLate = true }
    }

    private func isOfCSS(_ tag: TagAttributes) -> Bool {
        tag["type"].map { $0.isEmpty || ASCII.equal($0, "text/css") } ?? true
    }

    /// Elements that are not content, or whose text is not markup.
    private enum Kind {
        case plain, link, style
        case raw(closing: StaticString)

        private static let plainNames: [StaticString] = ["html", "head", "body", "meta", "base", "noscript"]
        private static let rawNames: [(StaticString, StaticString)] = [
            ("script", "</script"), ("title", "</title"), ("template", "</template"),
            ("textarea", "</textarea"), ("xmp", "</xmp"), ("iframe", "</iframe"), ("noembed", "</noembed"),
            ("noframes", "</noframes"),
        ]

        /// The letters that these names begin with, and most names of a page do not.
        private static let firstLetters = Array("bhilmnstx".utf8)

        /// nil for any other element. Most tags of a page have names of one or two letters, which none of these has.
        init?(_ name: ArraySlice<UInt8>) {
            guard name.count > 2, Self.firstLetters.contains(name[name.startIndex] | 0x20) else { return nil }
            if ASCII.equal(name, "style") {
                self = .style
            } else if ASCII.equal(name, "link") {
                self = .link
            } else if Self.plainNames.contains(where: { ASCII.equal(name, $0) }) {
                self = .plain
            } else if let found = Self.rawNames.first(where: { ASCII.equal(name, $0.0) }) {
                self = .raw(closing: found.1)
            } else {
                return nil
            }
        }
    }

    private static func isOfHead(_ name: ArraySlice<UInt8>) -> Bool {
        ASCII.equal(name, "script") || ASCII.equal(name, "title") || ASCII.equal(name, "template")
    }

    /// Returns the place of a text, ignoring case; the end of the page if it is not found.
    private static func place(of text: StaticString, in page: [UInt8], from start: Int) -> Int {
        let length = text.utf8CodeUnitCount
        var place = start
        while place + length <= page.count {
            if ASCII.equal(page[place..<(place + length)], text) { return place }
            place += 1
        }
        return page.count
    }

    /// Returns the place after the text.
    private static func end(of text: StaticString, in page: [UInt8], from start: Int) -> Int {
        min(page.count, place(of: text, in: page, from: start) + text.utf8CodeUnitCount)
    }
}

/// The attributes of a tag, parsed from its bytes (HTML Standard §13.2.5.32 and following).
private struct TagAttributes {
    private(set) var values: [(name: [UInt8], value: [UInt8])] = []
    /// The place after the tag.
    private(set) var end: Int

    subscript(name: StaticString) -> [UInt8]? { values.first { ASCII.equal($0.name, name) }?.value }

    init(_ page: [UInt8], from start: Int) {
        var place = start
        while place < page.count, page[place] != UInt8(ascii: ">") {
            if ASCII.isBlank(page[place]) || page[place] == UInt8(ascii: "/") {
                place += 1
                continue
            }
            let first = place
            while place < page.count, !ASCII.isBlank(page[place]), !"=>/".utf8.contains(page[place]) {
                place += 1
            }
            // A character that is not part of a name is skipped.
            if place == first { place += 1 }
            let name = Array(page[first..<place])
            while place < page.count, ASCII.isBlank(page[place]) { place += 1 }
            guard place < page.count, page[place] == UInt8(ascii: "=") else {
                values.append((name, []))
                continue
            }
            place += 1
            while place < page.count, ASCII.isBlank(page[place]) { place += 1 }
            guard place < page.count else { break }
            let quote = page[place]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let close = page[(place + 1)...].firstIndex(of: quote) ?? page.count
                values.append((name, Array(page[(place + 1)..<close])))
                place = min(page.count, close + 1)
            } else {
                let value = page[place...].prefix { !ASCII.isBlank($0) && $0 != UInt8(ascii: ">") }
                values.append((name, Array(value)))
                place = value.endIndex
            }
        }
        end = min(page.count, place + 1)
    }
}

/// A style sheet that a page refers to by a link, or by an `@import` of a style element.
public struct SheetLink: Hashable, Sendable {
    /// The address as written in the page, references decoded, not yet resolved against the base.
    public var href: String

    init(href: String) { self.href = href }

    /// Returns the sheets that a sheet imports, in its order: at most 16, and only those whose conditions are met.
    public static func imports(of sheet: [UInt8]) -> [SheetLink] {
        StyleRules.imports(in: sheet).map { SheetLink(href: $0) }
    }

    /// The sheet of a link element, by its attributes; nil if there is none, or only an alternate one.
    init?(_ attribute: (StaticString) -> ArraySlice<UInt8>?) {
        guard let rel = attribute("rel"), let href = attribute("href"), !href.isEmpty,
            attribute("disabled") == nil
        else { return nil }
        let kinds = rel.split(whereSeparator: ASCII.isBlank)
        guard kinds.contains(where: { ASCII.equal($0, "stylesheet") }),
            !kinds.contains(where: { ASCII.equal($0, "alternate") })
        else { return nil }
        if let type = attribute("type"), !type.isEmpty, !ASCII.equal(type, "text/css") { return nil }
        self.href = String(decoding: href, as: UTF8.self)
    }
}
