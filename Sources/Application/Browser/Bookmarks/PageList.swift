import CellGrid
import SonicProtocol
import SonicSession

/// Pages of the past, or bookmarks, narrowed by what is typed after `/`. Enter opens the one under the cursor.
struct PageList: Sendable {
    /// Which pages.
    let kind: PageListing
    /// Those that fit what was typed.
    var list: Shortlist<KnownPage>
    /// What was typed.
    private(set) var sought = ""

    /// The pages of a kind among those that are known, with the cursor on the first.
    init(_ kind: PageListing, among pages: [KnownPage]) {
        self.kind = kind
        list = Self.list(kind, pages)
    }

    /// Takes the pages as they are known now; what was typed and the place in the list stay.
    mutating func setPages(_ pages: [KnownPage]) {
        let index = list.cursor.index
        list = Self.list(kind, pages)
        list.narrow(to: sought)
        list.cursor.move(to: index)
    }

    private static func list(_ kind: PageListing, _ pages: [KnownPage]) -> Shortlist<KnownPage> {
        let wanted: [KnownPage] =
            switch kind {
            case .address: pages
            case .history:
                pages.filter { $0.read != nil }.sorted {
                    ($0.read?.milliseconds ?? 0) > ($1.read?.milliseconds ?? 0)
                }
            case .bookmarks:
                pages.filter { $0.bookmarked != nil }.sorted {
                    ($0.bookmarked?.milliseconds ?? 0) < ($1.bookmarked?.milliseconds ?? 0)
                }
            }
        let entries = wanted.map { page in
            let name = page.title.isEmpty ? page.url.plainText : page.title + " " + page.url.plainText
            return Shortlist.Entry(page, name: name)
        }
        return Shortlist(entries)
    }

    /// Leaves the pages that a text fits, the best first.
    mutating func narrow(to text: String) {
        sought = text
        list.narrow(to: text)
    }

    /// The words in the border.
    var title: String {
        switch kind {
        case .address: "Pages"
        case .history: "History"
        case .bookmarks: "Bookmarks"
        }
    }

    /// The entries on a screen of this height, as lines of this width: title, address, and when it was read.
    /// - Parameter age: How long ago a moment was, in words; nil where that is not known.
    func lines(width: Column, height: Int, age: (Instant) -> String?) -> [StyledLine] {
        guard !list.shown.isEmpty else { return [StyledLine(" Nothing fits.", .dimmed)] }
        let shown = list.shown.indices.dropFirst(list.cursor.top).prefix(height)
        let ageWidth: Column = width >= 60 ? 8 : 0
        let room = max(0, width - 6 - ageWidth)
        let addressWidth = width >= 60 ? min(room * 2 / 5, 60) : 0
        return shown.map { place in
            let page = list.entries[list.shown[place]].item
            let isChosen = place == list.cursor.index
            var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
            line.append(page.bookmarked == nil ? "  " : "★ ", .marker)
            let title = VisibleText.line(page.name)
            line.append(
                TextWidth.shortened(title, to: max(0, room - addressWidth - (addressWidth > 0 ? 2 : 0))),
                isChosen ? .chosenLink : .text, marking: list.words, in: .names)
            guard ageWidth > 0 else { return line }
            line.pad(to: 5 + room - addressWidth)
            let address = VisibleText.line(page.url.plainText)
            line.append(
                TextWidth.shortened(address, to: addressWidth), .dimmed, marking: list.words, in: .names)
            let words = page.read.map { age($0) ?? "" } ?? "unread"
            line.pad(to: max(line.width, width - Column(words.count) - 1))
            line.append(words, .dimmed)
            return line
        }
    }

    /// What is said of the page under the cursor below the list; empty for none.
    /// - Parameter date: How a moment is put.
    func words(date: (Instant) -> String) -> String {
        guard let page = list.chosen?.item else { return "" }
        var parts = [VisibleText.line(page.url.withoutCredentials.href)]
        if let read = page.read { parts.append("read \(date(read))") }
        if let since = page.bookmarked { parts.append("bookmarked \(date(since))") }
        return parts.joined(separator: ", ")
    }
}

extension Screen {
    /// Draws a list of pages, with what is said of the one under the cursor below.
    mutating func draw(_ list: PageList, in area: Rect) {
        var rows = area
        rows.rows -= 1
        let model = model
        let lines = list.lines(width: area.columns, height: rows.rows.value) { instant in
            model.now.map { $0.words(since: instant) }
        }
        draw(ScrolledText(lines: lines), in: rows)
        let words = TextWidth.shortened(list.words(date: model.date), to: area.columns - 2)
        let place = Position(row: rows.endRow, column: area.column + 1)
        frame.put(words, at: place, style: theme[.dimmed], within: area)
        drawFigures(
            "\(list.list.shown.count)/\(list.list.entries.count)", on: plan.body, theme[.focusedBorder])
    }
}
