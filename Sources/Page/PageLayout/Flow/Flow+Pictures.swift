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
