import BrowserValues
import CellGrid
import SessionReports
import SonicProtocol
import SonicSession

/// The list of the stored versions of a page: one can be opened, two can be compared.
struct VersionList: ListOverlay {
    /// The page, without a fragment.
    let page: WebURL
    /// The versions, the newest first.
    let versions: [ListedVersion]
    /// The number of the version on the screen; nil if that is not stored.
    let shown: Int?
    var cursor: ListCursor
    /// The numbers of the versions to be compared, at most two, the first chosen one first.
    private(set) var chosen: [Int] = []

    /// Creates a list of the versions that were found, with the cursor on the one on the screen.
    init(_ versions: [ListedVersion], of page: WebURL, shown: Int?) {
        self.page = page
        self.versions = versions
        self.shown = shown
        cursor = ListCursor(
            count: versions.count, at: versions.firstIndex { $0.number == shown } ?? 0)
    }

    /// The version under the cursor; nil in an empty list.
    var current: ListedVersion? { versions.indices.contains(cursor.index) ? versions[cursor.index] : nil }

    /// Toggles the choice of the version under the cursor for a comparison; a third one replaces the first.
    mutating func toggle() {
        guard let number = current?.number else { return }
        if chosen.contains(number) {
            chosen.removeAll { $0 == number }
        } else {
            chosen = chosen.suffix(1) + [number]
        }
    }

    /// The two versions to be compared: the chosen ones, or the chosen one and the one under the cursor, or that one
    /// and the one before it; nil if there are fewer than two.
    var pair: (old: Int, new: Int)? {
        guard let current = current?.number else { return nil }
        var two = chosen
        if two.count == 1, two[0] != current { two.append(current) }
        if two.count < 2 {
            let number = two.first ?? current
            let before = versions.first { $0.number < number } ?? versions.last { $0.number > number }
            guard let before else { return nil }
            two = [number, before.number]
        }
        return (min(two[0], two[1]), max(two[0], two[1]))
    }

    var title: String { "Versions of this page" }

    var hints: [Command] {
        [.takeOptions, .toggleOption, .compareVersions, .compareWith, .optionDown, .optionUp, .leaveOptions]
    }

    var ways: String {
        "{take-entry} goes there, {toggle-entry} chooses, {compare-versions} compares, "
            + "{compare-with} marks for a comparison, {leave-list} leaves."
    }

    var context: KeyTable.Context { .versions }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .takeOptions:
            guard let number = current?.number else { return .stays() }
            return .stays([model.readVersions(of: page, .number(number))])
        case .toggleOption:
            var list = self
            list.toggle()
            model.overlay = list
            return .stays()
        case .compareVersions:
            if let pair {
                let sides = [pair.old, pair.new].map { SideSource.version(page, number: $0) }
                return .stays(model.compare(SideOrder(sides[0], sides[1])))
            }
            return .stays(model.refuse("There is only one version."))
        case .compareWith:
            guard let number = current?.number else { return .stays() }
            return .stays(model.mark(.version(page, number: number)))
        case .some, nil: return .passes(command)
        }
    }

    func labels(_ model: Model) -> [String]? { versions.map { "v\($0.number)" } }

    func figures(_ model: Model) -> String { "\(cursor.index + 1)/\(versions.count)" }

    var hasHeadings: Bool { true }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let sessions = model.account.records[page.withoutCredentials]
        let rows = range.map { index -> ListTable.Row in
            let version = versions[index]
            // The newest are at the end, and searched first.
            let session = sessions.last { $0.left == version.number && $0.found != $0.left }
            let date = version.stored.map { model.moment($0) } ?? "unreadable"
            var cells = row(version, of: session).cells(time: date, model.plot)
            let isMarked = model.account.comparedSide == .version(page, number: version.number)
            cells[.mark] = ListCell(isMarked || chosen.contains(version.number) ? "◆" : " ", .marker)
            cells[.number] = ListCell("v\(version.number)\(version.number == shown ? "•" : " ")", .name)
            return .cells(cells)
        }
        return ListTable(width: width, order: (.number, isFalling: true))
            .lines(rows, chosen: cursor.index - range.lowerBound)
    }

    /// Returns the row of the session that stored a version, with the version's size instead of the bytes received.
    private func row(_ version: ListedVersion, of session: SessionRow?) -> SessionRow {
        var row = session ?? SessionRow(stored: version.stored, bytes: version.length)
        (row.began, row.bytes) = (version.stored, version.length)
        // Each row is of one version, which is shown at the left.
        (row.found, row.left) = (nil, nil)
        if version.isEdited { (row.verdict, row.note) = (SessionVerdict(named: nil), "edited by hand") }
        return row
    }
}
