import SonicProtocol

/// The numbers of a page's lines.
struct LineNumbers {
    /// Where each line begins.
    private let starts: [Int]

    /// Reads a page. Linear.
    init(_ html: [UInt8]) {
        starts = [0] + html.indices.lazy.filter { html[$0] == 0x0A }.map { $0 + 1 }
    }

    /// “line 12” for the line of an offset. Logarithmic.
    func text(_ offset: Int) -> String {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return "line \(low + 1)"
    }
}

/// The title elements of a page as servers search for them, in any case.
struct TitleElements {
    /// Where a start tag begins.
    let starts: [Int]
    /// Those of them that end on their line.
    let whole: [Int]

    /// Finds them in a page. Linear.
    init(_ html: [UInt8]) {
        var starts: [Int] = []
        var whole: [Int] = []
        var open: Int?
        for place in html.indices {
            switch html[place] {
            case 0x0A: open = nil
            case UInt8(ascii: "<"):
                if Self.stands("<title", at: place, in: html) {
                    starts.append(place)
                    if open == nil { open = place }
                } else if Self.stands("</title>", at: place, in: html), let start = open {
                    whole.append(start)
                    open = nil
                }
            default: break
            }
        }
        self.starts = starts
        self.whole = whole
    }

    private static func stands(_ text: StaticString, at place: Int, in html: [UInt8]) -> Bool {
        guard place + text.utf8CodeUnitCount <= html.count else { return false }
        return text.withUTF8Buffer { wanted in
            wanted.enumerated().allSatisfy { Bytes.lowered(html[place + $0.offset]) == $0.element }
        }
    }
}
