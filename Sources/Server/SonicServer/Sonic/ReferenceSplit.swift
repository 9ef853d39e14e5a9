import SonicProtocol

/// A page split as by one of the reference servers: titles are replaced first, then blocks are looked for in the
/// result. Linear in the page.
struct ReferenceSplit {
    /// The template; the server's template tag is its SHA-1.
    let template: [UInt8]
    /// The data in sending order.
    let data: [UpdateBody.Member]
    /// The number of blocks.
    let blockCount: Int

    /// Splits a page as a reference server does; our own dialect uses `PageSplit`.
    init(_ page: [UInt8], as quirks: Quirks) {
        let titles = Self.titles(in: page, as: quirks)
        var text: [UInt8] = []
        text.reserveCapacity(page.count)
        var copied = 0
        for title in titles.replaced {
            text += page[copied..<title.lowerBound] + "{title}".utf8
            copied = title.upperBound
        }
        text += page[copied...]
        let split = PageSplit(html: text, title: nil)
        var data = [UpdateBody.Member(name: "{title}", value: titles.sent.map { Array(page[$0]) } ?? [])]
        if split.blocks.contains(where: { $0.range.count > quirks.longestBlock }) {
            template = []
            self.data = data
            blockCount = 0
            return
        }
        var template: [UInt8] = []
        template.reserveCapacity(text.count)
        var places = ["{title}": 0]
        copied = 0
        for (index, block) in split.blocks.enumerated() {
            let name =
                block.isNamed || quirks.numbersBlocks ? split.keys(for: .block(index))[0] : "{}"
            template += text[copied..<block.range.lowerBound] + name.utf8
            copied = block.range.upperBound
            // In JavaScript this assignment sets the prototype, so the value is lost.
            if quirks.losesPrototype, name == "{__proto__}" { continue }
            let member = UpdateBody.Member(name: name, value: Array(text[block.range]))
            if let place = places[name] {
                data[place] = member
            } else {
                places[name] = data.count
                data.append(member)
            }
        }
        template += text[copied...]
        self.template = template
        self.data = quirks.ordered(data)
        blockCount = split.blocks.count
    }

    /// Returns the titles that are replaced, and the one that is sent as data.
    private static func titles(
        in page: [UInt8], as quirks: Quirks
    ) -> (replaced: [Range<Int>], sent: Range<Int>?) {
        let all = titles(in: page, ignoringCase: true, quirks.lineEnds)
        let fitting =
            quirks.replacesLowerCaseOnly ? titles(in: page, ignoringCase: false, quirks.lineEnds) : all
        return (quirks.replacesAllTitles ? fitting : Array(fitting.prefix(1)), all.first)
    }

    /// Matches `<title(.*?)</title>`; a character that `.` does not match ends the attempt.
    private static func titles(
        in page: [UInt8], ignoringCase: Bool, _ lineEnds: [[UInt8]]
    ) -> [Range<Int>] {
        let (start, end) = (Array("<title".utf8), Array("</title>".utf8))
        func stands(_ word: [UInt8], at index: Int) -> Bool {
            let part = page[index...].prefix(word.count)
            return ignoringCase ? Bytes.equalIgnoringCase(part, word) : part.elementsEqual(word)
        }
        var found: [Range<Int>] = []
        var open: Int?
        for (index, byte) in page.enumerated() {
            if byte == UInt8(ascii: "<") {
                if let from = open, stands(end, at: index) {
                    found.append(from..<(index + end.count))
                    open = nil
                } else if open == nil, stands(start, at: index) {
                    open = index
                }
            } else if open != nil, lineEnds.contains(where: page[index...].starts) {
                open = nil
            }
        }
        return found
    }
}
