import CellGrid
import PageLayout

/// A byte for the size of pieces, one for the folded values, then JSON.
enum TreeInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        let size = reader.byte() + 1
        let depth = reader.byte() % 8
        let text = reader.everything()
        let whole = html([text], byteCount: text.count, foldedFrom: depth)
        try promise(
            whole == html(text.pieces(of: size), byteCount: text.count, foldedFrom: depth),
            "a text is the same tree however it arrives")
        var page = LaidOutPage(width: 40)
        page.append(whole)
        page.finish()
        page.layOutAll()
        for line in page.text(of: 0..<page.lineCount) {
            try promise(
                !line.unicodeScalars.contains(where: LayoutInput.commands), "no line commands the terminal")
        }
        if whole.starts(with: "<p><mark>".utf8) {
            try promise(
                whole.reversed().starts(with: text.reversed()), "what is no JSON is shown as it was sent")
        }
    }

    private static func html(_ pieces: [[UInt8]], byteCount: Int, foldedFrom depth: Int) -> [UInt8] {
        var rendered = RenderedText(.tree(.one))
        rendered.fold(TreeFolds(from: depth))
        var html: [UInt8] = []
        func takeAll() {
            while rendered.hasMore {
                switch rendered.step(budget: 64) {
                case .html(let more): html += more
                case .anew(let other): html = other
                }
            }
        }
        for piece in pieces {
            rendered.append(piece)
            takeAll()
        }
        rendered.finish(byteCount: byteCount)
        takeAll()
        return html
    }
}
