import CellGrid
import SonicProtocol
import SonicSession

// The lists of versions and of sessions.
extension Model {
    mutating func press(_ key: Key, in list: VersionList) -> [Effect] {
        var list = list
        let command = keys.command(for: key, in: [.versions, .list])
        if let command, list.cursor.perform(command, height: overlayArea.rows.value) {
            sheet = .versions(list)
            return []
        }
        switch command {
        case .takeOptions:
            guard let number = list.current?.number else { return [] }
            return [.readVersion(VersionOrder(page: list.page, wanted: .number(number)))]
        case .toggleOption:
            list.toggle()
            sheet = .versions(list)
        case .compareVersions:
            guard let pair = list.pair else {
                notice = .refusal("There is only one version.")
                return []
            }
            return [.compareVersions(DifferenceOrder(page: list.page, old: pair.old, new: pair.new))]
        case .findOption: prompt = .find(LineEditor(), from: list.cursor.index)
        case .leaveOptions: sheet = nil
        case .some, nil:
            notice = .refusal(
                keys.namingKeys(
                    "\(key.name) does nothing here: {take-entry} goes there, {toggle-entry} chooses, "
                        + "{compare-versions} compares, {leave-list} leaves."))
        }
        return []
    }

    /// Shows how two versions differ.
    mutating func show(_ report: DifferenceReport) {
        guard report.account == account, case .versions(let list) = sheet, list.page == report.order.page
        else {
            return
        }
        guard let difference = report.difference else {
            notice = .refusal("One of these versions is not kept any more.")
            return
        }
        sheet = .textDialog(TextDialog(difference, report.order))
    }

    /// Shows the sessions that are remembered.
    /// - Parameter damaged: How many lines of the history cannot be read.
    mutating func show(sessions: [PastSession], damaged: Int, of name: String) {
        guard name == account, sheet == nil, prompt == nil else { return }
        if damaged > 0 {
            let lines = damaged == 1 ? "1 line" : "\(damaged) lines"
            notice = .news("\(lines) of the history cannot be read, and is left out.")
        }
        guard !sessions.isEmpty else {
            notice = .refusal("No session is remembered yet.")
            return
        }
        sheet = .sessions(SessionList(sessions, page: document?.url.withoutFragment.withoutCredentials))
    }

    mutating func press(_ key: Key, in list: SessionList) -> [Effect] {
        var list = list
        let command = keys.command(for: key, in: [.list])
        if let command, list.list.cursor.perform(command, height: overlayArea.rows.value - 1) {
            sheet = .sessions(list)
            return []
        }
        switch command {
        case .takeOptions:
            guard let past = list.list.chosen?.item else { return [] }
            guard let number = past.left, setup.opens(past.url) else {
                sheet = .textDialog(TextDialog(past, date: { date($0, to: .seconds) }))
                return []
            }
            return [.readVersion(VersionOrder(page: past.url, wanted: .number(number)))]
        case .findOption: prompt = .find(LineEditor(list.sought), from: 0)
        case .leaveOptions: sheet = nil
        case .some, nil:
            notice = .refusal(
                keys.namingKeys(
                    "\(key.name) does nothing here: {take-entry} goes there, {find-entry} finds, {leave-list} leaves."
                ))
        }
        return []
    }
}
