import HTML

// The lines of the tree.
extension JSONTree {
    enum Scalar { case string, number, literal }

    /// Whether the current value is inside a folded one.
    var isHidden: Bool { foldedAt.map { levels.count > $0 } ?? false }

    /// The depth of the next value; the lines of a sequence are indented like items of an array.
    private var depth: Int { levels.count + (sequence == .lines ? 1 : 0) }

    // MARK: Values

    mutating func append(_ kind: Scalar, to end: Int, _ text: [UInt8]) {
        let value = text[position..<end]
        if !isHidden {
            announce(text)
            beginLine(showing: position..<end)
            html += "  ".utf8
            putName(name, text)
            switch kind {
            case .string: putString(value)
            case .number: put(value, as: "number")
            case .literal: put(value, as: "literal")
            }
        }
        position = end
        endValue()
    }

    mutating func open(isObject: Bool, _ text: [UInt8]) {
        if isHidden {
            // It is not announced: only what is shown announces the level around it.
            levels.append(Level(isObject: isObject, isFolded: false, key: 0, name: nil, start: position))
        } else {
            announce(text)
            let key = key(text)
            let isFolded = folds.folds(key, at: depth)
            levels.append(
                Level(isObject: isObject, isFolded: isFolded, key: key, name: name, start: position))
            if isFolded { foldedAt = levels.count - 1 }
        }
        name = nil
        position += 1
        expectation = isObject ? .firstName : .firstItem
    }

    mutating func close(_ text: [UInt8]) {
        guard let level = levels.popLast() else { return expected() }
        position += 1
        if foldedAt == levels.count { foldedAt = nil }
        if !isHidden {
            let brackets: StaticString = level.isObject ? "{}" : "[]"
            if level.count == 0 {
                beginLine(showing: level.start..<position)
                html += "  ".utf8
                putName(level.name, text)
                put(brackets)
            } else if level.isFolded {
                putFolded(level, text)
            } else {
                beginLine(showing: (position - 1)..<position)
                html += "  ".utf8
                html.append(level.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
            }
        }
        endValue()
    }

    private mutating func endValue() {
        name = nil
        guard let last = levels.indices.last else {
            valueCount += 1
            expectation = sequence == .lines ? .value : .end
            return
        }
        levels[last].count += 1
        expectation = .separator
    }

    // MARK: Writing

    /// Writes the line of the innermost object or array, if not yet written, before its first value.
    private mutating func announce(_ text: [UInt8]) {
        guard let last = levels.indices.last, !levels[last].isAnnounced, !levels[last].isFolded else {
            return
        }
        levels[last].isAnnounced = true
        let level = levels[last]
        beginLine(at: depth - 1, showing: level.start..<(level.start + 1))
        putLink(level, sign: "▾ ", text)
        if level.name != nil {
            put(": ")
            html.append(level.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        }
    }

    /// Writes the single line of a folded object or array.
    private mutating func putFolded(_ level: Level, _ text: [UInt8]) {
        beginLine(showing: level.start..<position)
        putLink(level, sign: "▸ ", text)
        if level.name != nil { put(": ") }
        let things = level.isObject ? "name" : "item"
        let count = "\(level.count) \(things)\(level.count == 1 ? "" : "s")"
        put(level.name == nil ? "" : level.isObject ? "{" : "[")
        put("<small>… ")
        html += count.utf8
        put("</small> ")
        put(level.isObject ? "}" : "]")
    }

    /// Writes the sign and the name, or the bracket, as the link that folds and unfolds.
    private mutating func putLink(_ level: Level, sign: StaticString, _ text: [UInt8]) {
        put("<a href=\"")
        put(TreeFolds.scheme)
        html += String(level.key, radix: 16).utf8
        put("\">")
        put(sign)
        if let name = level.name {
            put(text[name], as: "name")
        } else {
            html.append(level.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        }
        put("</a>")
    }

    /// The maximum depth that is indented; deeper lines are aligned with it.
    private static let deepest = 32

    /// Begins a line at the depth of the next value, or at another.
    /// - Parameter range: What it shows of the text.
    private mutating func beginLine(at other: Int? = nil, showing range: Range<Int>) {
        if isAtStart { isAtStart = false } else { html.append(0x0A) }
        lines.append(RenderedLine(start: html.count, text: range))
        let outermost = sequence == .lines ? 1 : 0
        let steps = min(Self.deepest, (other ?? depth) - outermost)
        html.append(contentsOf: repeatElement(0x20, count: 2 * steps))
    }

    private mutating func putName(_ name: Range<Int>?, _ text: [UInt8]) {
        guard let name else { return }
        put(text[name], as: "name")
        put(": ")
    }

    /// Writes a string in quotes, as a link if it is a web address.
    private mutating func putString(_ value: ArraySlice<UInt8>) {
        put("<code>")
        defer { put("</code>") }
        if let address = Self.address(in: value) {
            put("<a href=\"")
            Escaping.append(address[...], to: &html)
            put("\">")
            putEscaped(value)
            put("</a>")
        } else {
            putEscaped(value)
        }
    }

    private mutating func putEscaped(_ value: ArraySlice<UInt8>) {
        lines[lines.count - 1].string = UInt32(clamping: html.count)
        Escaping.append(value, to: &html)
    }

    /// Returns the web address in a quoted string; nil for any other string. Slashes may be escaped (RFC 8259 §7).
    private static func address(in value: ArraySlice<UInt8>) -> [UInt8]? {
        let inner = value.dropFirst().dropLast()
        guard inner.starts(with: "http".utf8), inner.count <= 2048 else { return nil }
        var address: [UInt8] = []
        var index = inner.startIndex
        while index < inner.endIndex {
            if inner[index] == UInt8(ascii: "\\") {
                guard index + 1 < inner.endIndex, inner[index + 1] == UInt8(ascii: "/") else { return nil }
                index += 1
            }
            guard inner[index] > 0x20 else { return nil }
            address.append(inner[index])
            index += 1
        }
        let schemes: [StaticString] = ["http://", "https://"]
        return schemes.contains { scheme in
            scheme.withUTF8Buffer { address.count > $0.count && address.starts(with: $0) }
        } ? address : nil
    }

    private mutating func put(_ value: ArraySlice<UInt8>, as token: StaticString) {
        put("<data token=")
        put(token)
        put(">")
        Escaping.append(value, to: &html)
        put("</data>")
    }

    private mutating func put(_ words: StaticString) { words.withUTF8Buffer { html.append(contentsOf: $0) } }

    // MARK: Keys

    /// Returns the identity of an object or array that begins here, which is the same in every version of the text: its
    /// path (FNV-1a of the names and indices).
    private func key(_ text: [UInt8]) -> UInt64 {
        var hash = levels.last?.key ?? 0xCBF2_9CE4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if let name {
            for byte in text[name] { mix(byte) }
        } else {
            let number = levels.last?.count ?? valueCount
            for shift in stride(from: 0, to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        mix(0xFF)
        return hash
    }
}

/// A line of HTML made of a text, and what it shows of the text. Offsets are bytes; pages are shorter than 4 GB.
struct RenderedLine: Sendable {
    /// Where the line begins in the HTML.
    private var start: UInt32
    /// What it shows of the text.
    private let text: Range<UInt32>
    /// Where that is a string: the place in the HTML at which its characters begin.
    var string: UInt32 = .max

    init(start: Int, text: Range<Int>) {
        self.start = UInt32(clamping: start)
        self.text = UInt32(clamping: text.lowerBound)..<UInt32(clamping: text.upperBound)
    }

    /// Returns the line in HTML that follows other HTML.
    func following(_ count: Int) -> RenderedLine {
        var line = self
        line.start = UInt32(clamping: Int(start) + count)
        if string != .max { line.string = UInt32(clamping: Int(string) + count) }
        return line
    }

    /// Returns the byte of the text that a byte of the HTML shows. Logarithmic, and linear in a string.
    static func textOffset(of offset: Int, in lines: [RenderedLine], _ text: [UInt8]) -> Int {
        let next = lines.partitionPoint { $0.start <= offset }
        guard next > 0 else { return 0 }
        let line = lines[next - 1]
        var (rest, place) = (offset - Int(line.string), Int(line.text.lowerBound))
        while rest > 0, place < Int(line.text.upperBound) - 1 {
            rest -= length(of: text[place])
            place += 1
        }
        return place
    }

    /// Returns the byte of the HTML that shows a byte of the text, or the next one that is shown; nil if the lines end
    /// before it. Logarithmic, and linear in a string.
    static func offset(of place: Int, in lines: [RenderedLine], _ text: [UInt8]) -> Int? {
        let index = lines.partitionPoint { $0.text.upperBound <= place }
        guard index < lines.count else { return nil }
        let line = lines[index]
        let start = Int(line.text.lowerBound)
        guard line.string != .max, start < place else { return Int(line.start) }
        return text[start..<place].reduce(Int(line.string)) { $0 + length(of: $1) }
    }

    /// Returns the number of bytes that show a byte of a string.
    private static func length(of byte: UInt8) -> Int {
        Escaping.reference(for: byte)?.utf8CodeUnitCount ?? 1
    }
}
