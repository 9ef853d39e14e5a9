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

    private func side(_ number: Int) -> SideSource { .version(page, number: number) }

    /// What a version is compared with: the marked one, or the one before it; nil if it is the only one.
    private func other(than number: Int, _ model: Model) -> SideSource? {
        let marked = model.account.marks.first { $0.title != side(number).title }
        let before = versions.first { $0.number < number } ?? versions.last { $0.number > number }
        return marked ?? before.map { side($0.number) }
    }

    var title: String { "Versions of this page" }

    var hints: [Command] {
        [.takeOptions, .toggleOption, .compareVersions, .optionDown, .optionUp, .leaveOptions]
    }

    var ways: String {
        "{take-entry} goes there, {toggle-entry} marks, {compare-versions} compares, {leave-list} leaves."
    }

    var entering: String { "show" }

    var context: KeyTable.Context { .versions }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        if let effects = model.useMarks(command, on: current.map { side($0.number) }) {
            return .stays(effects)
        }
        guard let number = current?.number else { return .passes(command) }
        switch command {
        case .takeOptions: return .stays([model.readVersions(of: page, .number(number))])
        case .compareVersions:
            guard let other = other(than: number, model) else {
                return .stays(model.refuse("There is only one version."))
            }
            model.account.marks = []
            return .stays(model.compare(SideOrder(other, side(number))))
        case .some, nil: return .passes(command)
        }
    }

    func labels(_ model: Model) -> [String]? { versions.map { "v\($0.number)" } }

    func figures(_ model: Model) -> String { "\(cursor.index + 1)/\(versions.count)" }

    var headings: [ListColumn: String]? { [:] }

    var order: ListTable.Order? { (.number, isFalling: true) }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        let version = versions[index]
        // The newest are at the end, and searched first.
        let session = model.account.records[page.withoutCredentials].last {
            $0.left == version.number && $0.found != $0.left
        }
        let date = version.stored.map { model.moment($0) } ?? "unreadable"
        var cells = row(version, of: session).cells(time: date, model.plot)
        cells[.mark] = ListCell(model.isMarked(side(version.number).title) ? "◆" : " ", .marker)
        cells[.number] = ListCell("v\(version.number)\(version.number == shown ? "•" : " ")", .name)
        return cells
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
