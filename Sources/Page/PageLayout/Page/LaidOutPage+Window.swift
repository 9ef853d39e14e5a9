import HTML

// The window: the lines laid out around the reading position.
extension LaidOutPage {
    /// Whether there are lines before the first one laid out.
    public var hasLinesAbove: Bool { window.lowerBound > 0 }

    /// Lays out the chunk before the first line. All line numbers increase by the result.
    /// - Returns: The number of lines added; 0 if there is nothing above.
    public mutating func layOutAbove() -> Int {
        guard hasLinesAbove else { return 0 }
        let index = window.lowerBound - 1
        layOut(chunk: index)
        let count = chunks[index].lines?.lineCount ?? 0
        window = index..<window.upperBound
        firstLines = [0] + firstLines.map { $0 + count }
        linesInWindow += count
        return count
    }

    /// Lays out the lines around an offset of the source if necessary, as far as the page has been read. All line
    /// numbers may change.
    public mutating func show(_ offset: Int) {
        let index = chunkIndex(at: offset)
        guard index < window.lowerBound || index > window.upperBound else {
            if index == window.upperBound, index < chunks.count { advance() }
            return
        }
        beginWindow(at: index)
        if index < chunks.count {
            layOut(chunk: index)
            extendWindowDown()
        }
    }

    /// Returns the index of the chunk that contains an offset; the number of chunks for what follows them.
    func chunkIndex(at offset: Int) -> Int {
        guard offset < front.start else { return chunks.count }
        return max(0, chunks.indices.partitionPoint(while: { chunks[$0].start <= offset }) - 1)
    }

    /// Begins an empty window before a chunk, and extends it over the laid-out chunks that follow.
    mutating func beginWindow(at index: Int) {
        window = index..<index
        firstLines = []
        linesInWindow = 0
        extendWindowDown()
    }

    /// Extends the window over the laid-out chunks after it.
    mutating func extendWindowDown() {
        var end = window.upperBound
        while end < chunks.count, let count = chunks[end].lines?.lineCount {
            firstLines.append(linesInWindow)
            linesInWindow += count
            end += 1
        }
        window = window.lowerBound..<end
    }

    /// Extends the window over the laid-out chunks before it.
    mutating func extendWindowUp() {
        while hasLinesAbove, chunks[window.lowerBound - 1].lines != nil { _ = layOutAbove() }
    }

    /// Lays out a chunk from its checkpoint, unless it is laid out.
    mutating func layOut(chunk index: Int) {
        guard chunks[index].lines == nil else { return }
        let end = index + 1 < chunks.count ? chunks[index + 1].start : front.start
        let checkpoint = chunks[index].checkpoint
        var reading = reader(
            from: checkpoint, at: chunks[index].start, over: source, isFinished: isFinished)
        // The chunk ended there at another width, but line ends between blocks do not depend on the width.
        _ = reading.read(cutBehind: end, limit: end)
        chunks[index].replaceLines(reading.settle(dropsSource: false))
    }

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
