import HTML

// Accessible names of elements that show nothing themselves or are shown as words (WAI-ARIA, Accessible Name and
// Description Computation, as far as attributes determine it).
extension Flow {
    /// The maximum number of nodes searched for a name.
    private static let nodesForName = 256

    /// Returns the name that an element's attributes provide; nil if there is none.
    func givenName(_ node: NodeID, _ document: Document) -> String? {
        labelledName(node, document) ?? oneLine(document.string("aria-label", of: node))
            ?? oneLine(document.string("title", of: node))
    }

    /// Returns the text of the elements that `aria-labelledby` refers to, if they are found near the start of the page;
    /// only the beginning of a long one, to which any number of elements may refer.
    func labelledName(_ node: NodeID, _ document: Document) -> String? {
        guard let ids = document.attribute("aria-labelledby", of: node) else { return nil }
        let words = ids.split(whereSeparator: ASCII.isBlank)
        var names = [String?](repeating: nil, count: min(words.count, 4))
        // Searches from the start of the page: the names are on it, mostly before the element.
        for place in document.descendants(of: .document).prefix(16 * Self.nodesForName) {
            guard names.contains(nil) else { break }
            if let id = document.attribute("id", of: place) {
                for (index, word) in words.prefix(4).enumerated() where word.elementsEqual(id) {
                    let text = TextTree.text(inside: place, document, upTo: 4 * Self.labelLimit + 4) { $0 }
                    names[index] = Self.cut(String(decoding: text, as: UTF8.self))
                }
            }
        }
        return oneLine(names.compactMap(\.self).joined(separator: " "))
    }

    /// Whether an element is decorative, or only for those who see the page.
    func isForShow(_ node: NodeID, _ document: Document) -> Bool {
        if document.isAriaHidden(node) { return true }
        guard let role = document.attribute("role", of: node) else { return false }
        return ASCII.equal(role, "presentation") || ASCII.equal(role, "none")
    }

    /// Whether an inline element with `aria-hidden` leaves nothing: an icon, a sign, or what is said again beside it
    /// (docs/decisions/0545-elements-without-visible-content-leave-no-trace.md).
    func isHiddenWithinLine(_ node: NodeID, _ tag: Tag, _ document: Document) -> Bool {
        guard rules.areApplied, Self.blockMargin(tag) == nil, document.isAriaHidden(node) else {
            return false
        }
        if tag == .a, let href = document.attribute("href", of: node), href.first != UInt8(ascii: "#") {
            return false
        }
        guard let wording = wording(of: node, document) else { return false }
        // A sign, or the name of an icon that a font draws in place of it.
        let isSign = !wording.contains { $0.isLetter || $0.isNumber || $0.isCurrencySymbol || $0 == "%" }
        if isSign, wording.count < 2 { return true }
        let isName = wording.allSatisfy { $0 == "_" || ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        let words = classWords(node, document)
        let isInNamed = document.parent(of: node).flatMap { givenName($0, document) } != nil
        if isName, wording.contains("_") || Self.iconWords.isWithin(words) || tag == .i && isInNamed {
            return true
        }
        if Self.unseenWords.isWithin(words) { return true }
        guard let frame = frames.last, !frame.isPreformatted else { return false }
        // What a line begins with has no text before it: that may have been dropped.
        return [true, false].contains { isAfter in
            guard isAfter || open.hasText, let other = document.neighbor(of: node, isAfter: isAfter),
                document.kind(of: other) == .text || !Self.isHiddenPart(other, document, by: rules),
                let text = self.wording(of: other, document)
            else { return false }
            let name = text.isEmpty ? givenName(other, document) ?? "" : text
            return name.lowercased() == wording.lowercased()
                || !text.isEmpty && Self.unseenWords.isWithin(classWords(other, document))
        }
    }

    /// Words in the names of classes and elements of icons, and in those of texts that are only hidden from sight.
    private static let iconWords = WordTable("icon material symbol glyph")
    private static let unseenWords = WordTable(
        """
        sr-only sronly sr-text for-sr visible-sr visually-hidden visually_hidden visuallyhidden hidden-visually \
        hiddenvisually hidden-accessible screen-reader screenreader offscreen off-screen assistive-text
        """
    )

    /// Returns the class of an element, and its name without a `Tag` case, in lower case; the beginning of long ones.
    private func classWords(_ node: NodeID, _ document: Document) -> [UInt8] {
        let classes = document.attribute("class", of: node) ?? []
        return (document.otherName(of: node) + [0x20] + classes.prefix(Self.longestWording)).map(
            ASCII.lowered)
    }

    /// The maximum number of bytes of a wording; the rest of a longer one is ignored.
    private static let longestWording = 512

    /// Returns what a text or inline element says, on one line; nil if it contains blocks or fields.
    private func wording(of node: NodeID, _ document: Document) -> String? {
        var bytes: [UInt8] = []
        var next: NodeID? = node
        for _ in 0..<Self.nodesForName {
            guard let place = next, bytes.count < Self.longestWording else { break }
            let tag = document.tag(of: place)
            if Self.blockMargin(tag) != nil || place != node && Self.isField(tag) { return nil }
            if document.kind(of: place) == .text, !isIconText(place, document) {
                document.visitSpans(of: place) { span in
                    for index in 0..<min(span.count, Self.longestWording) { bytes.append(span[index]) }
                    return bytes.count < Self.longestWording
                }
            } else if tag == .br || tag == .img && place != node && !isForShow(place, document) {
                bytes += [0x20] + (document.attribute("alt", of: place) ?? [])
            }
            let isPassed = tag == .svg || Self.isNeverShown(tag)
            next =
                (isPassed ? nil : document.firstChild(of: place)) ?? document.following(place, within: node)
        }
        return oneLine(String(decoding: bytes, as: UTF8.self)) ?? ""
    }

    /// Whether an element shows something to fill in, play or calculate, whatever its content.
    private static func isField(_ tag: Tag) -> Bool {
        switch tag {
        case .input, .select, .textarea, .iframe, .object, .embed, .video, .audio, .meter, .progress, .math,
            .table:
            true
        default: false
        }
    }

    /// Returns a text on one line, without blanks around it; nil if it is empty.
    func oneLine(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    // MARK: Links

    /// Adds a name to a link that shows nothing, so that it can be followed, apart from the text beside it.
    mutating func nameLink(_ node: NodeID, _ document: Document) {
        let top = frames.count - 1
        guard document.tag(of: node) == .a, frames[top].look.isVisible else { return }
        guard showsNothing(node, document) else { return }
        guard !isForShow(node, document), let href = document.string("href", of: node) else { return }
        if leadsToItself(node, href, document) { return }
        guard
            let name = givenName(node, document) ?? nameWithin(node, document)
                ?? addressName(node, href, document)
        else { return }
        setApart()
        add(name, [], source: document.sourceStart(of: node))
        setApart()
    }

    /// Returns the name that the address of an icon provides; nil for a mark, which leads to a place on the page, and
    /// within a sentence.
    private func addressName(_ node: NodeID, _ href: String, _ document: Document) -> String? {
        guard document.lastChild(of: node) != nil, !href.hasPrefix("#") else { return nil }
        if !frames[frames.count - 1].isPreformatted, let text = document.neighbor(of: node, isAfter: true),
            document.kind(of: text) == .text, let words = wording(of: text, document),
            words.contains(where: \.isLetter)
        {
            return nil
        }
        let address = AddressName(href)
        return address.site ?? address.file
    }

    /// Whether a link points to its own place: the permalink of a heading, definition or caption.
    private func leadsToItself(_ node: NodeID, _ href: String, _ document: Document) -> Bool {
        let parts = href.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return false }
        let (isWithin, name) = (parts[0].isEmpty, AddressName.decoded(parts[1]))
        // Some sites put a prefix before the names that an author wrote.
        if isWithin, document.string("id", of: node)?.hasSuffix(name) ?? false { return true }
        var place: NodeID? = node
        for _ in 0...Self.depthOfPermalink {
            guard let element = place, document.tag(of: element) != .body else { return false }
            if isWithin && document.tag(of: element).isHeading || document.string("id", of: element) == name {
                return true
            }
            place = document.parent(of: element)
        }
        return false
    }

    /// The maximum number of elements around a permalink, up to the one that it points to.
    private static let depthOfPermalink = 4

    /// Whether an element contains neither text nor elements that show something themselves. It depends only on the
    /// tree, so it is the same for all line breaks and during a scan.
    func showsNothing(_ node: NodeID, _ document: Document) -> Bool {
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
                case .img, .button, .canvas: return false
                case .svg:
                    isDrawing = true
                    if !isForShow(place, document),
                        oneLine(givenName(place, document) ?? drawnText(in: place, document)) != nil
                    {
                        return false
                    }
                case let tag: if Self.isField(tag) { return false }
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
        document.descendants(of: node).prefix(Self.nodesForName).contains {
            document.kind(of: $0) == .text && !isBlank($0, document)
        }
    }

    /// Returns the name of the first element inside that has one.
    func nameWithin(_ node: NodeID, _ document: Document) -> String? {
        document.descendants(of: node).prefix(Self.nodesForName).lazy.compactMap { place in
            document.kind(of: place) == .element && !isForShow(place, document)
                ? givenName(place, document) : nil
        }.first { _ in true }
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
