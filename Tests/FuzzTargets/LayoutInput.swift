import CellGrid
import PageLayout

/// A byte for the width, one for the size of pieces, then the page; after a separator a page that replaces it.
enum LayoutInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let width = reader.byte() % 100 + 1
        // Each piece is laid out at once, which is slow.
        let size = reader.byte() + 16
        let html = reader.section()
        let newer = reader.everything()
        let lines = lines(laidOut([html], width: width, chunk: 65_536))
        try promise(
            lines == self.lines(laidOut(html.pieces(of: size), width: width, chunk: 65_536)),
            "a page gives the same lines however it arrives")
        try promise(
            lines == self.lines(laidOut([html], width: width, chunk: 64)),
            "where a page is cut does not show")
        for line in lines {
            try promise(
                !line.unicodeScalars.contains(where: commands), "no line commands the terminal: \(line)")
        }
        guard !newer.isEmpty else { return }
        var page = laidOut([html], width: width, chunk: 64)
        let change = difference(html, newer)
        page.update(to: newer, changed: [change])
        page.layOutAll()
        while page.hasLinesAbove { _ = page.layOutAbove() }
        try promise(
            self.lines(page) == self.lines(laidOut([newer], width: width, chunk: 64)),
            "a page that was patched shows what the new page shows")
    }

    /// The difference of two pages, as one change.
    private static func difference(_ old: [UInt8], _ new: [UInt8]) -> SourceChange {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        return SourceChange(old: start..<old.count - end, new: start..<new.count - end)
    }

    private static func laidOut(_ pieces: [[UInt8]], width: Int, chunk: Int) -> LaidOutPage {
        var page = LaidOutPage(width: width, chunk: chunk)
        for piece in pieces {
            page.append(piece)
            page.advance()
        }
        page.finish()
        page.layOutAll()
        return page
    }

    private static func lines(_ page: LaidOutPage) -> [String] { page.text(of: 0..<page.lineCount) }

    /// Whether a character could control the terminal, or reorder or hide text.
    static func commands(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
