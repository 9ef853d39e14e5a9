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

    /// Adds a refresh as a link to its target, or as text if it reloads the page.
    mutating func addRefresh(_ node: NodeID, _ document: Document) {
        guard let frame = frames.last, let kind = document.attribute("http-equiv", of: node),
            ASCII.equal(kind, "refresh"), let content = document.attribute("content", of: node),
            let refresh = PageRefresh(content)
        else { return }
        if head.refresh == nil { head.refresh = refresh }
        let source = document.sourceStart(of: node)
        endLine()
        if refresh.address.isEmpty {
            add("[reloads every \(refresh.seconds) s]", .image, frame, source)
        } else {
            let time = refresh.seconds == 0 ? "at once" : "in \(refresh.seconds) s"
            let address = Array(refresh.address.utf8)[...]
            addLink("[redirects to \(refresh.address) \(time)]", to: address, frame, source)
        }
        endLine()
    }
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
