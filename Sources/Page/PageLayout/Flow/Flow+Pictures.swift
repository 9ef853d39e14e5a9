import HTML

// Pictures in place of the words that stand for them.
extension Flow {
    /// Puts a picture on lines of its own, where it is at hand and there is room.
    /// - Returns: Whether it was put there.
    mutating func addPicture(
        _ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document
    ) -> Bool {
        // What is scanned leaves behind what the words leave.
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
            // Where a picture is flat its row is spaces in a colour, which is no blank line.
            open.before = nil
            endLine()
        }
        return true
    }
}

extension LaidOutPage {
    /// Takes pictures, each by its address as the page has it, in place of those that came before. Lines are laid out
    /// again when they are asked for, those around an offset first.
    /// - Returns: Whether anything is new.
    @discardableResult
    public mutating func apply(pictures: [String: Picture], around offset: Int) -> Bool {
        guard pictures != self.pictures else { return false }
        self.pictures = pictures
        layOutAnew(around: offset)
        return true
    }

    /// The addresses of the images on some lines, as the page has them, in their order; none twice.
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

    /// The file of what the `img` tag at an offset of the source shows that is best for this width; nil where no such tag
    /// stands.
    private func imageAddress(at offset: Int) -> String? {
        let bytes = source
        guard offset >= 0, offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
        let start = pictureStart(before: offset, bytes) ?? offset
        var parser = HTMLParser(fragmentIn: "body")
        parser.append(Array(bytes[start..<min(bytes.count, offset + Self.longestTag)]))
        parser.finish()
        let document = parser.document
        guard let root = document.firstChild(of: .document) else { return nil }
        var next = document.firstChild(of: root)
        while let node = next {
            if document.tag(of: node) == .img, document.sourceStart(of: node) == offset - start {
                return ImageCandidates(of: node, document)
                    .address(forWidth: width * Flow.pixelsOfColumn)
            }
            next = document.firstChild(of: node) ?? document.following(node, within: root)
        }
        return nil
    }

    /// Where the `picture` begins that an image stands in; nil for none, and for one that begins far before it.
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

    /// The longest tag that is read for an address.
    private static let longestTag = 8192
}
