import HTML
import SonicProtocol

/// The line numbers of a page.
struct LineNumbers {
    /// The start of each line.
    private let starts: [Int]

    /// Finds the lines of a page. Linear.
    init(_ html: [UInt8]) {
        starts = [0] + html.indices.lazy.filter { html[$0] == 0x0A }.map { $0 + 1 }
    }

    /// Returns “line 12” for the line of an offset. Logarithmic.
    func text(_ offset: Int) -> String {
        "line \(starts.count(ordered: { $0 <= offset }))"
    }
}

/// The title elements of a page, found as servers do, ignoring case.
struct TitleElements {
    /// The starts of start tags.
    let starts: [Int]
    /// Those whose element ends on the same line.
    let whole: [Int]

    private static let start = ByteFinder("<title", foldsCase: true)
    private static let end = ByteFinder("</title>", foldsCase: true)

    /// Finds them in a page. Linear.
    init(_ html: [UInt8]) {
        var starts: [Int] = []
        var whole: [Int] = []
        var open: Int?
        for place in html.indices {
            switch html[place] {
            case 0x0A: open = nil
            case UInt8(ascii: "<"):
                if Self.start.stands(at: place, in: html.span) {
                    starts.append(place)
                    if open == nil { open = place }
                } else if Self.end.stands(at: place, in: html.span), let start = open {
                    whole.append(start)
                    open = nil
                }
            default: break
            }
        }
        self.starts = starts
        self.whole = whole
    }
}
