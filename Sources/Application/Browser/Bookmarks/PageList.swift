import BrowserValues
import CellGrid
import SonicProtocol

/// The history or the bookmarks, narrowed by the text typed after `/`. Enter opens the page under the cursor.
struct PageList: NarrowedList {
    let kind: PageListing
    /// The pages that match the typed text.
    var list: Shortlist<KnownPage>
    /// The typed text.
    var sought = ""

    /// Creates a list of the pages of a kind, with the cursor on the first.
    init(_ kind: PageListing, among pages: [KnownPage]) {
        self.kind = kind
        list = Self.list(kind, pages)
    }

    /// Replaces the pages; the typed text and the position in the list stay.
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
                pages.filter { $0.bookmark != nil }.sorted {
                    ($0.bookmark?.since.milliseconds ?? 0) < ($1.bookmark?.since.milliseconds ?? 0)
                }
            }
        let entries = wanted.map { page in
            let name = page.title.isEmpty ? page.url.plainText : page.title + " " + page.url.plainText
            return Shortlist.Entry(page, name: name)
        }
        return Shortlist(entries)
    }

    var title: String {
        switch kind {
        case .address: "Pages"
        case .history: "History"
        case .bookmarks: "Bookmarks"
        }
    }

    var hints: [Command] {
        [
            .takeOptions, .findOption, .changeBookmark, .keepOffline, .followInTab, .optionDown, .optionUp,
            .leaveOptions,
        ]
    }

    var ways: String {
        "{take-entry} opens, {bookmark} changes the bookmark, {find-entry} finds, {leave-list} leaves."
    }

    func entering(_ model: Model) -> String { "open" }

    var context: KeyTable.Context { .pages }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        let page = list.chosen?.item
        switch command {
        case .takeOptions: return .stays(page.map { model.openListed($0, in: .here) } ?? [])
        case .followInTab: return .stays(page.map { model.openListed($0, in: .inFront) } ?? [])
        case .followBehind: return .stays(page.map { model.openListed($0, in: .behind) } ?? [])
        case .changeBookmark: return .stays(page.map { model.changeBookmark(of: $0) } ?? [])
        case .keepOffline: return .stays(page.map { model.changeOfflineCopy(of: $0) } ?? [])
        case .some, nil: return .passes(command)
        }
    }

    var hasHeadings: Bool { true }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let rows = range.map { place -> ListTable.Row in
            let page = list.entries[list.shown[place]].item
            let sign = page.bookmark.map { $0.isKeptOffline ? "↓" : "★" } ?? " "
            let age = page.read.map { read in model.now.map { read.age(at: $0) ?? "later" } ?? "" }
            return .cells([
                .mark: ListCell(sign, .marker), .title: ListCell(VisibleText.line(page.name)),
                .path: ListCell(VisibleText.line(page.url.plainText), .dimmed),
                .read: ListCell(age ?? "unread", .dimmed),
            ])
        }
        let table = ListTable(
            width: width, order: kind == .history ? (.read, isFalling: true) : nil,
            headings: [.path: "address"], words: list.words)
        return table.lines(rows, chosen: list.cursor.index - range.lowerBound)
            + (list.shown.isEmpty ? [StyledLine(" No matches.", .dimmed)] : [])
    }

    func footer(_ model: Model) -> String {
        guard let page = list.chosen?.item else { return "" }
        var parts = [VisibleText.line(page.url.withoutCredentials.href)]
        if let read = page.read { parts.append("read \(model.date(read))") }
        if let bookmark = page.bookmark { parts.append("bookmarked \(model.date(bookmark.since))") }
        if page.bookmark?.isKeptOffline == true { parts.append("kept offline") }
        return parts.joined(separator: ", ")
    }
}
