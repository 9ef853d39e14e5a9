import CellGrid

/// The overlay of downloads. It draws the current state of the list, so that it is live.
struct DownloadOverlay: ListOverlay {
    /// The file under the cursor.
    var cursor: ListCursor

    /// Creates an overlay of a list, with the cursor on the latest file.
    init(_ list: DownloadList) { cursor = ListCursor(count: list.entries.count, at: list.entries.count - 1) }

    var title: String { "Downloads" }

    var hints: [Command] {
        [
            .openFile, .resumeDownload, .cancelDownload, .optionDown, .optionUp, .findOption,
            .leaveOptions,
        ]
    }

    var ways: String {
        "{open-file} opens, {resume-download} resumes, {cancel-download} stops, {leave-list} leaves."
    }

    var context: KeyTable.Context { .downloads }

    /// The maximum width of a progress bar, in columns.
    private static let bar = 24

    func count(_ model: Model) -> Int? { model.account.downloads.entries.count }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .takeOptions, .openFile, .resumeDownload, .cancelDownload:
            guard let entry = entry(model) else {
                let words = "No downloads yet: {save-link} on a link downloads it."
                return .stays(model.refuse(model.keys.line(words)))
            }
            if command == .resumeDownload { return .stays(model.resume(entry)) }
            return .stays(command == .cancelDownload ? model.cancel(entry) : model.openListed(entry))
        case .some, nil: return .passes(command)
        }
    }

    /// The file under the cursor; nil if there are none.
    private func entry(_ model: Model) -> DownloadList.Entry? {
        let entries = model.account.downloads.entries
        return entries.indices.contains(cursor.index) ? entries[cursor.index] : nil
    }

    func labels(_ model: Model) -> [String]? { model.account.downloads.entries.map(\.path) }

    func hasFooter(width: Column) -> Bool { true }

    /// Returns the lines of files: name, bar, bytes, rate and remaining time.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let entries = model.account.downloads.entries
        let facts = entries.map { $0.facts(at: model.uptime, isNarrow: width < 60) }
        let factWidth = min(width * 2 / 3, facts.map { TextWidth.columns(of: $0) }.max() ?? 0)
        let barWidth = width >= 60 ? Column(max(0, min(Self.bar, (width - factWidth - 24).value))) : 0
        let nameWidth = max(6, width - factWidth - (barWidth > 0 ? barWidth + 2 : 0) - 6)
        return range.map { index in
            let entry = entries[index]
            let facts = facts[index]
            let isChosen = index == cursor.index
            var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
            line.append(
                TextWidth.shortened(VisibleText.line(entry.name), to: nameWidth),
                isChosen ? .chosenLink : .text)
            line.pad(to: 3 + nameWidth)
            if barWidth > 0 {
                line.append(" " + entry.bar(columns: barWidth.value), entry.role)
                line.pad(to: 3 + nameWidth + 1 + barWidth)
            }
            line.append(" " + TextWidth.shortened(facts, to: factWidth), entry.role)
            return line
        }
    }

    func footer(_ model: Model) -> String {
        guard let entry = entry(model) else { return "No downloads yet." }
        let reason: String =
            switch entry.state {
            case .pausing(let reason), .broken(let reason), .failed(let reason): reason
            case .saved(.unknown): "the server sent no length"
            case .offered: "offered, not saved yet: the server is waiting"
            case .requested: entry.type ?? "no response yet"
            case .receiving, .stopped, .saved(.counted): entry.type ?? "no Content-Type"
            }
        let oddity = entry.oddity.map { "; " + $0 } ?? ""
        return VisibleText.line(
            "\(entry.path) from \(entry.url.withoutCredentials.href): \(reason)\(oddity)")
    }
}
