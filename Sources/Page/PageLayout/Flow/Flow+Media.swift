import HTML

extension Flow {
    // MARK: Images

    /// Adds an image as its alternative text, otherwise its name, otherwise its file name. Invisible images are
    /// omitted.
    mutating func addImage(_ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document) {
        if !pictures.isEmpty, addPicture(node, frame, source, document) { return }
        if repeatsFormula(node, document) { return }
        if isPoint(node, document) || isForShow(node, document) && !isAloneInLink(node, document) { return }
        if let alt = document.string("alt", of: node) {
            if !alt.allSatisfy(\.isWhitespace) {
                return addLabel(repeatsLink(alt, node, document) ? nil : alt, node, frame, source, document)
            }
            // A link whose only content is a decorative image must remain visible.
            if givenName(node, document) == nil, !alt.isEmpty || !isAloneInLink(node, document) { return }
        } else if givenName(node, document) == nil,
            let link = linkAround(node, document), holdsText(link, document)
        {
            return
        }
        let address =
            isIcon(node, document)
            ? document.parent(of: node).flatMap { document.string("href", of: $0) } : nil
        let name =
            givenName(node, document) ?? address.flatMap { AddressName($0).file }
            ?? ImageCandidates(of: node, document).all.last.flatMap { AddressName($0.address).wordedFile }
        addLabel(name, node, frame, source, document)
    }

    /// The maximum that the label of an image adds to the minimum width of a table column, in columns.
    private static let labelInColumn = 6

    /// Adds the label of an image; without a name, `image`, unless that was added last: then the address of a link
    /// around it is its name. In a table, the label is wrapped before the table gives up its rows.
    private mutating func addLabel(
        _ name: String?, _ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document
    ) {
        var label = name ?? "image"
        if name == nil, placeholder == .image {
            let link = linkAround(node, document).flatMap { holdsText($0, document) ? nil : $0 }
            let href = link.flatMap { document.string("href", of: $0) }
            guard let file = href.flatMap({ AddressName($0).file }) else { return }
            label = file
        }
        let before = size
        add("[\(label)]", .image, frame, source)
        if name == nil { placeholder = .image }
        guard isMeasuring else { return }
        size.tightest = max(before.tightest, min(size.tightest, indentWidth + Self.labelInColumn))
        size.smallest = max(before.smallest, min(size.smallest, indentWidth + Self.labelInColumn))
    }

    /// Whether an image is a small one alone in a link: the link's address says more than the file's name.
    private func isIcon(_ node: NodeID, _ document: Document) -> Bool {
        func isSmall(_ name: StaticString) -> Bool {
            document.number(name, of: node).map { $0 <= 32 } ?? false
        }
        return isSmall("width") && isSmall("height") && isAloneInLink(node, document)
    }

    /// Whether the text of the link around an image contains the image's label, which would be a repetition.
    private func repeatsLink(_ label: String, _ node: NodeID, _ document: Document) -> Bool {
        guard let link = linkAround(node, document) else { return false }
        func words(_ text: [UInt8]) -> [ArraySlice<UInt8>] { text.split(whereSeparator: ASCII.isBlank) }
        let text = words(TextTree.text(inside: link, document))
        let name = words(label.utf8.map(ASCII.lowered))
        guard !text.isEmpty, !name.isEmpty, name.count <= text.count else { return false }
        return (0...(text.count - name.count)).contains { text[$0..<($0 + name.count)].elementsEqual(name) }
    }

    /// The link around an image; nil if there is none.
    private func linkAround(_ node: NodeID, _ document: Document) -> NodeID? {
        var place = document.parent(of: node)
        for _ in 0..<Self.depthInLink {
            guard let element = place else { return nil }
            if document.tag(of: element) == .a {
                return document.hasAttribute("href", of: element) ? element : nil
            }
            place = document.parent(of: element)
        }
        return nil
    }

    /// The maximum number of ancestors of an image searched for a link.
    private static let depthInLink = 4

    private func isAloneInLink(_ node: NodeID, _ document: Document) -> Bool {
        guard let parent = document.parent(of: node), document.tag(of: parent) == .a else { return false }
        return document.previousSibling(of: node) == nil && document.nextSibling(of: node) == nil
    }

    /// Adds an area of an image map.
    mutating func addArea(_ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document) {
        let name =
            oneLine(document.string("alt", of: node)) ?? givenName(node, document)
            ?? document.string("href", of: node).flatMap { AddressName($0).file }
        guard let name else { return }
        guard let href = document.attribute("href", of: node), !href.isEmpty else {
            return add("[\(name)]", .image, frame, source)
        }
        let link = addLink(LineStore.Target(ofLink: node, href, document))
        add(
            "[\(name)]",
            TextAttributes(style: frame.style.union([.link, .image]), link: link, source: source))
    }

    /// Whether a drawing is hidden.
    func isUnseenDrawing(
        _ node: NodeID, _ tag: Tag, _ attributes: KnownAttributes, _ document: Document
    ) -> Bool {
        let parent = frames[frames.count - 1]
        guard tag == .svg, attributes.contains(.style) || !rules.isEmpty,
            let declared = declared(for: node, parent.ancestors, document)
        else { return !parent.look.isVisible }
        if Self.isHidden(node, tag, declared, document, by: rules) { return true }
        return !declared.isVisible.value(
            parent.look.isVisible, parent: parent.look.isVisible, initial: true)
    }

    /// Adds a drawing as its title, otherwise the text in it.
    mutating func addDrawing(_ node: NodeID, _ frame: Frame, _ document: Document) {
        guard document.tag(of: node) == .svg else { return }
        if document.isAriaHidden(node) { return }
        let source = document.sourceRange(of: node).lowerBound
        let links = drawnLinks(in: node, document)
        if !links.isEmpty { placeholder = nil }
        let title = givenName(node, document) ?? drawnText(in: node, besides: Set(links), document)
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !words.isEmpty { add("[\(words)]", .image, frame, source) }
        for link in links where !isScanning {
            let href =
                document.attribute("href", of: link) ?? document.attribute("xlink:href", of: link) ?? []
            let name =
                oneLine(givenName(link, document) ?? drawnText(in: link, document))
                ?? AddressName(String(decoding: href, as: UTF8.self)).file
            if open.hasText { open.hasSpace = true }
            addLink("[\(name ?? "link")]", to: href, frame, document.sourceRange(of: link).lowerBound)
        }
    }

    /// The maximum number of links in a drawing.
    private static let linksOfDrawing = 256

    /// Returns the links in a drawing, in page order.
    private func drawnLinks(in node: NodeID, _ document: Document) -> [NodeID] {
        var links: [NodeID] = []
        var next = document.firstChild(of: node)
        while let place = next, links.count < Self.linksOfDrawing {
            let isLink =
                document.kind(of: place) == .element && document.tag(of: place) == .a
                && (document.hasAttribute("href", of: place)
                    || document.hasAttribute("xlink:href", of: place))
            if isLink { links.append(place) }
            next =
                (isLink ? nil : document.firstChild(of: place)) ?? document.following(place, within: node)
        }
        return links
    }

    /// Returns the title of a drawing, otherwise the text in it.
    /// - Parameter parts: Elements to skip.
    func drawnText(in node: NodeID, besides parts: Set<NodeID> = [], _ document: Document) -> String {
        var text = ""
        var waiting = [document.firstChild(of: node)]
        while let next = waiting.popLast() {
            guard let child = next else { continue }
            waiting.append(document.nextSibling(of: child))
            guard document.kind(of: child) == .element, !parts.contains(child) else { continue }
            switch document.tag(of: child) {
            case .title: return document.text(inside: child)
            case .desc, .style, .script: continue
            // Known tags never have this name, so the name is built only for the others.
            case .other where document.name(of: child) == "text": text += " " + document.text(inside: child)
            default: waiting.append(document.firstChild(of: child))
            }
        }
        return text
    }

    // MARK: Frames and media

    /// Adds an embedded page as a link to it, named by its title, otherwise its site, its name or its file name.
    mutating func addFrame(_ node: NodeID, _ tag: Tag, _ frame: Frame, _ source: Int, _ document: Document) {
        let own =
            tag == .iframe ? document.attribute("srcdoc", of: node).flatMap { Self.dataAddress($0) } : nil
        guard let address = own ?? document.attribute("src", of: node), !address.isEmpty else { return }
        let file = own == nil ? document.string("src", of: node) : nil
        let site = file.flatMap { AddressName($0).site }
        let given = [document.string("title", of: node), site, document.string("name", of: node)].compactMap(
            \.self)
        let title = given.first { !$0.isEmpty } ?? file.flatMap { AddressName($0).file }
        if tag == .frame { endLine() }
        addLink(title.map { "[frame: \($0)]" } ?? "[frame]", to: address, frame, source)
        if tag == .frame { endLine() }
    }

    /// The maximum size of an embedded page within an attribute, in bytes.
    private static let longestInnerPage = 1 << 18

    /// Returns the address of a page contained in an attribute; nil if it is empty or too long.
    private static func dataAddress(_ page: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !page.isEmpty, page.count <= longestInnerPage else { return nil }
        return (Array(PageLink.innerBeginning.utf8) + Escaping.percentEncoded(page))[...]
    }

    /// Adds media, which cannot be played, as a link to the file, before the page's fallback content.
    mutating func addMedia(_ node: NodeID, _ tag: Tag, _ source: Int, _ document: Document) {
        guard let frame = frames.last else { return }
        let attribute: StaticString = tag == .object ? "data" : "src"
        var file = node
        if tag == .audio || tag == .video, !document.hasAttribute("src", of: node) {
            file = document.children(of: node).first { document.tag(of: $0) == .source } ?? node
        }
        guard let address = document.attribute(attribute, of: file) else {
            if document.firstChild(of: node) == nil { add("[\(tag.name)]", .image, frame, source) }
            return
        }
        let title =
            document.string("title", of: node)
            ?? document.string(attribute, of: file).flatMap { AddressName($0).wordedFile } ?? ""
        addLink(title.isEmpty ? "[\(tag.name)]" : "[\(tag.name): \(title)]", to: address, frame, source)
        open.hasSpace = true
    }

    mutating func addLink(_ text: String, to address: ArraySlice<UInt8>?, _ frame: Frame, _ source: Int) {
        guard let address, !address.isEmpty else {
            add(text, .image, frame, source)
            return
        }
        let link = addLink(.address(Array(address)))
        add(text, TextAttributes(style: frame.style.union([.link, .image]), link: link, source: source))
    }
}
