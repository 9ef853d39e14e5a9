import CellGrid
import HTML

// What an element is called that shows nothing by itself, or is shown by words (WAI-ARIA, Accessible Name and
// Description Computation, as far as attributes tell it).
extension Flow {
    /// The widest name that is made of an address, in columns.
    private static let longestFileName = 20
    /// How many nodes are looked through for a name.
    private static let nodesForName = 256

    /// The name that an element's attributes give it; nil for none.
    func givenName(_ node: NodeID, _ document: Document) -> String? {
        labelledName(node, document) ?? oneLine(string("aria-label", node, document))
            ?? oneLine(string("title", node, document))
    }

    /// The text of the elements that `aria-labelledby` names, as far as they are near.
    func labelledName(_ node: NodeID, _ document: Document) -> String? {
        guard let ids = document.attribute("aria-labelledby", of: node) else { return nil }
        let words = ids.split(whereSeparator: ASCII.isBlank)
        var names = [String?](repeating: nil, count: min(words.count, 4))
        var left = 16 * Self.nodesForName
        // From what is around it outwards is too far: the name stands in the same page, mostly before.
        var next = document.firstChild(of: .document)
        while let place = next, left > 0, names.contains(nil) {
            left -= 1
            if let id = document.attribute("id", of: place) {
                for (index, word) in words.prefix(4).enumerated() where word.elementsEqual(id) {
                    names[index] = text(inside: place, document)
                }
            }
            next = document.firstChild(of: place) ?? document.following(place, within: .document)
        }
        return oneLine(names.compactMap(\.self).joined(separator: " "))
    }

    /// Whether an element is for show only, or for those who see the page.
    func isForShow(_ node: NodeID, _ document: Document) -> Bool {
        if let hidden = document.attribute("aria-hidden", of: node), ASCII.equal(hidden, "true") {
            return true
        }
        guard let role = document.attribute("role", of: node) else { return false }
        return ASCII.equal(role, "presentation") || ASCII.equal(role, "none")
    }

    /// Whether an element within a line is there for those alone who see the page: an icon, a sign, a second wording.
    /// A whole block may be hidden for as long as a script shows something above it, and a text whose element has a name
    /// instead may be all that there is to read.
    func isHiddenWithinLine(_ node: NodeID, _ tag: Tag, _ document: Document) -> Bool {
        guard rules.areApplied, Self.blockMargin(tag) == nil,
            let hidden = document.attribute("aria-hidden", of: node), ASCII.equal(hidden, "true")
        else { return false }
        if tag == .a, let href = document.attribute("href", of: node), href.first != UInt8(ascii: "#") {
            return false
        }
        guard let parent = document.parent(of: node) else { return true }
        let parentTag = document.tag(of: parent)
        return parentTag == .a || parentTag == .button || !document.hasAttribute("aria-label", of: parent)
    }

    /// A text on one line, without blanks around it; nil for an empty one.
    func oneLine(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    /// The name of the file that an address points to, without query and extension, cut where it is long; nil if it has
    /// none.
    func fileName(_ address: String) -> String? {
        guard !address.hasPrefix("data:") else { return nil }
        let bare = address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first ?? ""
        guard let last = bare.split(separator: "/").last, let file = last.split(separator: ".").first else {
            return nil
        }
        let name = Self.decoded(file)
        var shown = ""
        var cut = ""
        var columns = 0
        for character in name {
            columns += TextWidth.columns(of: String(character)).value
            guard columns <= Self.longestFileName else { return cut + "…" }
            shown.append(character)
            if columns < Self.longestFileName { cut = shown }
        }
        return shown.isEmpty ? nil : shown
    }

    /// The name of an image's file, where it holds a word; nil for a number, and for what a program made up.
    func wordedFileName(_ address: String) -> String? {
        fileName(address).flatMap { name in
            name.split(whereSeparator: { "-_ .…".contains($0) }).contains(where: Self.isWord) ? name : nil
        }
    }

    /// Whether a part of a name is a word, with a number at most.
    private static func isWord(_ part: Substring) -> Bool {
        // How many letters stand side by side, and how often letters and digits take turns.
        var (letters, most, turns) = (0, 0, 0)
        var wasDigit: Bool?
        for byte in part.utf8 {
            let isDigit = ASCII.isDigit(byte)
            if let wasDigit, wasDigit != isDigit { turns += 1 }
            wasDigit = isDigit
            letters = isDigit ? 0 : letters + 1
            most = max(most, letters)
        }
        if turns == 0 { return most > 0 }
        let isHexadecimal =
            part.utf8.count >= 8 && part.utf8.allSatisfy { ASCII.isDigit($0) || ($0 | 0x20) &- 0x61 < 6 }
        return most >= 3 && turns < 3 && !isHexadecimal
    }

    /// The text of percent-encoded UTF-8; the same text where it is none.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        let decoded = String(validating: bytes, as: UTF8.self)
        guard let decoded, decoded.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            return String(text)
        }
        return decoded
    }

    // MARK: Links

    /// Names a link that shows nothing by what it is called, so that it can be followed.
    mutating func nameLink(_ node: NodeID, _ document: Document) {
        let top = frames.count - 1
        guard document.tag(of: node) == .a, frames[top].look.isVisible else { return }
        guard showsNothing(node, document) else { return }
        guard !isForShow(node, document), let href = string("href", node, document) else { return }
        if leadsToItself(node, href, document) { return }
        let name = givenName(node, document) ?? nameWithin(node, document)
        // A place of the same page needs no name that nobody gave it.
        let isIcon = document.lastChild(of: node) != nil && !href.hasPrefix("#")
        guard let name = name ?? (isIcon ? siteName(href) ?? fileName(href) : nil) else { return }
        add(name, [], source: document.sourceStart(of: node))
    }

    /// Whether a link leads to where it stands: a mark beside a heading, from which its address can be copied.
    private func leadsToItself(_ node: NodeID, _ href: String, _ document: Document) -> Bool {
        guard href.hasPrefix("#"), href.utf8.count > 1 else { return false }
        if let parent = document.parent(of: node), document.tag(of: parent).isHeading { return true }
        // Some sites set their own beginning before the names that an author gave.
        return string("id", node, document)?.hasSuffix(href.dropFirst()) ?? false
    }

    /// The site that a whole address leads to, with the file's name where there is room; nil for an address within the
    /// site. Many sites have a page that is called `share`.
    func siteName(_ address: String) -> String? {
        guard let start = ["https://", "http://", "//"].first(where: address.hasPrefix) else { return nil }
        let rest = address.dropFirst(start.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.prefix { $0 != ":" }
        let name = host.hasPrefix("www.") ? host.dropFirst(4) : host
        guard !name.isEmpty, name.utf8.count <= Self.longestFileName else { return nil }
        let path = rest.dropFirst(authority.count)
        guard path.hasPrefix("/"), let file = fileName(String(path)) else { return String(name) }
        let both = "\(name)/\(file)"
        return TextWidth.columns(of: both).value <= Self.longestFileName ? both : String(name)
    }

    /// Whether an element holds neither text nor what stands for itself, as far as the tree tells: so it is the same
    /// wherever lines end, and where nothing is laid out.
    private func showsNothing(_ node: NodeID, _ document: Document) -> Bool {
        var left = Self.nodesForName
        var next = document.firstChild(of: node)
        while let place = next {
            left -= 1
            if left == 0 { return false }
            if document.kind(of: place) == .element,
                document.knownAttributes(of: place).contains(.ariaHidden),
                isHiddenWithinLine(place, document.tag(of: place), document)
            {
                next = document.following(place, within: node)
                continue
            }
            var isDrawing = false
            switch document.kind(of: place) {
            case .text: if !isBlank(place, document) { return false }
            case .element:
                switch document.tag(of: place) {
                case .img, .input, .button, .select, .textarea, .iframe, .object, .embed, .video, .audio,
                    .canvas,
                    .meter, .progress, .math, .table:
                    return false
                case .svg:
                    isDrawing = true
                    if !isForShow(place, document),
                        oneLine(givenName(place, document) ?? drawnText(in: place, document)) != nil
                    {
                        return false
                    }
                default: break
                }
            case .comment, .document, .doctype: break
            }
            next =
                (isDrawing ? nil : document.firstChild(of: place)) ?? document.following(place, within: node)
        }
        return true
    }

    /// Whether a text is nothing but blanks. Nearly every link's text begins with a letter of ASCII, and is told by it.
    func isBlank(_ text: NodeID, _ document: Document) -> Bool {
        var isBlank: Bool? = true
        document.visitSpans(of: text) { span in
            for index in 0..<span.count where !ASCII.isBlank(span[index]) {
                isBlank = span[index] < 0x80 ? false : nil
                return false
            }
            return true
        }
        return isBlank ?? (isIconText(text, document) || oneLine(document.text(of: text)) == nil)
    }

    /// Whether there is any text in an element, as far as is looked.
    func holdsText(_ node: NodeID, _ document: Document) -> Bool {
        var next = document.firstChild(of: node)
        for _ in 0..<Self.nodesForName {
            guard let place = next else { return false }
            if document.kind(of: place) == .text, !isBlank(place, document) { return true }
            next = document.firstChild(of: place) ?? document.following(place, within: node)
        }
        return false
    }

    /// The name of the first element within that is given one.
    func nameWithin(_ node: NodeID, _ document: Document) -> String? {
        var left = Self.nodesForName
        var next = document.firstChild(of: node)
        while let place = next, left > 0 {
            left -= 1
            if document.kind(of: place) == .element, !isForShow(place, document),
                let name = givenName(place, document)
            {
                return name
            }
            next = document.firstChild(of: place) ?? document.following(place, within: node)
        }
        return nil
    }

    // MARK: Text that nobody sees

    /// How large the letters of an element are, as far as text tells it.
    enum LetterSize: Sendable {
        case some
        /// So small that nobody sees them.
        case none
    }

    /// Passes a text whose letters have no size. What parts it from other words stays.
    /// - Returns: Whether it was passed.
    mutating func passesUnseen(_ text: NodeID, _ document: Document) -> Bool {
        if frames[frames.count - 1].isPreformatted { return true }
        if isBlank(text, document) { return false }
        if open.hasText { open.hasSpace = true }
        return true
    }

    /// Whether a text is letters for private use, with nothing but blanks behind them: pictures of a font that comes with
    /// the page.
    func isIconText(_ text: NodeID, _ document: Document) -> Bool {
        guard rules.areApplied else { return false }
        var (isIcon, hasOther) = (false, false)
        document.visitSpans(of: text) { span in
            var index = 0
            while index < span.count {
                let length = Self.blankOrPrivateLength(span, at: index)
                if length == 0 || length < 3 && !isIcon {
                    hasOther = true
                    return false
                }
                isIcon = isIcon || length > 2
                index += length
            }
            return true
        }
        return isIcon && !hasOther
    }

    /// How many bytes a blank takes, up to two, or a letter for private use, three or four; 0 for what is neither.
    private static func blankOrPrivateLength(_ span: Span<UInt8>, at index: Int) -> Int {
        let byte = span[index]
        if ASCII.isBlank(byte) { return 1 }
        guard byte >= 0xC2, index + 1 < span.count else { return 0 }
        let next = span[index + 1]
        if byte == 0xC2 { return next == 0xA0 ? 2 : 0 }
        // U+E000 to U+F8FF, and from U+F0000 on.
        let isShort = byte == 0xEE || byte == 0xEF && next < 0xA4
        if isShort { return index + 2 < span.count ? 3 : 0 }
        let isLong = byte == 0xF3 && next >= 0xB0 || byte == 0xF4
        return isLong && index + 3 < span.count ? 4 : 0
    }

    // MARK: Feeds

    /// Takes the address of the page's feed, from the first link that names one (HTML standard §4.6.7.1).
    mutating func noteFeed(_ node: NodeID, _ document: Document) {
        guard head.feed == nil, let type = document.attribute("type", of: node),
            ASCII.equal(type, "application/rss+xml") || ASCII.equal(type, "application/atom+xml")
                || ASCII.equal(type, "application/feed+json"),
            PageLink.names("alternate", amongRelations: node, document),
            let href = document.attribute("href", of: node), !href.isEmpty
        else { return }
        head.feed = String(decoding: href, as: UTF8.self)
    }
}
