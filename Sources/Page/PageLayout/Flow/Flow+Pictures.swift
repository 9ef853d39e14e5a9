import HTML

// Pictures in place of the words that stand for them.
extension Flow {
    /// Puts a picture on lines of its own, where it is at hand and there is room.
    /// - Returns: Whether it was put there.
    mutating func addPicture(
        _ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document
    ) -> Bool {
        // What is scanned leaves behind what the words leave.
        guard !isScanning, frame.look.isVisible, let address = string("src", node, document),
            let picture = pictures[address], picture.columns <= width - indentWidth
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

    /// What the `img` tag at an offset of the source names; nil where no such tag stands.
    private func imageAddress(at offset: Int) -> String? {
        let bytes = source
        guard offset >= 0, offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
        var parser = HTMLParser(fragmentIn: "body")
        parser.append(Array(bytes[offset..<min(bytes.count, offset + Self.longestTag)]))
        parser.finish()
        guard let root = parser.document.firstChild(of: .document),
            let image = parser.document.firstChild(of: root), parser.document.tag(of: image) == .img,
            let address = parser.document.attribute("src", of: image), !address.isEmpty
        else { return nil }
        return String(decoding: address, as: UTF8.self)
    }

    /// The longest tag that is read for an address.
    private static let longestTag = 8192
}
