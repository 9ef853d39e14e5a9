import CellGrid
import HTML

// Accessible names of elements that show nothing themselves or are shown as words (WAI-ARIA, Accessible Name and
// Description Computation, as far as attributes determine it).
extension Flow {
    /// The maximum width of a name derived from an address, in columns.
    private static let longestFileName = 20
    /// The maximum number of nodes searched for a name.
    private static let nodesForName = 256

    /// Returns the name that an element's attributes provide; nil if there is none.
    func givenName(_ node: NodeID, _ document: Document) -> String? {
        labelledName(node, document) ?? oneLine(string("aria-label", node, document))
            ?? oneLine(string("title", node, document))
    }

    /// Returns the text of the elements that `aria-labelledby` refers to, if they are found near the start of the page.
    func labelledName(_ node: NodeID, _ document: Document) -> String? {
        guard let ids = document.attribute("aria-labelledby", of: node) else { return nil }
        let words = ids.split(whereSeparator: ASCII.isBlank)
        var names = [String?](repeating: nil, count: min(words.count, 4))
        var left = 16 * Self.nodesForName
        // Searches from the start of the page: the names are on it, mostly before the element.
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

    /// Whether an element is decorative, or only for those who see the page.
    func isForShow(_ node: NodeID, _ document: Document) -> Bool {
        if let hidden = document.attribute("aria-hidden", of: node), ASCII.equal(hidden, "true") {
            return true
        }
        guard let role = document.attribute("role", of: node) else { return false }
        return ASCII.equal(role, "presentation") || ASCII.equal(role, "none")
    }

    /// Whether an inline element is only for those who see the page: an icon, a sign, a second wording. This excludes
    /// blocks, which may be hidden only while a script shows something above them, and text whose parent has a label
    /// instead, which may be all there is to read.
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

    /// Returns a text on one line, without blanks around it; nil if it is empty.
    func oneLine(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    /// Returns the name of the file that an address refers to, without query and extension, shortened if it is long;
    /// nil if there is none.
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

    /// The file name of an image, a video or a sound if it contains a word; nil for numbers and generated names.
    func wordedFileName(_ address: String) -> String? {
        fileName(address).flatMap { name in
            name.split(whereSeparator: { "-_ .…".contains($0) }).contains(where: Self.isWord) ? name : nil
        }
    }

    /// Whether a part of a file name is a word, at most with a number.
    private static func isWord(_ part: Substring) -> Bool {
        // The length of the current run of letters and of the longest one, and how often letters and digits alternate.
        var (run, longestRun) = (0, 0)
        var alternations = 0
        var wasDigit: Bool?
        for byte in part.utf8 {
            let isDigit = ASCII.isDigit(byte)
            if let wasDigit, wasDigit != isDigit { alternations += 1 }
            wasDigit = isDigit
            run = isDigit ? 0 : run + 1
            longestRun = max(longestRun, run)
        }
        if alternations == 0 { return longestRun > 0 }
        let isHexadecimal = part.count >= 8 && part.allSatisfy { $0.isASCII && $0.isHexDigit }
        return longestRun >= 3 && alternations < 3 && !isHexadecimal
    }

    /// Decodes percent-encoded UTF-8; any other text is returned unchanged.
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

    /// Adds a name to a link that shows nothing, so that it can be followed.
    mutating func nameLink(_ node: NodeID, _ document: Document) {
        let top = frames.count - 1
        guard document.tag(of: node) == .a, frames[top].look.isVisible else { return }
        guard showsNothing(node, document) else { return }
        guard !isForShow(node, document), let href = string("href", node, document) else { return }
        if leadsToItself(node, href, document) { return }
        let name = givenName(node, document) ?? nameWithin(node, document)
        // A link within the page is a mark next to a heading, which needs no name.
        let isIcon = document.lastChild(of: node) != nil && !href.hasPrefix("#")
        guard let name = name ?? (isIcon ? siteName(href) ?? fileName(href) : nil) else { return }
        add(name, [], source: document.sourceStart(of: node))
    }

    /// Whether a link points to its own place: a permalink next to a heading.
    private func leadsToItself(_ node: NodeID, _ href: String, _ document: Document) -> Bool {
        guard href.hasPrefix("#"), href.utf8.count > 1 else { return false }
        if let parent = document.parent(of: node), document.tag(of: parent).isHeading { return true }
        // Some sites put a prefix before the names that an author wrote.
        return string("id", node, document)?.hasSuffix(href.dropFirst()) ?? false
    }

    /// The host of an absolute address, with the file name if there is room; nil for a relative address, an IPv6 address
    /// and a long host. The file name alone is not enough: many sites have a page called `share`.
    func siteName(_ address: String) -> String? {
        guard let start = ["https://", "http://", "//"].first(where: address.hasPrefix) else { return nil }
        let rest = address.dropFirst(start.count)
        let authority = rest.prefix { !"/\\?#".contains($0) }
        // A user name before the host may look like another host.
        let host = (authority.split(separator: "@").last ?? "").prefix { $0 != ":" }
        let name = host.hasPrefix("www.") ? host.dropFirst(4) : host
        guard !name.isEmpty, !name.hasPrefix("["), name.utf8.count <= Self.longestFileName else { return nil }
        let path = rest.dropFirst(authority.count)
        guard path.hasPrefix("/"), let file = fileName(String(path)) else { return String(name) }
        let both = "\(name)/\(file)"
        return TextWidth.columns(of: both).value <= Self.longestFileName ? both : String(name)
    }

    /// Whether an element contains neither text nor elements that show something themselves. It depends only on the
    /// tree, so it is the same for all line breaks and during a scan.
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

    /// Whether a text is blank. The first character decides for nearly every link: an ASCII letter.
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

    /// Whether an element contains text among the nodes searched.
    func holdsText(_ node: NodeID, _ document: Document) -> Bool {
        var next = document.firstChild(of: node)
        for _ in 0..<Self.nodesForName {
            guard let place = next else { return false }
            if document.kind(of: place) == .text, !isBlank(place, document) { return true }
            next = document.firstChild(of: place) ?? document.following(place, within: node)
        }
        return false
    }

    /// Returns the name of the first element inside that has one.
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

    // MARK: Invisible text

    /// Skips a text with font size 0, unless it is blank: white space still separates words.
    /// - Returns: Whether it was skipped.
    mutating func skipZeroSizedText(_ text: NodeID, _ document: Document) -> Bool {
        if frames[frames.count - 1].isPreformatted { return true }
        if isBlank(text, document) { return false }
        if open.hasText { open.hasSpace = true }
        return true
    }

    /// Whether a text consists of private-use characters and white space after them: icons of a font of the page.
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

    /// The length in bytes of white space (one or two) or of a private-use character (three or four); 0 for anything else.
    private static func blankOrPrivateLength(_ span: Span<UInt8>, at index: Int) -> Int {
        let byte = span[index]
        if ASCII.isBlank(byte) { return 1 }
        guard byte >= 0xC2, index + 1 < span.count else { return 0 }
        let next = span[index + 1]
        if byte == 0xC2 { return next == 0xA0 ? 2 : 0 }
        // U+E000 to U+F8FF, and U+F0000 and above.
        let isShort = byte == 0xEE || byte == 0xEF && next < 0xA4
        if isShort { return index + 2 < span.count ? 3 : 0 }
        let isLong = byte == 0xF3 && next >= 0xB0 || byte == 0xF4
        return isLong && index + 3 < span.count ? 4 : 0
    }

    // MARK: Feeds

    /// Records the address of the page's feed, from the first link that has one (HTML standard §4.6.7.1).
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
