// A parser at a cut is small: it can be saved, and resumed from there at any time, even after the page changed
// elsewhere.
extension HTMLParser {
    /// A copy of the parser without the bytes of the page, to be saved. Valid only directly after `forget`.
    public var withoutBytes: HTMLParser {
        var parser = self
        parser.document.source.replace(with: [])
        parser.document.leaveRoom()
        return parser
    }

    /// Resumes over the bytes of a page; the part before the current position may have become longer or shorter.
    /// - Parameters:
    ///   - bytes: The whole page.
    ///   - delta: The number of bytes added before the current position; negative if some were removed.
    public mutating func resume(over bytes: [UInt8], isFinished: Bool, movedBy delta: Int) {
        document.source.replace(with: bytes)
        document.source.isFinished = isFinished
        guard delta != 0 else { return }
        tokenizer.position += delta
        let shift = Int32(truncatingIfNeeded: delta)
        for index in document.nodes.indices {
            document.nodes[index].start &+= shift
            document.nodes[index].end &+= shift
        }
    }

    /// Whether both parsers would parse what follows alike, apart from its offset. Both are at a cut, directly
    /// after `forget`.
    ///
    /// - Complexity: Linear in the open elements and their attributes.
    public func readsLike(_ other: HTMLParser) -> Bool {
        // Endless reconstruction of formatting is limited by the page's length, so its parts are not alike.
        guard renewals == other.renewals, renewals < 1000 else { return false }
        guard mode == other.mode, originalMode == other.originalMode, head == other.head, form == other.form,
            allowsFrameset == other.allowsFrameset, fostersChildren == other.fostersChildren,
            ignoresLineFeed == other.ignoresLineFeed, formatting == other.formatting,
            open.entries == other.open.entries, tokenizer.content == other.tokenizer.content,
            tokenizer.allowsCDATA == other.tokenizer.allowsCDATA,
            tokenizer.xml?.entities == other.tokenizer.xml?.entities,
            tokenizer.xml?.endsAtFirst == other.tokenizer.xml?.endsAtFirst,
            document.isQuirky == other.document.isQuirky, document.nodes.count == other.document.nodes.count
        else { return false }
        return document.nodes.indices.allSatisfy { document.isLike(other.document, Int32($0)) }
    }
}

extension Document {
    /// Whether a node is the same in another document; the numbers of nodes follow from their order.
    fileprivate func isLike(_ other: Document, _ node: Int32) -> Bool {
        let (a, b) = (self[node], other[node])
        guard a.kind == b.kind, a.namespace == b.namespace, a.tag == b.tag, a.parent == b.parent,
            a.content.count == b.content.count
        else { return false }
        guard a.kind == .element else { return true }
        if a.tag == .other, names[Int(a.name)] != other.names[Int(b.name)] { return false }
        return zip(Int(a.content.start)..<Int(a.content.end), Int(b.content.start)..<Int(b.content.end))
            .allSatisfy { left, right in
                let (one, two) = (attributes[left], other.attributes[right])
                return source.slice(one.name) == other.source.slice(two.name)
                    && source.slice(one.value) == other.source.slice(two.value)
            }
    }
}
