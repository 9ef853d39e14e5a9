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
        list = Shortlist(entries)
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

    var entering: String { "open" }

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

    var order: ListTable.Order? { kind == .history ? (.read, isFalling: true) : nil }

    var headings: [ListColumn: String]? { [.path: "address"] }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        let page = list.entries[list.shown[index]].item
        let sign = page.bookmark.map { $0.isKeptOffline ? "↓" : "★" } ?? " "
        let age = page.read.map { read in model.now.map { read.age(at: $0) ?? "later" } ?? "" }
        return [
            .mark: ListCell(sign, .marker), .title: ListCell(VisibleText.line(page.name)),
            .path: ListCell(VisibleText.line(page.url.plainText), .dimmed),
            .read: ListCell(age ?? "unread", .dimmed),
        ]
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
