import SonicProtocol

/// Two JSON texts, the first with its members in the order of the second, for comparison by content: the order of
/// members is not significant (RFC 8259 §4).
///
/// Everything but whitespace stays as it is written: numbers and strings are not normalized. Text that is not JSON, or
/// is nested deeper than 200 levels, is not parsed. Linear, except for the lookup of names.
struct JSONOrder {
    private indirect enum Node {
        case scalar(ArraySlice<UInt8>)
        case array([Node])
        case object([(name: ArraySlice<UInt8>, value: Node)])
    }

    /// The old text in the order of the new one.
    let old: [UInt8]
    /// The new text, formatted like the old one.
    let new: [UInt8]

    /// Whether the two texts are equivalent.
    var isSame: Bool { old == new }

    /// Parses both; nil if one is not JSON.
    init?(old: [UInt8], new: [UInt8]) {
        var readers = (Reader(old), Reader(new))
        guard let before = readers.0.whole(), let now = readers.1.whole() else { return nil }
        self.old = Self.text(Self.ordered(before, like: now))
        self.new = Self.text(now)
    }

    private static func ordered(_ node: Node, like other: Node) -> Node {
        switch (node, other) {
        case (.array(let elements), .array(let others)):
            return .array(
                elements.enumerated().map { index, element in
                    index < others.count ? ordered(element, like: others[index]) : element
                })
        case (.object(let members), .object(let others)):
            var places: [ArraySlice<UInt8>: Int] = [:]
            for (place, other) in others.enumerated() { places[other.name] = place }
            let kept = members.enumerated().map { index, member in
                (place: places[member.name] ?? others.count, index: index, member: member)
            }
            return .object(
                kept.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map { entry in
                    let value =
                        entry.place < others.count
                        ? ordered(entry.member.value, like: others[entry.place].value) : entry.member.value
                    return (name: entry.member.name, value: value)
                })
        case (.scalar, _), (.array, _), (.object, _): return node
        }
    }

    private static func text(_ node: Node) -> [UInt8] {
        var text: [UInt8] = []
        write(node, to: &text)
        return text
    }

    private static func write(_ node: Node, to text: inout [UInt8]) {
        switch node {
        case .scalar(let bytes): text += bytes
        case .array(let elements): list("[", elements, "]", to: &text) { write($0, to: &$1) }
        case .object(let members):
            list("{", members, "}", to: &text) { member, text in
                text += member.name + ":".utf8
                write(member.value, to: &text)
            }
        }
    }

    private static func list<Element>(
        _ open: String, _ elements: [Element], _ close: String, to text: inout [UInt8],
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        text += open.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            write(element, &text)
        }
        text += close.utf8
    }

    /// Splits a JSON text into its values, verbatim.
    private struct Reader {
        private var scanner: ByteScanner
        private static let deepest = 200

        init(_ bytes: [UInt8]) { scanner = ByteScanner(bytes) }

        mutating func whole() -> Node? {
            guard let node = value(depth: 0) else { return nil }
            skipBlanks()
            return scanner.next == nil ? node : nil
        }

        private mutating func skipBlanks() {
            _ = scanner.pass { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        }

        private mutating func consume(_ sign: Unicode.Scalar) -> Bool {
            skipBlanks()
            return scanner.accept(UInt8(ascii: sign))
        }

        private mutating func value(depth: Int) -> Node? {
            guard depth <= Self.deepest else { return nil }
            if consume("{") { return list(until: "}") { $0.member(depth: depth + 1) }.map(Node.object) }
            if consume("[") { return list(until: "]") { $0.value(depth: depth + 1) }.map(Node.array) }
            if scanner.next == UInt8(ascii: "\"") { return text().map { .scalar($0) } }
            let word = scanner.pass { !",]} \t\r\n{[:\"".utf8.contains($0) }
            return word.isEmpty ? nil : .scalar(word)
        }

        private mutating func member(depth: Int) -> (name: ArraySlice<UInt8>, value: Node)? {
            skipBlanks()
            guard let name = text(), consume(":"), let value = value(depth: depth) else { return nil }
            return (name, value)
        }

        /// Reads what is separated by commas, up to a closing sign.
        private mutating func list<Element>(
            until end: Unicode.Scalar, _ element: (inout Reader) -> Element?
        ) -> [Element]? {
            var elements: [Element] = []
            if consume(end) { return [] }
            repeat {
                guard let next = element(&self) else { return nil }
                elements.append(next)
            } while consume(",")
            return consume(end) ? elements : nil
        }

        /// Reads a string with its quotes.
        private mutating func text() -> ArraySlice<UInt8>? {
            let start = scanner.rest
            guard scanner.accept(UInt8(ascii: "\"")) else { return nil }
            while let byte = scanner.pop() {
                if byte == UInt8(ascii: "\"") { return start[..<scanner.rest.startIndex] }
                if byte == UInt8(ascii: "\\") { _ = scanner.pop() }
            }
            return nil
        }
    }
}
