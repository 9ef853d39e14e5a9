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

    /// The size in bytes above which PHP's regular expression fails, and with it the template.
    private static let longestOfPHP = 1_000_000

    /// Splits a page as a reference server does; our own dialect uses `PageSplit`.
    init(_ page: [UInt8], as dialect: Dialect) {
        let titles = Self.titles(in: page, as: dialect)
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
        if dialect == .php, split.blocks.contains(where: { $0.range.count > Self.longestOfPHP }) {
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
                block.isNamed || dialect == .node ? split.keys(for: .block(index))[0] : "{}"
            template += text[copied..<block.range.lowerBound] + name.utf8
            copied = block.range.upperBound
            // In JavaScript this assignment sets the prototype, so the value is lost.
            if dialect == .node, name == "{__proto__}" { continue }
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
        self.data = Self.ordered(data, as: dialect)
        blockCount = split.blocks.count
    }

    /// Returns the titles that are replaced, and the one that is sent as data.
    private static func titles(
        in page: [UInt8], as dialect: Dialect
    ) -> (replaced: [Range<Int>], sent: Range<Int>?) {
        let all = titles(in: page, ignoringCase: true, as: dialect)
        switch dialect {
        case .sonic, .node: return (Array(all.prefix(1)), all.first)
        case .php: return (all, all.first)
        case .java: return (titles(in: page, ignoringCase: false, as: dialect), all.first)
        }
    }

    /// Matches `<title(.*?)</title>`; a character that `.` does not match ends the attempt.
    private static func titles(
        in page: [UInt8], ignoringCase: Bool, as dialect: Dialect
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
            } else if open != nil, endsLine(page, at: index, as: dialect) {
                open = nil
            }
        }
        return found
    }

    private static func endsLine(_ page: [UInt8], at index: Int, as dialect: Dialect) -> Bool {
        let rest = page[index...]
        switch dialect {
        case .sonic, .php: return page[index] == 0x0A
        case .node, .java:
            if page[index] == 0x0A || page[index] == 0x0D { return true }
            if rest.starts(with: [0xE2, 0x80, 0xA8]) || rest.starts(with: [0xE2, 0x80, 0xA9]) {
                return true
            }
            return dialect == .java && rest.starts(with: [0xC2, 0x85])
        }
    }

    private static func ordered(
        _ data: [UpdateBody.Member], as dialect: Dialect
    ) -> [UpdateBody.Member] {
        switch dialect {
        case .sonic, .php:
            return data
        case .node:
            // A JavaScript object's integer-like keys come first, in ascending order.
            let numbers = data.compactMap { member -> (Int, UpdateBody.Member)? in
                let digits = String(member.name.dropFirst().dropLast())
                guard let number = Int(digits), "\(number)" == digits, number >= 0 else { return nil }
                return (number, member)
            }
            let names = Set(numbers.map(\.1.name))
            return numbers.sorted { $0.0 < $1.0 }.map(\.1) + data.filter { !names.contains($0.name) }
        case .java:
            // The order of a Java HashMap: by bucket, with a load factor of three quarters.
            var buckets: UInt32 = 16
            while data.count * 4 > Int(buckets) * 3 { buckets *= 2 }
            return data.enumerated().map { (bucket: bucket($1.name) % buckets, place: $0, member: $1) }
                .sorted { ($0.bucket, $0.place) < ($1.bucket, $1.place) }.map(\.member)
        }
    }

    private static func bucket(_ name: String) -> UInt32 {
        let hash = name.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
        return hash ^ (hash >> 16)
    }
}
