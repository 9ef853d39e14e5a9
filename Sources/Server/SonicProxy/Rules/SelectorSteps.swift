/// A list of selectors cut at its commas and combinators (Selectors Level 4 §15), which are looked for outside of
/// brackets, strings and escapes. Whether what is between them is right is for others to say.
struct SelectorSteps {
    /// How a compound is reached from the one before it.
    enum Combinator {
        case descendant, child, nextSibling, laterSibling
    }

    /// A compound and how it is reached; the first of a selector is reached from anywhere.
    struct Step {
        let combinator: Combinator
        var compound: [UInt8] = []
    }

    /// The steps of each selector.
    private(set) var alternatives: [[Step]] = []
    private let text: [UInt8]
    private var index = 0
    private var steps: [Step] = []
    /// The combinator that was read since the last compound; nil within a compound.
    private var pending: Combinator? = .descendant

    /// Cuts a list. Linear.
    init(_ text: [UInt8]) {
        self.text = text
        var depth = 0
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\\"): consume(escape())
            case UInt8(ascii: "\""), UInt8(ascii: "'"): consume(string(byte))
            case UInt8(ascii: "/") where text[index...].starts(with: "/*".utf8): skipComment()
            case UInt8(ascii: "("), UInt8(ascii: "["):
                depth += 1
                consume(1)
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                consume(1)
            case _ where depth > 0: consume(1)
            case UInt8(ascii: ","): endSelector()
            case UInt8(ascii: ">"): combine(.child)
            case UInt8(ascii: "+"): combine(.nextSibling)
            case UInt8(ascii: "~"): combine(.laterSibling)
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20:
                index += 1
                pending = pending ?? .descendant
            default: consume(1)
            }
        }
        endSelector()
    }

    private mutating func consume(_ count: Int) {
        if let combinator = pending { steps.append(Step(combinator: combinator)) }
        pending = nil
        steps[steps.count - 1].compound += text[index...].prefix(count)
        index += count
    }

    private mutating func combine(_ combinator: Combinator) {
        pending = combinator
        index += 1
    }

    private mutating func endSelector() {
        alternatives.append(steps)
        steps = []
        pending = .descendant
        index += 1
    }

    /// The length of an escape, with the blank that ends a number.
    private func escape() -> Int {
        let digits = text[(index + 1)...].prefix(6).prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
            default: false
            }
        }
        guard !digits.isEmpty else { return 2 }
        let behind = index + 1 + digits.count
        let isEnded = behind < text.count && [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(text[behind])
        return 1 + digits.count + (isEnded ? 1 : 0)
    }

    /// The length of a string with its quotes; one that is not closed goes to the end.
    private func string(_ quote: UInt8) -> Int {
        var end = index + 1
        while end < text.count, text[end] != quote { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end + 1, text.count) - index
    }

    private mutating func skipComment() {
        index += 2
        while index < text.count, !text[index...].starts(with: "*/".utf8) { index += 1 }
        index = min(index + 2, text.count)
    }
}
