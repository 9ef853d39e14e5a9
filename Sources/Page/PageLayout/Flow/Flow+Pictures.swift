import HTML

// Pictures instead of their labels.
extension Flow {
    /// Puts a picture on separate lines if it is available and fits.
    /// - Returns: Whether the picture was added.
    mutating func addPicture(
        _ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document
    ) -> Bool {
        // A scan uses the label instead, which leaves the same state.
        guard !isScanning, frame.look.isVisible,
            let file = ImageCandidates(of: node, document).all.first(where: { pictures[$0.address] != nil }),
            let picture = pictures[file.address], picture.columns <= width - indentWidth
        else { return false }
        if isMeasuring { measure(word: picture.columns) }
        hangsOnWidth = true
        endLine()
        for row in picture.rows {
            beginLine(source)
            open.startsRun = true
            var ink = TextAttributes(style: frame.style.union(.image), link: frame.link, source: source)
            for run in row {
                ink.colors = store.number(
                    of: ColorPair(foreground: run.foreground, background: run.background))
                put(run.text[...], columns: run.columns, ink)
            }
            // A uniform row of a picture consists of coloured spaces, but is not a blank line.
            open.before = nil
            endLine()
        }
        return true
    }
}

extension LaidOutPage {
    /// Replaces the pictures, which are keyed by their addresses as written in the page. Lines are laid out again on
    /// demand, those around `offset` first.
    /// - Returns: Whether the pictures changed.
    @discardableResult
    public mutating func apply(pictures: [String: Picture], around offset: Int) -> Bool {
        guard pictures != self.pictures else { return false }
        self.pictures = pictures
        layOutAnew(around: offset)
        return true
    }

    /// Returns the addresses of the images on a range of lines, as written in the page, in their order and without
    /// duplicates.
    public func imageAddresses(onLines lines: Range<Int>) -> [String] {
        var found: [String] = []
        var places: Set<Int> = []
        for line in lines.clamped(to: 0..<lineCount) {
            for run in self.line(line).runs where run.style.contains(.image) {
                guard places.insert(run.source).inserted, let address = imageAddress(at: run.source),
                    !found.contains(address)
                else { continue }
                found.append(address)
            }
        }
        return found
    }

    /// Returns the address of the file that is best for this width, for the `img` tag at a source offset; nil if there
    /// is no such tag.
    private func imageAddress(at offset: Int) -> String? {
        let bytes = source
        guard offset >= 0, offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
        let start = pictureStart(before: offset, bytes) ?? offset
        var parser = HTMLParser(fragmentIn: "body")
        parser.append(Array(bytes[start..<min(bytes.count, offset + Self.longestTag)]))
        parser.finish()
        let document = parser.document
        guard let root = document.firstChild(of: .document) else { return nil }
        let image = document.descendants(of: root).first {
            document.tag(of: $0) == .img && document.sourceStart(of: $0) == offset - start
        }
        return image.flatMap {
            ImageCandidates(of: $0, document).address(forWidth: width * Flow.pixelsOfColumn)
        }
    }

    /// Returns the start of the `picture` element around an image; nil if there is none or it begins far before the
    /// image.
    private func pictureStart(before offset: Int, _ bytes: [UInt8]) -> Int? {
        let name = Array("<picture".utf8)
        var index = offset - name.count
        while index >= max(0, offset - Self.longestTag) {
            if bytes[index] == name[0] {
                if ASCII.equal(bytes[index..<(index + name.count)], "<picture") { return index }
                if ASCII.equal(bytes[index..<(index + name.count)], "</pictur") { return nil }
            }
            index -= 1
        }
        return nil
    }

    /// The maximum length of a tag that is parsed for an address.
    private static let longestTag = 8192
}

/// The files from which an image may be shown, with their addresses as written in the page (HTML standard §4.8.4):
/// those of the first source of its `picture` with a supported type, otherwise those of the image itself. Only the
/// first image of a picture has sources.
struct ImageCandidates {
    /// One of several files for the same image.
    struct Candidate: Equatable {
        let address: String
        /// The width of the file in pixels; nil if the page does not declare it.
        var width: Double?
        /// The number of its pixels per CSS pixel.
        var density = 1.0
    }

    /// All candidates, in page order.
    let all: [Candidate]

    init(of image: NodeID, _ document: Document) {
        let source = document.parent(of: image).flatMap { Self.source(in: $0, before: image, document) }
        var all = source.flatMap { document.attribute("srcset", of: $0) }.map(Self.candidates) ?? []
        if all.isEmpty { all = document.attribute("srcset", of: image).map(Self.candidates) ?? [] }
        if let address = document.attribute("src", of: image), !address.isEmpty {
            all.append(Candidate(address: String(decoding: address, as: UTF8.self)))
        }
        self.all = all
    }

    /// The maximum number of sources of a picture that are examined.
    private static let sourceLimit = 32

    /// Returns the source of a picture that is used.
    private static func source(in picture: NodeID, before image: NodeID, _ document: Document) -> NodeID? {
        guard document.name(of: picture) == "picture" else { return nil }
        var (sibling, first) = (document.previousSibling(of: image), NodeID?.none)
        for _ in 0..<sourceLimit {
            guard let node = sibling else { break }
            if document.tag(of: node) == .img { return nil }
            // Sources for a medium are skipped: they are crops for window sizes, which do not apply to a terminal.
            if document.tag(of: node) == .source, document.hasAttribute("srcset", of: node),
                !document.hasAttribute("media", of: node), isDrawn(document.attribute("type", of: node))
            {
                first = node
            }
            sibling = document.previousSibling(of: node)
        }
        return first
    }

    /// Whether images of a type can be drawn; an undeclared type may be.
    private static func isDrawn(_ type: ArraySlice<UInt8>?) -> Bool {
        guard let type, !type.isEmpty else { return true }
        return ["image/png", "image/jpeg", "image/gif", "image/webp"].contains {
            $0.utf8.elementsEqual(type.map(ASCII.lowered))
        }
    }

    /// Returns the file for a width in pixels: the smallest that is at least as wide, otherwise the widest; if no
    /// widths are declared, the one with the lowest density.
    func address(forWidth width: Int) -> String? {
        let wide = all.filter { $0.width != nil }
        let enough = wide.filter { ($0.width ?? 0) >= Double(width) }
        if let best = enough.min(by: { ($0.width ?? 0) < ($1.width ?? 0) }) { return best.address }
        if let best = wide.max(by: { ($0.width ?? 0) < ($1.width ?? 0) }) { return best.address }
        return all.min { $0.density < $1.density }?.address
    }

    /// Returns the candidates of a `srcset`. Linear.
    static func candidates(_ set: ArraySlice<UInt8>) -> [Candidate] {
        var candidates: [Candidate] = []
        var rest = set
        let comma = UInt8(ascii: ",")
        while true {
            rest = rest.drop { ASCII.isBlank($0) || $0 == comma }
            var address = rest.prefix { !ASCII.isBlank($0) }
            guard !address.isEmpty else { return candidates }
            rest = rest[address.endIndex...]
            var descriptors: ArraySlice<UInt8> = []
            if address.last == comma {
                while address.last == comma { address.removeLast() }
            } else {
                descriptors = descriptorText(rest)
                rest = rest[descriptors.endIndex...]
            }
            if let candidate = candidate(address, descriptors) { candidates.append(candidate) }
        }
    }

    /// Returns the text before the next comma outside parentheses.
    private static func descriptorText(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var depth = 0
        for index in rest.indices {
            if rest[index] == UInt8(ascii: "(") { depth += 1 }
            if rest[index] == UInt8(ascii: ")") { depth -= 1 }
            if rest[index] == UInt8(ascii: ","), depth <= 0 { return rest[..<index] }
        }
        return rest
    }

    private static func candidate(
        _ address: ArraySlice<UInt8>, _ descriptors: ArraySlice<UInt8>
    ) -> Candidate? {
        var candidate = Candidate(address: String(decoding: address, as: UTF8.self))
        for word in descriptors.split(whereSeparator: ASCII.isBlank) {
            guard let number = Double(String(decoding: word.dropLast(), as: UTF8.self)), number > 0 else {
                return nil
            }
            if word.last == UInt8(ascii: "w") {
                candidate.width = number
            } else if word.last == UInt8(ascii: "x") {
                candidate.density = number
            } else if word.last != UInt8(ascii: "h") {
                return nil
            }
        }
        return candidate
    }
}
